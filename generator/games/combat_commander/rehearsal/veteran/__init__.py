"""The veteran: tries its plans out in copies of the fight before it gives an order."""

from __future__ import annotations

from .commander import Veteran

__all__ = ["Veteran"]
