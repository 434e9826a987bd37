"""Errors of analyses and reviews."""

from fieldstone.search.errors import AnalysisError

__all__ = ["AnalysisError"]
