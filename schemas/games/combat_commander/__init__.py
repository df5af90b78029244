"""Combat Commander's documents and tables under JSON Schema."""
