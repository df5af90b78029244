"""Schwerpunkt in the service: its pages, its side of a table, its commands."""
