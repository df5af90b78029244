"""Laid on the path of a server by the siege: its clock is moved, in every other process."""

import os
import time

_true, _by = time.time, float(os.environ.get("MOVED", "0"))


def _moved() -> float:
    return _true() + (_by if os.getpid() % 2 else 0.0)


time.time = _moved
