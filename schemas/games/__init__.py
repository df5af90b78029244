"""JSON Schemas and API schemas of each game, one folder per game."""
