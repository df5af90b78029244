"""Schwerpunkt: its battle document and its tables under JSON Schema."""
