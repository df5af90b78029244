"""The table engine: prompts, answers, transcripts, and the driver that runs a procedure.

A *procedure* is a Python generator that yields prompts and receives answers. A *transcript* is the list of
answers; replaying it gives the same state. Nothing here depends on a game.
"""

from .answers import check_answer
from .driver import NO_ANSWER, Answerer, Entry, Line, Table, read_entry, run
from .errors import DeadEnd, Departed, Refused
from .prompts import (
    EVERYONE,
    REFEREE,
    Answer,
    Ask,
    Buy,
    Choose,
    Draw,
    Note,
    Procedure,
    Prompt,
    Report,
    Roll,
    Seat,
    Shown,
    Shuffle,
    Stand,
    State,
    Together,
    Ware,
    WhyNot,
)
from .visibility import view_entry

__all__ = [
    "EVERYONE",
    "NO_ANSWER",
    "REFEREE",
    "Answer",
    "Answerer",
    "Ask",
    "Buy",
    "Choose",
    "DeadEnd",
    "Departed",
    "Draw",
    "Entry",
    "Line",
    "Note",
    "Procedure",
    "Prompt",
    "Refused",
    "Report",
    "Roll",
    "Seat",
    "Shown",
    "Shuffle",
    "Stand",
    "State",
    "Table",
    "Together",
    "Ware",
    "WhyNot",
    "check_answer",
    "read_entry",
    "run",
    "view_entry",
]
