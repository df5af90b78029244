"""Tournaments of any game: pairings, sides, reports and standings."""
