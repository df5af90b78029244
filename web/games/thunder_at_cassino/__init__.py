"""Thunder at Cassino on the pages and on the command line."""
