"""HTTP client of the tests: one connection for each request, and no request is repeated."""

from __future__ import annotations

import socket
from threading import Thread

from .servers import Wire


def test_server_closes_a_keep_alive_connection() -> None:
    """The server promises keep-alive and closes, as after an idle timeout."""
    heard: list[bytes] = []

    def serve(listener: socket.socket) -> None:
        for _ in range(3):
            connection = listener.accept()[0]
            with connection:
                heard.append(connection.recv(65536).partition(b"\r\n")[0])
                connection.sendall(
                    b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}"
                )

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Thread(target=serve, args=(listener,), daemon=True)
        server.start()
        wire = Wire(listener.getsockname()[1])
        assert [wire.get("/a").json, wire.post("/b", json={}).json, wire.get("/c").json] == [{}, {}, {}]
        server.join()
    assert heard == [b"GET /a HTTP/1.1", b"POST /b HTTP/1.1", b"GET /c HTTP/1.1"]
