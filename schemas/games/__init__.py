"""JSON Schemas and API schemas of each game, one folder per game."""

from schemas.game_packages import game_folders

__path__.extend(game_folders("schemas"))
