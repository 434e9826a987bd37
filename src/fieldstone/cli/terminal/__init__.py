"""What a terminal shows, and what may be wrong with it."""
