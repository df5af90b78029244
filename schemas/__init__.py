"""JSON Schemas of every catalogue and document, and the errors that every layer shares."""

from schemas.errors import HorahError

__all__ = ["HorahError"]
