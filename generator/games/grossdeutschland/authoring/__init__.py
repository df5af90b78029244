"""Scenarios of one's own: what is held against them, and labelled aids by chance."""
