"""How the service is set up: from the environment, or from the options of ``horah serve``."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from schemas.errors import HorahError
from web.service import mail
from web.service.context import Limits, Post

RATE = 1200
QUOTA = 32  # megabytes
MEMORY = "memory://"  # each process counts for itself
LONGEST_NUMBER = 9  # figures
HOST = re.compile(r"\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]")


@dataclass(frozen=True, slots=True)
class Config:
    """Everything an application needs to know."""

    database: str
    overlay: Path | None = None
    proxies: int = 0  # reverse proxies in front, whose word about the client's address is taken
    rate: int = RATE  # what one client may spend in a minute; a plain request costs 1; 0: no limit
    counters: str = MEMORY  # where that is counted, as Flask-Limiter names its stores
    longest_body: int = 256 * 1024
    pages: bool = True  # or the API alone
    hosts: tuple[str, ...] = ()  # the names under which it may be asked for; none: whatever it is called
    public: str = ""  # where others reach the service; printed codes and links to pass on begin with it
    limits: Limits = field(default_factory=Limits)
    post: Post = field(default_factory=Post)  # how people are called when it is their turn


def from_environment(environ: Mapping[str, str] = os.environ) -> Config:
    """DATABASE_URL, HORAH_OVERLAY, _PROXIES, _RATE, _LIMITS, _PAGES, _HOSTS, _PUBLIC, _QUOTA; and _post."""
    overlay = environ.get("HORAH_OVERLAY")
    return Config(
        database=environ.get("DATABASE_URL") or embedded(environ),
        overlay=Path(overlay) if overlay else None,
        proxies=_number(environ, "HORAH_PROXIES", 0),
        rate=_number(environ, "HORAH_RATE", RATE),
        counters=environ.get("HORAH_LIMITS") or MEMORY,
        pages=_number(environ, "HORAH_PAGES", 1) > 0,
        hosts=host_names(environ.get("HORAH_HOSTS", ""), "HORAH_HOSTS"),
        public=public_address(environ.get("HORAH_PUBLIC", ""), "HORAH_PUBLIC"),
        limits=Limits(bytes=_number(environ, "HORAH_QUOTA", QUOTA) * 1024 * 1024),
        post=_post(environ),
    )


def _post(environ: Mapping[str, str]) -> Post:
    """HORAH_CALLS, HORAH_CALLS_AFTER, HORAH_CALLS_INSIDE, HORAH_SMTP, HORAH_MAIL_FROM."""
    usual = Post()
    wished = environ.get("HORAH_CALLS") or ",".join(usual.ways)
    ways = tuple(part.strip() for part in wished.split(",") if part.strip() not in ("", "0"))
    for each in ways:
        if each not in usual.ways:
            raise HorahError("BAD_CONFIG.calls", name="HORAH_CALLS", given=each, legal=", ".join(usual.ways))
    smtp, sender = environ.get("HORAH_SMTP", ""), environ.get("HORAH_MAIL_FROM", "")
    if smtp:
        mail.server_of(smtp, "HORAH_SMTP")
        mail.sender_of(sender, "HORAH_MAIL_FROM")
    return Post(
        ways=ways,
        after=_number(environ, "HORAH_CALLS_AFTER", usual.after),
        inside=_number(environ, "HORAH_CALLS_INSIDE", 0) > 0,
        smtp=smtp,
        sender=sender,
    )


def check_post(config: Config) -> None:
    """Letters name an address of ours, which must not be one that whoever asks for them made up."""
    if config.post.smtp and not config.public:
        raise HorahError("BAD_CONFIG.letters", name="HORAH_PUBLIC")


def host_names(given: str, name: str) -> tuple[str, ...]:
    """Names with commas between them; ``.example.org`` is every name under example.org as well."""
    names = tuple(part.strip().lower() for part in given.split(",") if part.strip())
    for each in names:
        if not HOST.fullmatch(each):
            raise HorahError("BAD_CONFIG.hosts", name=name, given=each)
    return names


def public_address(given: str, name: str) -> str:
    """The beginning of every address to pass on, without a slash at its end; a fault is told at once."""
    address = given.strip().rstrip("/")
    try:
        parts = urlsplit(address)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        parts, sound = urlsplit(""), False
    if address and (not sound or parts.query or parts.fragment or "@" in parts.netloc):
        raise HorahError("BAD_CONFIG.public", name=name, given=given)
    return address


def embedded(environ: Mapping[str, str] = os.environ) -> str:
    """The address of the SQLite file that is used when no database is named."""
    return f"sqlite:///{data_folder(environ) / 'horah.db'}"


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """HORAH_DATA, or where the system keeps the data of a person's programs."""
    if named := environ.get("HORAH_DATA"):
        return Path(named)
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "horah"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "horah"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "horah"


def _number(environ: Mapping[str, str], name: str, default: int) -> int:
    value = environ.get(name, "")
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or len(value) > LONGEST_NUMBER:
        raise HorahError("BAD_CONFIG.number", name=name, given=value)
    return int(value)
