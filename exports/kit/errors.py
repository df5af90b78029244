"""What can be wrong with something that is to be printed or written."""

from __future__ import annotations

from schemas.errors import HorahError


class ExportError(HorahError):
    """A document that cannot be printed, or a place that cannot be written."""
