"""Rehearsal: simulate fights of a scenario card with bots and summarise the results."""
