"""Ratings in words, as tables and as plots."""
