"""Configuration of the service, from the environment or from the options of ``horah serve``."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from schemas.errors import HorahError
from schemas.limits import DEFAULT_QUOTA_MEBIBYTES, MAX_REQUEST_BYTES, MEBIBYTE
from web.service.context import Limits, NotificationSettings
from web.service.notifications import email

DEFAULT_RATE = 1200
DEFAULT_EXPIRY_DAYS = 400  # longer than a campaign of monthly evenings may pause
MEMORY_STORE = "memory://"  # each process counts on its own
MAX_NUMBER_DIGITS = 9  # digits
HOST_PATTERN = re.compile(r"\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]")


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of an application."""

    database: str
    overlay: Path | None = None
    proxies: int = 0  # trusted reverse proxies in front, which report the client's address
    rate: int = DEFAULT_RATE  # price units per client and minute; a plain request costs 1; 0: no limit
    counters: str = MEMORY_STORE  # storage URI of Flask-Limiter
    longest_body: int = MAX_REQUEST_BYTES
    pages: bool = True  # or the API alone
    hosts: tuple[str, ...] = ()  # trusted host names; empty: any
    public: str = ""  # base URL for links in messages and in printed codes
    metrics: str = field(default="", repr=False)  # token for /metrics; empty: no metrics
    limits: Limits = field(default_factory=Limits)
    post: NotificationSettings = field(default_factory=NotificationSettings)  # notifications


def from_environment(environ: Mapping[str, str] = os.environ) -> Config:
    """Read DATABASE_URL and the variables HORAH_... that docs/operators.md describes."""
    overlay = environ.get("HORAH_OVERLAY")
    return Config(
        database=environ.get("DATABASE_URL") or default_database(environ),
        overlay=Path(overlay) if overlay else None,
        proxies=_read_number(environ, "HORAH_PROXIES", 0),
        rate=_read_number(environ, "HORAH_RATE", DEFAULT_RATE),
        counters=environ.get("HORAH_LIMITS") or MEMORY_STORE,
        pages=_read_number(environ, "HORAH_PAGES", 1) > 0,
        hosts=parse_host_names(environ.get("HORAH_HOSTS", ""), "HORAH_HOSTS"),
        public=parse_public_address(environ.get("HORAH_PUBLIC", ""), "HORAH_PUBLIC"),
        limits=Limits(
            bytes=_read_number(environ, "HORAH_QUOTA", DEFAULT_QUOTA_MEBIBYTES) * MEBIBYTE,
            expiry_days=_read_number(environ, "HORAH_EXPIRY_DAYS", DEFAULT_EXPIRY_DAYS),
            disk=environ.get("HORAH_DISK", ""),
        ),
        metrics=environ.get("HORAH_METRICS", ""),
        post=_read_notification_settings(environ),
    )


def _read_notification_settings(environ: Mapping[str, str]) -> NotificationSettings:
    """Read HORAH_CALLS, HORAH_CALLS_AFTER, HORAH_CALLS_INSIDE, HORAH_SMTP, HORAH_MAIL_FROM."""
    usual = NotificationSettings()
    wished = environ.get("HORAH_CALLS") or ",".join(usual.ways)
    ways = tuple(part.strip() for part in wished.split(",") if part.strip() not in ("", "0"))
    for each in ways:
        if each not in usual.ways:
            raise HorahError("BAD_CONFIG.calls", name="HORAH_CALLS", given=each, legal=", ".join(usual.ways))
    smtp, sender = environ.get("HORAH_SMTP", ""), environ.get("HORAH_MAIL_FROM", "")
    if smtp:
        email.parse_server(smtp, "HORAH_SMTP")
        email.parse_sender(sender, "HORAH_MAIL_FROM")
    return NotificationSettings(
        ways=ways,
        after=_read_number(environ, "HORAH_CALLS_AFTER", usual.after),
        inside=_read_number(environ, "HORAH_CALLS_INSIDE", 0) > 0,
        smtp=smtp,
        sender=sender,
    )


def check_mail_settings(config: Config) -> None:
    """Refuse to send e-mail without a public address.

    E-mails link to the service; without a configured address a client could choose the link with its Host
    header.
    """
    if config.post.smtp and not config.public:
        raise HorahError("BAD_CONFIG.letters", name="HORAH_PUBLIC")


def parse_host_names(given: str, name: str) -> tuple[str, ...]:
    """Parse host names separated by commas; ``.example.org`` also matches every subdomain."""
    names = tuple(part.strip().lower() for part in given.split(",") if part.strip())
    for each in names:
        if not HOST_PATTERN.fullmatch(each):
            raise HorahError("BAD_CONFIG.hosts", name=name, given=each)
    return names


def parse_public_address(given: str, name: str) -> str:
    """Return the base of public URLs without a trailing slash; raise if it is not one."""
    address = given.strip().rstrip("/")
    try:
        parts = urlsplit(address)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        parts, sound = urlsplit(""), False
    if address and (not sound or parts.query or parts.fragment or "@" in parts.netloc):
        raise HorahError("BAD_CONFIG.public", name=name, given=given)
    return address


def default_database(environ: Mapping[str, str] = os.environ) -> str:
    """Return the URL of the SQLite file that is used when no database is configured."""
    return f"sqlite:///{data_folder(environ) / 'horah.db'}"


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return HORAH_DATA, or the user's data folder of the operating system."""
    if named := environ.get("HORAH_DATA"):
        return Path(named)
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "horah"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "horah"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "horah"


def _read_number(environ: Mapping[str, str], name: str, default: int) -> int:
    value = environ.get(name, "")
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or len(value) > MAX_NUMBER_DIGITS:
        raise HorahError("BAD_CONFIG.number", name=name, given=value)
    return int(value)
