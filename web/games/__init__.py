"""Games, one folder each; code outside these folders names no game."""
