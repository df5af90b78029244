"""Diaries in words: how each battle ended, and the statistics of a player or a club."""
