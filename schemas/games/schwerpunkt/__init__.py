"""JSON Schemas of Schwerpunkt's battle document and tables."""
