"""The game on the command line."""
