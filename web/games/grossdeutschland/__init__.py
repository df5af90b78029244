"""Grossdeutschland Panzer on the pages, in the API and on the command line."""
