"""Quota and expiry: clients by network, battles and tables count, unopened ones are deleted."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, update

from web.app import create_app
from web.config import Config, from_environment
from web.http.request_context import CONTEXT
from web.service import jobs
from web.service.context import Context, Limits
from web.service.expiry import DAY_SECONDS, delete_expired
from web.service.quota import client_network, hash_client
from web.service.tables import MAX_EVENTS, open_table
from web.storage.records import later
from web.storage.schema import battles, events, seats, tables

API = "/api/v1"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("-", "-"),
    ],
)
def test_clients_are_networks(address: str, network: str) -> None:
    assert client_network(address) == network


def test_client_hash_is_keyed(context: Context, tmp_path: Path) -> None:
    """Without the key of the service nobody can try all addresses."""
    mine = hash_client(context, "203.0.113.7")
    assert mine == hash_client(context, "203.0.113.7") and len(mine) == 32
    assert mine not in sha256(b"hora-h owner 203.0.113.7").hexdigest()
    assert hash_client(context, "2001:db8::1") == hash_client(context, "2001:db8::2") != mine
    other = create_app(Config(f"sqlite:///{tmp_path / 'other.db'}", rate=0, pages=False))
    assert hash_client(other.extensions[CONTEXT], "203.0.113.7") != mine
    assert hash_client(context, None) == ""


def post(app: Flask, path: str, address: str) -> int:
    client = app.test_client()
    return client.post(f"{API}{path}", json={}, environ_base={"REMOTE_ADDR": address}).status_code


@pytest.mark.parametrize("path", ["/battles", "/tables"])
def test_battles_and_tables_count(tmp_path: Path, path: str) -> None:
    limits = Limits(bytes=60_000)
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, pages=False, limits=limits))
    # every address of an attacker's network is new, and all count together
    found = [post(app, path, f"2001:db8:0:1::{number:x}") for number in range(1, 60)]
    assert found[0] == 201 and set(found) == {201, 413} and found.count(201) < 40
    assert post(app, path, "2001:db8:0:2::1") == 201
    assert post(app, path, "203.0.113.7") == 201


def test_answers_count(context: Context) -> None:
    opened = open_table(context, "battle/1", owner="someone")
    before = context.repository.owner_bytes("someone")
    size = context.repository.scalar(select(tables.c.size).where(tables.c.id == opened.id))
    assert before == size > 1000
    [last] = context.repository.events(opened.id)[-1:]
    context.repository.append([replace(last, n=last.n + 1, kind="note", body={"text": "x" * 500})])
    assert context.repository.owner_bytes("someone") > before + 500


def test_network_shares_the_rate_limit(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=20, pages=False))
    found = [
        app.test_client().get(f"{API}/procedures", environ_base={"REMOTE_ADDR": f"2001:db8::{n:x}"})
        for n in range(1, 30)
    ]
    assert found[0].status_code == 200 and found[-1].status_code == 429
    other = app.test_client().get(f"{API}/procedures", environ_base={"REMOTE_ADDR": "2001:db8:0:1::1"})
    assert other.status_code == 200


# ------------------------------------------------------------------------------------------------- expiry


def test_unopened_battles_and_tables_expire(app: Flask) -> None:
    context: Context = app.extensions[CONTEXT]
    client, days = app.test_client(), context.limits.expiry_days
    old, new = (client.post(f"{API}/battles").json["public"] for _ in range(2))
    table, kept = (open_table(context, "battle/1").id for _ in range(2))
    long_ago = later(-(days + 1) * DAY_SECONDS)
    context.repository.execute(
        update(battles).where(battles.c.id == old).values(seen_at=long_ago),
        update(tables).where(tables.c.id == table).values(seen_at=long_ago),
    )
    assert delete_expired(context) == 2 and delete_expired(context) == 0
    assert client.get(f"{API}/battles/{old}").status_code == 404
    assert client.get(f"{API}/tables/{table}").status_code == 404
    assert client.get(f"{API}/battles/{new}").status_code == 200
    assert client.get(f"{API}/tables/{kept}").status_code == 200
    for part in (events, seats):
        assert context.repository.scalar(select(part.c.table_id).where(part.c.table_id == table)) is None


def test_opening_keeps_a_battle_and_a_table(app: Flask) -> None:
    context: Context = app.extensions[CONTEXT]
    client, days = app.test_client(), context.limits.expiry_days
    battle = client.post(f"{API}/battles").json["public"]
    table = open_table(context, "battle/1").id
    context.lives.pop(table)
    almost = later(-(days - 1) * DAY_SECONDS)
    context.repository.execute(update(battles).values(seen_at=almost), update(tables).values(seen_at=almost))
    assert client.get(f"{API}/battles/{battle}").status_code == 200
    assert client.get(f"{API}/tables/{table}").status_code == 200
    yesterday = later(-DAY_SECONDS)
    for part in (battles, tables):
        assert context.repository.scalar(select(part.c.seen_at)) > yesterday


def test_expiry_is_announced(site: Flask) -> None:
    client = site.test_client()
    battle = client.post(f"{API}/battles").json["id"]
    table = client.post(f"{API}/tables", json={}).json["id"]
    assert "Deleted after 400 days without a visit." in client.get(f"/battles/{battle}?lang=en").text
    assert "Se borra tras 400 días sin visitas." in client.get(f"/tables/{table}?lang=es").text


def test_no_expiry(context: Context) -> None:
    never = Context(context.repository, context.catalogs, Limits(expiry_days=0))
    open_table(never, "battle/1")
    never.repository.execute(update(tables).values(seen_at="2001-01-01"))
    assert delete_expired(never) == 0


def test_limits_from_the_environment() -> None:
    usual = from_environment({"HORAH_DATA": "/x"}).limits
    assert (usual.bytes, usual.expiry_days) == (64 * 1024 * 1024, 400)
    own = from_environment({"HORAH_DATA": "/x", "HORAH_QUOTA": "5", "HORAH_EXPIRY_DAYS": "0"}).limits
    assert (own.bytes, own.expiry_days) == (5 * 1024 * 1024, 0)


def test_full_table_takes_no_more(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_EVENTS > 10_000
    monkeypatch.setattr("web.service.tables.MAX_EVENTS", 1)
    opened = app.test_client().post(f"{API}/tables", json={}).json
    sent = app.test_client().put(
        f"{API}/tables/{opened['id']}/name",
        json={"name": "Ana"},
        headers={"Authorization": f"Bearer {opened['links']['axis']}"},
    )
    assert (sent.status_code, sent.json["code"]) == (409, "TABLE_FULL")


# -------------------------------------------------------------------------------------------- job queue


def test_client_has_a_share_of_the_queue(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "ensure_worker", lambda context: None)
    context: Context = app.extensions[CONTEXT]
    for number in range(jobs.MAX_CLIENT_JOBS):
        jobs.request_job(context, "g", "k", {"n": number}, 5, "greedy")
    with pytest.raises(jobs.QueueFull) as refused:
        jobs.request_job(context, "g", "k", {"n": 99}, 5, "greedy")
    assert refused.value.status == 503
    assert jobs.request_job(context, "g", "k", {"n": 0}, 5, "greedy").state == "waiting"  # known already
    assert jobs.request_job(context, "g", "k", {"n": 99}, 5, "modest").state == "waiting"


@pytest.mark.parametrize("limit", ["MAX_CLIENT_JOBS", "MAX_WAITING_JOBS"])
def test_full_queue_names_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(jobs, limit, 0)
    client = app.test_client()
    battle = client.post(f"{API}/battles").json["id"]
    refused = client.post(f"{API}/rehearsals", json={"battle": battle, "times": 1})
    assert (refused.status_code, refused.json["code"]) == (503, "QUEUE_FULL")
    assert refused.headers["Retry-After"] == "60"
