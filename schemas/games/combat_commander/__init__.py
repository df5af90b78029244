"""JSON Schemas of Combat Commander's documents and tables."""
