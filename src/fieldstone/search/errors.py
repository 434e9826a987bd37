"""What cannot be searched or analysed."""

from fieldstone.messages import SaidError


class AnalysisError(SaidError):
    """Something that cannot be analysed: its text names it and what would be allowed."""
