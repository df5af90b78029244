"""Letters by the operator's mail server."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP as POLICY
from email.utils import formatdate, parseaddr
from urllib.parse import SplitResult, unquote, urlsplit

from schemas.errors import HorahError

PORTS = {"smtps": 465, "smtp": 587, "smtp+plain": 25}
SECONDS = 20.0
NAME, PART = r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}", "[a-zA-Z0-9-]{1,63}"
SHAPE = re.compile(rf"{NAME}@(?=.{{4,190}}$)(?:{PART}\.)+{PART}")


class Unsent(Exception):
    """The server did not take it; ``for_good`` where it never will."""

    def __init__(self, *, for_good: bool) -> None:
        super().__init__()
        self.for_good = for_good


def server_of(given: str, name: str) -> SplitResult:
    """smtps://name:password@host:465, smtp:// with STARTTLS, smtp+plain:// with neither."""
    try:
        parts = urlsplit(given)
        sound = parts.scheme in PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        parts, sound = urlsplit(""), False
    if not sound or parts.path.strip("/") or parts.query:
        raise HorahError("BAD_CONFIG.smtp", name=name)  # without what was given: a password stands in it
    return parts


def sender_of(given: str, name: str) -> str:
    """The address in ``Hora H <tables@club.example.org>``."""
    address = parseaddr(given)[1]
    if not SHAPE.fullmatch(address) or not given.isprintable():
        raise HorahError("BAD_CONFIG.sender", name=name, given=given)
    return address


def address_of(typed: str) -> str:
    """A mail address as it was typed; what cannot be one is refused."""
    address = typed.strip()
    if not SHAPE.fullmatch(address):
        raise HorahError("BAD_MAIL", given=typed)
    return address


def letter(sender: str, to: str, subject: str, text: str, lang: str, stop: str) -> EmailMessage:
    """A plain letter, which says that a program wrote it and how it is ended."""
    found = EmailMessage(policy=POLICY)
    found["From"], found["To"], found["Subject"] = sender, to, subject
    found["Date"] = formatdate(localtime=False)
    found["Auto-Submitted"] = "auto-generated"
    found["Content-Language"] = lang
    if stop:
        found["List-Unsubscribe"] = f"<{stop}>"
    found.set_content(text)
    return found


def send(server: str, message: EmailMessage) -> None:
    """Hand a letter to the server; Unsent where that fails."""
    parts = server_of(server, "HORAH_SMTP")
    port = parts.port or PORTS[parts.scheme]
    trust = ssl.create_default_context()
    try:
        with _connected(parts.scheme, parts.hostname or "", port, trust) as connection:
            if parts.scheme == "smtp":
                connection.starttls(context=trust)
            if parts.username:
                connection.login(unquote(parts.username), unquote(parts.password or ""))
            connection.send_message(message)
    except smtplib.SMTPRecipientsRefused as fault:
        codes = [code for code, _ in fault.recipients.values()]
        raise Unsent(for_good=all(500 <= code < 600 for code in codes)) from None
    except (OSError, smtplib.SMTPException):
        raise Unsent(for_good=False) from None


def _connected(scheme: str, host: str, port: int, trust: ssl.SSLContext) -> smtplib.SMTP:
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=trust)
    return smtplib.SMTP(host, port, timeout=SECONDS)
