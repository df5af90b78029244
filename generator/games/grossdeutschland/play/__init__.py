"""The play: a battle followed turn by turn at the table (3.1-3.5)."""
