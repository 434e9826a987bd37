"""What a search thinks of a position, of every point of it, and of a game that has been played."""
