"""Battles: RS.1 to RS.16, one module per step."""
