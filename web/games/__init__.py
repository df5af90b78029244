"""Games, one folder each; code outside these folders names no game."""

from schemas.game_packages import game_folders

__path__.extend(game_folders("web"))
