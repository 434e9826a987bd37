"""How Sphinx builds the documentation. `make check` builds it with warnings as errors."""

from importlib import metadata

project = "Fieldstone"
author = "the Fieldstone authors"
copyright = "the Fieldstone authors, Apache-2.0"
release = metadata.version("fieldstone")

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = True

html_theme = "furo"
html_title = f"Fieldstone {release}"
