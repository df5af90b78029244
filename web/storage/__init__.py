"""Database access: battles, tables, link hashes, events, documents and notifications."""
