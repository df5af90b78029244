"""Errors of the service, each with its HTTP status. Other HorahErrors are a 422."""

from __future__ import annotations

from typing import ClassVar

from schemas.errors import HorahError


class ServiceError(HorahError):
    """A request that the service refuses."""

    status: ClassVar[int] = 422
    retry_after_seconds: ClassVar[int] = 0  # 0: a retry does not help


class NotHere(ServiceError):
    """Not found. A wrong link and no link give the same error, so that they cannot be told apart."""

    status: ClassVar[int] = 404

    def __init__(self) -> None:
        super().__init__("NOT_FOUND")


class Conflict(ServiceError):
    """The request conflicts with what has happened in the meantime."""

    status: ClassVar[int] = 409


class Forbidden(ServiceError):
    """The seat may not do this."""

    status: ClassVar[int] = 403


class OtherHost(ServiceError):
    """The host name is not among the trusted ones."""

    status: ClassVar[int] = 400

    def __init__(self) -> None:
        super().__init__("OTHER_HOST")


class Busy(ServiceError):
    """The service is overloaded; a retry will succeed."""

    status: ClassVar[int] = 503
    retry_after_seconds: ClassVar[int] = 3

    def __init__(self) -> None:
        super().__init__("BUSY")


class QueueFull(ServiceError):
    """Too many jobs wait, of everybody or of this client."""

    status: ClassVar[int] = 503
    retry_after_seconds: ClassVar[int] = 60


class TooMuch(ServiceError):
    """The storage quota of an address is exceeded."""

    status: ClassVar[int] = 413

    def __init__(self, most: int) -> None:
        super().__init__("QUOTA", most=most)


class DiskFull(ServiceError):
    """The disk is full."""

    status: ClassVar[int] = 507

    def __init__(self) -> None:
        super().__init__("DISK_FULL")
