"""No secret appears in any log of a hostile run, whether the server or the application writes it."""

from __future__ import annotations

import logging
import socket
from contextlib import closing, suppress
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from web.http.log_redaction import redact
from web.http.request_context import CONTEXT
from web.storage.engine import engine_for

from .hostile import BREAK, MISTAKE
from .playing import open_table, play
from .servers import TIMEOUT_SECONDS, Wire, horah_serving, serving

GUNICORN = ("--log-level", "debug", "--access-logfile", "-")  # as talkative as it can be


@pytest.mark.parametrize("kind", ["gunicorn", "horah serve"])
def test_no_secret_in_the_logs_of_a_hostile_run(tmp_path: Path, kind: str) -> None:
    database, log = f"sqlite:///{tmp_path / 'horah.db'}", tmp_path / "log"
    with log.open("wb") as out:
        if kind == "gunicorn":
            app = "tests.web.hostile:application()"
            started = serving(database, app=app, log=out, options=GUNICORN, HORAH_PAGES="1")
        else:
            hostile = ("-m", "tests.web.hostile")
            started = horah_serving(database, command=hostile, log=out, HORAH_PAGES="1")
        with started as server:
            secrets = _hostile_run(server.wire())
    lines = log.read_text(encoding="utf-8", errors="replace")
    assert "/tables/…" in lines, "nothing of the run was logged"
    assert "RuntimeError: http" in lines, "the breaking was not logged"
    secrets |= _seeds(database)
    told = {secret for secret in secrets for line in lines.splitlines() if secret.lower() in line.lower()}
    assert not told
    halves = {secret[:20] for secret in secrets} | {secret[-20:] for secret in secrets}
    assert not [half for half in halves if half in lines.lower()]


def _hostile_run(wire: Wire) -> set[str]:
    """Play while provoking server errors; return the secrets that must not be logged."""
    company = open_table(wire)
    play(company)
    battle = wire.post("/api/v1/battles", json={}).json["id"]
    scenario = wire.post("/api/v1/scenarios", json={"battle": {"id": battle}}).json["link"]
    links = {company.axis.link or "", company.allied.link or "", company.referee.link or ""}
    secrets = {*links, battle, scenario}
    for secret in sorted(secrets):
        for path in (f"/tables/{secret}", f"/battles/{secret}", f"/api/v1/tables/{secret}/prompts"):
            for trouble in ({}, {BREAK: "1"}, {MISTAKE: "1"}):
                headers = {**trouble, "Authorization": f"Bearer {secret}", "Referer": f"http://x/{secret}"}
                wire.get(path, headers=headers)
                wire.post(path, json={"link": secret, "deep": [[[]]]}, headers=headers)
            wire.send("DELETE", path, None, {})
        _broken_requests(wire.port, secret)
    return secrets


def _broken_requests(port: int, secret: str) -> None:
    coded = "".join(f"%{ord(letter):02x}" for letter in secret)
    for request in (
        f"GET /tables/{secret} HTTP/9.9\r\n\r\n",
        f"GET /tables/{secret}\r\n\r\n",
        f"{secret} /tables HTTP/1.1\r\n\r\n",
        f"GET /tables/{coded} HTTP/1.1\r\nHost: x\r\n\r\n",
        f"GET /tables/{secret.upper()} HTTP/1.1\r\nHost: x\r\n\r\n",
        f"GET /tables/{secret[:24]} HTTP/1.1\r\nHost: x\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: x\r\nBad Header {secret}: 1\r\n\r\n",
        f"POST /tables/{secret} HTTP/1.1\r\nHost: x\r\nContent-Length: {secret}\r\n\r\n",
        f"POST /tables/{secret} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: {secret}\r\n\r\n",
        f"POST /tables/{secret} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{secret}\r\n",
        f"POST /tables/{secret} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nlink={secret}",
        f"GET /tables/{secret}?{'x' * 9000} HTTP/1.1\r\nHost: x\r\n\r\n",
    ):
        with (
            closing(socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS)) as connection,
            suppress(OSError),
        ):
            connection.sendall(request.encode())
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass


def _seeds(database: str) -> set[str]:
    """Return the secret part of every seed of tables and battles."""
    engine = engine_for(database)
    with engine.connect() as connection:
        found = (
            connection.execute(text("SELECT seed FROM tables UNION SELECT seed FROM battles")).scalars().all()
        )
    engine.dispose()
    return {seed.partition(".")[2] for seed in found}


def test_errors_are_logged_without_secrets(lite: Flask, caplog: pytest.LogCaptureFixture) -> None:
    company = open_table(lite.test_client())
    link = company.axis.link or ""

    def broken(*_: object) -> None:
        raise RuntimeError(f"no such link: {link}")

    lite.extensions[CONTEXT].repository.seat = broken
    assert company.axis.get().status_code == 500
    assert "RuntimeError: no such link: …" in caplog.text
    assert link not in caplog.text
    assert all(not record.args for record in caplog.records)


def test_malformed_log_message_reveals_nothing(lite: Flask, caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("anybody").error("%d", "a" * 32)
    assert caplog.messages == ["%d"]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("GET /tables/" + "abcdefgh" * 4 + "/log", "GET /tables/…/log"),
        ("seed abcdefgh." + "q2w3e4r5" * 4, "seed abcdefgh.…"),
        ("Error handling request GET /api/v1/healthz", "Error handling request GET /api/v1/healthz"),
        ("sqlalchemy.exc.OperationalError in test_no_secret_in_any_line", None),
    ],
)
def test_redacted_patterns(said: str, shown: str | None) -> None:
    assert redact(said) == (said if shown is None else shown)
