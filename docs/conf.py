"""How Sphinx builds the documentation. `make check` builds it with warnings as errors."""

from fieldstone.version import __version__

project = "Fieldstone"
author = "The Fieldstone authors"
copyright = "The Fieldstone authors, Apache-2.0"
release = __version__

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "package.md"]  # the second is for package indexes
nitpicky = True

html_theme = "furo"
html_title = f"Fieldstone {release}"
