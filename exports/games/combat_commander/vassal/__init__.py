"""A module and saved games for VASSAL, the program with which people play board games at a distance.

Names of sides, windows, boards and decks are the same in every language, so that a saved game written in one
language opens in the module of another. Everything else is in the reader's language.
"""

from __future__ import annotations

MODULE_NAME = "Hora H"
MODULE_FILE = "hora-h.vmod"
SIDE_NAMES = {"axis": "Axis", "allied": "Allies"}
BATTLE_MAP = "Battle"
FATE_MAP = "Fate"
CHITS_DECK = "Objective chits"


def hand_name(side: str) -> str:
    """Return the name of a side's own window, with its cards and its secrets."""
    return f"{SIDE_NAMES[side]} hand"
