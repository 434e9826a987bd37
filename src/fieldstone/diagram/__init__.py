"""Pictures of positions: SVG by a small writer, PNG and GIF made of it, with the look of the page."""
