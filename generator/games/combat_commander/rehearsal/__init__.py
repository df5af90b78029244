"""Rehearsal: a card is played out by the rules, many times, to know its odds."""
