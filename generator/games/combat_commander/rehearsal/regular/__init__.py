"""The regular: a commander who plays like a sensible club player."""

from __future__ import annotations

from .actions import Actions
from .orders import Orders
from .placing import Placing
from .shooting import Shooting


class Regular(Orders, Placing, Actions, Shooting):
    """The answers of one side."""

    by = "regular"
