"""What lets other programs use the games: protocols and interfaces that they speak."""
