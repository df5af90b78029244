"""Pages, table and commands of Schwerpunkt."""
