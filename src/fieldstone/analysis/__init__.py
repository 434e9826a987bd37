"""What a search finds out about a position, about each of its points, and about a whole game."""
