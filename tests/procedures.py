"""The current names of procedures, so that no test names a version."""

from __future__ import annotations

from generator.game import procedures


def current(stem: str) -> str:
    """Return the name of a procedure with its version: ``current("stalingrad")``."""
    return next(name for name in procedures() if name.partition("/")[0] == stem)
