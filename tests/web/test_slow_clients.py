"""Slow, idle and greedy clients do not stop ``horah serve``; real sockets."""

from __future__ import annotations

import socket
from contextlib import ExitStack, closing
from pathlib import Path

from .playing import open_table, play
from .servers import TIMEOUT_SECONDS, Wire, horah_serving

IDLE = HALF_OPEN = 250
HALVES = (  # what a client may have sent and then no more of
    b"G",
    b"GET /api/v1/healthz HTTP/1.1\r\n",
    b"GET /api/v1/healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: a",
    b"POST /api/v1/battles HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
)
WHOLE = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
GREEDY, AT_ONCE = 10, 50  # more clients than threads, each with more to read than waitress usually buffers


def test_players_continue_during_500_idle_connections(tmp_path: Path) -> None:
    """Half are silent, half have sent half a request, and some request much and read nothing."""
    with horah_serving(f"sqlite:///{tmp_path / 'horah.db'}") as server, ExitStack() as held:

        def connect() -> socket.socket:
            return held.enter_context(
                closing(socket.create_connection(("127.0.0.1", server.port), TIMEOUT_SECONDS))
            )

        for _ in range(IDLE):
            connect()
        for number in range(HALF_OPEN):
            connect().sendall(HALVES[number % len(HALVES)])
        for _ in range(GREEDY):
            connect().sendall(WHOLE * AT_ONCE)
        for _ in range(3):
            assert play(open_table(Wire(server.port)))["finished"]


def test_keep_alive(tmp_path: Path) -> None:
    with (
        horah_serving(f"sqlite:///{tmp_path / 'horah.db'}") as server,
        closing(socket.create_connection(("127.0.0.1", server.port), TIMEOUT_SECONDS)) as connection,
    ):
        for _ in range(3):
            connection.sendall(b"GET /api/v1/healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = b""
            while not answer.rstrip().endswith(b"}"):
                answer += connection.recv(1000)
                assert answer, "the connection has been closed"
            assert answer.startswith(b"HTTP/1.1 200")
