"""Studies of Combat Commander: generated battles and simulated fights."""

from generator.studies import Study

from .balance import BALANCE
from .battles import COMMANDERS, EDITIONS, HOUSE, ROLL_UP
from .fights import WINNING
from .sides import SIDES_STUDY
from .styles import STYLES

STUDIES: tuple[Study, ...] = (ROLL_UP, COMMANDERS, EDITIONS, HOUSE, BALANCE, WINNING, SIDES_STUDY, STYLES)
