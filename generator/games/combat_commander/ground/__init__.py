"""Terrain of a battle: line of sight, movement cost, cover, and generated or hand-drawn battlefields."""
