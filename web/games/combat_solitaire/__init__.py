"""Combat! Volume 1 on the pages, in the API and on the command line."""
