"""What is studied of Combat Commander: battles as the generator makes them, and fights of rehearsals."""

from generator.studies import Study

from .balance import BALANCE
from .battles import COMMANDERS, EDITIONS, HOUSE, ROLL_UP
from .fights import WINNING

STUDIES: tuple[Study, ...] = (ROLL_UP, COMMANDERS, EDITIONS, HOUSE, BALANCE, WINNING)
