"""The rules of each game, one folder a game; what stands here knows its game, and nothing outside does."""
