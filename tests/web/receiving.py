"""Receivers of notifications: a server for webhooks and pushes, a mail server, a decrypting browser."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os import urandom
from threading import Thread
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

Json = Any


@dataclass(frozen=True)
class Came:
    """A received request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        return json.loads(self.body)


@dataclass
class Receiver:
    """A server that records requests and returns the configured status or headers."""

    port: int = 0
    came: list[Came] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def receiving() -> Iterator[Receiver]:
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            found.came.append(Came(self.path, dict(self.headers), body))
            status, headers = found.answers.pop(0) if found.answers else (204, {})
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.port = server.server_port
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield found
    server.shutdown()
    server.server_close()
    thread.join()


@dataclass
class Letters:
    """A mail server that records messages; ``refuses`` is its answer to a recipient."""

    port: int = 0
    came: list[EmailMessage] = field(default_factory=list)
    refuses: list[str] = field(default_factory=list)

    async def handle_RCPT(self, _: Any, __: Any, envelope: Any, address: str, ___: Any) -> str:
        if self.refuses:
            return self.refuses.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:
        found = message_from_bytes(envelope.content, policy=policy.SMTP)
        assert isinstance(found, EmailMessage)
        self.came.append(found)
        return "250 OK"


class Anywhere(Controller):
    """A mail server on a free port."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def letters() -> Iterator[Letters]:
    found = Letters()
    controller = Anywhere(found, hostname="127.0.0.1", port=0)
    controller.start()
    found.port = controller.port
    yield found
    controller.stop()


@dataclass(frozen=True)
class Browser:
    """The private part of a browser's push subscription."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: urandom(16))

    @property
    def subscription(self) -> Json:
        point = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": _base64(point), "auth": _base64(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, came: Came) -> Json:
        """Decrypt a message as the browser does."""
        assert came.headers["Content-Encoding"] == "aes128gcm"
        plain = http_ece.decrypt(
            came.body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"
        )
        return json.loads(plain)


def signed(came: Came) -> tuple[bool, Json, str]:
    """Check the signature of a push; return its claims and key."""
    scheme, _, said = came.headers["Authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in said.split(","))
    claims = parts["t"].split(".")[1]
    read = json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    return scheme == "vapid" and Vapid02.verify(came.headers["Authorization"]), read, parts["k"]


def _base64(found: bytes) -> str:
    return urlsafe_b64encode(found).decode().rstrip("=")
