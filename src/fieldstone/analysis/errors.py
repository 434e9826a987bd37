"""What cannot be analysed."""

from fieldstone.search.errors import AnalysisError

__all__ = ["AnalysisError"]
