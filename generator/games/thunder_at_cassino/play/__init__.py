"""Play for two: set-up, turns, impulses, close combat, points, and the end."""
