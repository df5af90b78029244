"""The rules of each game, one folder per game; nothing outside these folders knows a game."""

from schemas.game_packages import game_folders

__path__.extend(game_folders("generator"))
