"""A diary in words: how each battle ended, and the figures of a player and of a club."""
