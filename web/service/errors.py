"""Errors of the service, each with the HTTP status that fits it. Other HorahErrors are a 422."""

from __future__ import annotations

from typing import ClassVar

from schemas.errors import HorahError


class ServiceError(HorahError):
    """Something asked of the service that it does not do."""

    status: ClassVar[int] = 422


class NotHere(ServiceError):
    """No such thing. A wrong link and no link give this very error, so that neither can be told apart."""

    status: ClassVar[int] = 404

    def __init__(self) -> None:
        super().__init__("NOT_FOUND")


class Conflict(ServiceError):
    """What was asked does not fit what has happened in the meantime."""

    status: ClassVar[int] = 409


class Forbidden(ServiceError):
    """Not for this seat."""

    status: ClassVar[int] = 403


class OtherHost(ServiceError):
    """Asked for under a name that the operator does not allow."""

    status: ClassVar[int] = 400

    def __init__(self) -> None:
        super().__init__("OTHER_HOST")


class Busy(ServiceError):
    """Too much at once; later it will do."""

    status: ClassVar[int] = 503

    def __init__(self) -> None:
        super().__init__("BUSY")


class TooMuch(ServiceError):
    """More than one address may have us keep."""

    status: ClassVar[int] = 413

    def __init__(self, most: int) -> None:
        super().__init__("QUOTA", most=most)


class DiskFull(ServiceError):
    """There is no room left to keep anything."""

    status: ClassVar[int] = 507

    def __init__(self) -> None:
        super().__init__("DISK_FULL")
