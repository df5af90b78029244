"""Gastadores: three printed scenarios in the Cotentin, June 1944."""
