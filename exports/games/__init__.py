"""Exports of each game, one folder per game."""
