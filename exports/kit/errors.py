"""Errors of rendering and writing files."""

from __future__ import annotations

from schemas.errors import HorahError


class ExportError(HorahError):
    """A document cannot be rendered, or a file cannot be written."""
