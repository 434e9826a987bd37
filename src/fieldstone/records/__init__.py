"""Games as files: the record, other people's formats, and pictures of positions."""
