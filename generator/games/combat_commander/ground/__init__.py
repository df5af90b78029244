"""The ground of a battle: lines over it, sight along them, what it costs and covers, and maps of our own."""
