"""Exact values near the end of a game: proofs, their table, and when they are asked for."""
