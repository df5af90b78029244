"""E-mail through the operator's mail server."""

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
TIMEOUT_SECONDS = 20.0
NAME, PART = r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}", "[a-zA-Z0-9-]{1,63}"
ADDRESS_PATTERN = re.compile(rf"{NAME}@(?=.{{4,190}}$)(?:{PART}\.)+{PART}")


class SendFailed(Exception):
    """The server refused a message; ``for_good`` if a retry cannot help."""

    def __init__(self, *, for_good: bool) -> None:
        super().__init__()
        self.for_good = for_good


def parse_server(given: str, name: str) -> SplitResult:
    """Parse smtps://name:password@host:465, smtp:// (STARTTLS) or smtp+plain:// (no encryption)."""
    try:
        parts = urlsplit(given)
        sound = parts.scheme in PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        parts, sound = urlsplit(""), False
    if not sound or parts.path.strip("/") or parts.query:
        raise HorahError("BAD_CONFIG.smtp", name=name)  # without the given value, which contains a password
    return parts


def parse_sender(given: str, name: str) -> str:
    """Return the address in ``Hora H <tables@club.example.org>``."""
    address = parseaddr(given)[1]
    if not ADDRESS_PATTERN.fullmatch(address) or not given.isprintable():
        raise HorahError("BAD_CONFIG.sender", name=name, given=given)
    return address


def parse_address(typed: str) -> str:
    """Return a typed e-mail address; raise if it is none."""
    address = typed.strip()
    if not ADDRESS_PATTERN.fullmatch(address):
        raise HorahError("BAD_MAIL", given=typed)
    return address


def make_email(sender: str, to: str, subject: str, text: str, lang: str, stop: str) -> EmailMessage:
    """Return a plain-text e-mail, marked as automatic, with an unsubscribe header."""
    message = EmailMessage(policy=POLICY)
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = formatdate(localtime=False)
    message["Auto-Submitted"] = "auto-generated"
    message["Content-Language"] = lang
    if stop:
        message["List-Unsubscribe"] = f"<{stop}>"
    message.set_content(text)
    return message


def send(server: str, message: EmailMessage) -> None:
    """Hand an e-mail to the server; raise Unsent if that fails."""
    parts = parse_server(server, "HORAH_SMTP")
    port = parts.port or PORTS[parts.scheme]
    trust = ssl.create_default_context()
    try:
        with _connect(parts.scheme, parts.hostname or "", port, trust) as connection:
            if parts.scheme == "smtp":
                connection.starttls(context=trust)
            if parts.username:
                connection.login(unquote(parts.username), unquote(parts.password or ""))
            connection.send_message(message)
    except smtplib.SMTPRecipientsRefused as fault:
        codes = [code for code, _ in fault.recipients.values()]
        raise SendFailed(for_good=all(500 <= code < 600 for code in codes)) from None
    except (OSError, smtplib.SMTPException):
        raise SendFailed(for_good=False) from None


def _connect(scheme: str, host: str, port: int, trust: ssl.SSLContext) -> smtplib.SMTP:
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_SECONDS, context=trust)
    return smtplib.SMTP(host, port, timeout=TIMEOUT_SECONDS)
