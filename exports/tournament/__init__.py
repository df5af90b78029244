"""Tournaments in words and on paper: pairings, result slips, standings, and a pass for every player."""
