"""What each game prints, one folder a game."""
