"""Custom scenarios: checks and random generators."""
