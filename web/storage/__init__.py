"""What is kept: battles, tables, the hashes of their links, and the events of each table."""
