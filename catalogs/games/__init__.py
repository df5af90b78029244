"""Catalogues of each game, one folder per game: model, builders, references and checks."""
