"""Networks that are small enough to be a part of the compiled search."""
