"""The games, one folder each; what stands here knows its game, and nothing outside does."""
