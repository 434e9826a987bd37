"""Matches between players: pairs of games with colours exchanged, kept in a file, and what they tell about strength."""
