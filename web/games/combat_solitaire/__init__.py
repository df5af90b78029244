"""Pages, API and commands of Combat! Volume 1."""
