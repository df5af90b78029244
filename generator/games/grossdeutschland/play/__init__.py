"""Play of a battle at the table, turn by turn (3.1-3.5)."""
