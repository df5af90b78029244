"""Schemas of Grossdeutschland Panzer."""
