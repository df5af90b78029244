"""A fight that people play at a table, against each other or against a computer commander."""
