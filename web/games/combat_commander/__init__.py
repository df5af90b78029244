"""Combat Commander on the pages, in the API and on the command line."""
