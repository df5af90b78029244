"""Metrics for the operator and log lines for refusals, without secrets."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from flask import Flask

from web.app import create_app
from web.config import Config, from_environment
from web.http.request_context import CONTEXT
from web.service.context import Limits
from web.service.quota import hash_client

TOKEN = {"Authorization": "Bearer operators-token"}


def site(tmp_path: Path, **options: object) -> Flask:
    return create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", **{"rate": 0, **options}))  # type: ignore[arg-type]


def test_metrics_need_the_token(tmp_path: Path) -> None:
    client = site(tmp_path, metrics="operators-token").test_client()
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer guess"}).status_code == 404
    assert client.get("/metrics", headers=TOKEN).status_code == 200
    closed = site(tmp_path).test_client()
    assert closed.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    assert from_environment({"HORAH_DATA": "/x", "HORAH_METRICS": "t"}).metrics == "t"


def test_metrics_count_responses_refusals_and_rows(tmp_path: Path) -> None:
    client = site(tmp_path, metrics="operators-token").test_client()
    client.post("/api/v1/battles", json={})
    client.post("/api/v1/battles", json={"seed": "?"})
    client.get("/api/v1/battles/nothing")
    text = client.get("/metrics", headers=TOKEN).text
    for line in (
        'horah_responses_total{status="201"} 1.0',
        'horah_refusals_total{code="NOT_FOUND"} 1.0',
        'horah_rows{table="battles"} 1.0',
        'horah_rows{table="jobs_waiting"} 0.0',
    ):
        assert line in text
    assert "process_resident_memory_bytes" in text and "horah_free_bytes" in text
    assert "127.0.0.1" not in text


def test_refusals_are_logged_once_a_minute_without_secrets(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = site(tmp_path, rate=15)
    link = app.test_client().post("/api/v1/tables", json={}).json["links"]["axis"]
    with caplog.at_level(logging.WARNING):
        answers = [app.test_client().get(f"/api/v1/tables/{link}/log") for _ in range(20)]
    assert answers[-1].status_code == 429
    (line,) = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
    client = hash_client(app.extensions[CONTEXT], "127.0.0.1")[:8]
    assert line == (
        f"refused: 429 Too Many Requests (RATE), GET /api/v1/tables/<table_id>/log, client {client}"
    )
    assert link not in caplog.text and "127.0.0.1" not in caplog.text


def test_free_space_of_a_database_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On PostgreSQL the service looks at a folder of that disk, if the operator names one."""
    app = site(tmp_path, limits=Limits(disk=str(tmp_path)))
    monkeypatch.setattr(app.extensions[CONTEXT].repository.engine.dialect, "name", "postgresql")
    from web.storage.health import free_bytes

    engine = app.extensions[CONTEXT].repository.engine
    assert free_bytes(engine) is None
    assert (free_bytes(engine, str(tmp_path)) or 0) > 0
    assert free_bytes(engine, str(tmp_path / "gone")) is None
