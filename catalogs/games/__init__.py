"""Catalogues of each game, one folder per game: model, builders, references and checks."""

from schemas.game_packages import game_folders

__path__.extend(game_folders("catalogs"))
