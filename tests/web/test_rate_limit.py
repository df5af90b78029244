"""Rate limits per address and per seat."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask

from web.app import create_app
from web.config import Config
from web.http.rate_limit import LIMITER
from web.http.request_context import CONTEXT
from web.service import documents
from web.service.context import Limits
from web.service.errors import Busy

from .playing import open_table


def test_too_many_requests_return_429_with_retry_after(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=10, pages=False))
    client = app.test_client()
    answers = [client.get("/api/v1/healthz").status_code for _ in range(12)]
    assert answers.count(200) == 10 and answers[-1] == 429
    told = client.get("/api/v1/healthz")
    assert told.content_type == "application/problem+json"
    assert int(told.headers["Retry-After"]) >= 1
    assert client.get("/api/v1/healthz", environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 200


def test_expensive_views_cost_more(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=12, pages=False))
    client = app.test_client()
    assert [client.post("/api/v1/battles").status_code for _ in range(3)] == [201, 201, 429]


def test_search_for_balance_costs_most(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=140, pages=False))
    client, wish = app.test_client(), {"settings": {"balance": "close"}}
    first = client.post("/api/v1/battles", json=wish)
    assert first.status_code == 201
    assert client.post("/api/v1/battles", json={"again": {"battle": first.json["id"]}}).status_code == 201
    told = client.post("/api/v1/battles", json=wish)
    assert (told.status_code, told.content_type) == (429, "application/problem+json")
    assert int(told.headers["Retry-After"]) > 1
    assert client.post("/api/v1/battles").status_code == 201  # a battle as it comes is cheap


def test_refused_requests_cost_nothing(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=12, pages=False))
    client = app.test_client()
    dear = [client.post("/api/v1/battles").status_code for _ in range(4)]
    assert dear == [201, 201, 429, 429]
    assert [client.get("/api/v1/healthz").status_code for _ in range(3)] == [200, 200, 429]


def test_unreachable_store_refuses_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=1, pages=False))

    def away(*_: object, **__: object) -> bool:
        raise ConnectionError("the store does not answer")

    monkeypatch.setattr(app.extensions[LIMITER].limiter, "hit", away)
    client = app.test_client()
    assert [client.get("/api/v1/healthz").status_code for _ in range(3)] == [200] * 3


def test_unknown_urls_are_charged(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=10, pages=False))
    client = app.test_client()
    assert [client.get("/nothing").status_code for _ in range(11)] == [404] * 10 + [429]


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock: a client gets its budget back as seconds pass, however slow the machine is."""
    moment = time.time()
    monkeypatch.setattr("time.time", lambda: moment)


@pytest.fixture
def club(tmp_path: Path) -> Flask:
    """Return a service with a budget of 100 per address and 50 per seat."""
    return create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=100))


def test_thirty_players_share_one_address(club: Flask) -> None:
    tables = [
        open_table(club.test_client()) for _ in range(15)
    ]  # 75 of the 100; other clients of the address share the rest
    players = [player for company in tables for player in (company.axis, company.allied)]
    for _ in range(40):
        assert {player.get("/prompts").status_code for player in players} == {200}
    stranger = club.test_client()
    told = [stranger.get("/api/v1/healthz").status_code for _ in range(40)]
    assert told.count(200) == 25 and told[-1] == 429
    assert {player.get("/prompts").status_code for player in players} == {200}
    assert {club.test_client().get(f"/tables/{player.link}").status_code for player in players} == {200}


def test_greedy_player_stops_only_that_seat(club: Flask) -> None:
    company = open_table(club.test_client())
    told = [company.axis.get("/prompts").status_code for _ in range(60)]
    assert told.count(200) == 50 and told[-1] == 429
    assert company.allied.get("/prompts").status_code == 200
    elsewhere = {"REMOTE_ADDR": "10.0.0.9"}
    assert club.test_client().get(f"/tables/{company.axis.link}", environ_base=elsewhere).status_code == 429


def test_polling_is_free(club: Flask) -> None:
    company = open_table(club.test_client())
    client, where = club.test_client(), f"/api/v1/tables/{company.axis.table}"
    tag = company.axis.get().headers["ETag"]
    headers = {**company.axis.headers, "If-None-Match": tag}
    for link in (company.axis.link, company.axis.table):
        assert {client.get(f"/tables/{link}/version").status_code for _ in range(150)} == {200}
    assert {client.get(where, headers=headers).status_code for _ in range(150)} == {304}


def test_guessed_links_are_charged_to_the_address(club: Flask) -> None:
    client = club.test_client()
    told = [client.get(f"/tables/{'a' * 30}{chr(98 + n % 20)}2").status_code for n in range(120)]
    assert told.count(404) == 100 and told[-1] == 429


def test_seats_of_one_address_share_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening tables only to have many links does not lift the limit of the address."""
    monkeypatch.setattr("web.http.rate_limit.SEATS_OF_ADDRESS", 1)
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=100, pages=False))
    companies = [open_table(app.test_client()) for _ in range(3)]
    seats = [seat for each in companies for seat in (each.axis, each.allied, each.referee)]
    told = [seat.get("/prompts").status_code for _ in range(20) for seat in seats]
    assert told.count(200) == 100 and told[-1] == 429


def test_long_document_costs_by_its_length(tmp_path: Path) -> None:
    """Its form takes half a second to render."""
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=100))
    context = app.extensions[CONTEXT]
    kind = documents.find_kind(context, "combat_solitaire", "scenario")
    document = documents.load_from_library(context, kind, "crossroads").document
    begun = documents.begin(context, kind, {**document, "note": "x" * 64 * 1024})
    wish = {"game": kind.game, "kind": kind.name, "document": begun.document}
    doors = (
        lambda client: client.get(f"/documents/edit/{begun.link}"),
        lambda client: client.get(f"/documents/read/{begun.id}"),
        lambda client: client.post("/api/v1/documents/check", json=wish),
        lambda client: client.post("/api/v1/documents/fix", json=wish),
    )
    for number, door in enumerate(doors):
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = f"10.0.0.{number}"
        told = [door(client).status_code for _ in range(12)]
        assert told[0] == 200 and told[-1] == 429, told


def test_rendering_waits_and_then_is_refused(tmp_path: Path) -> None:
    from web.games.combat_commander.service import battles
    from web.service.rendering import RenderRequest

    limits = Limits(drawing_slots=1, drawing_wait=0.05)
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", pages=False, limits=limits))
    context = app.extensions[CONTEXT]
    kept = battles.make_battle(context)
    with ThreadPoolExecutor(1) as pool, context.slots.claim(), pytest.raises(Busy):
        pool.submit(
            battles.render_battle, context, kept.stored.id, "everyone", RenderRequest("text")
        ).result()
    assert battles.render_battle(context, kept.stored.id, "everyone", RenderRequest("text")).body


def test_client_address_behind_a_proxy(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=1, proxies=1, pages=False))
    client = app.test_client()
    statuses = [
        client.get("/api/v1/healthz", headers={"X-Forwarded-For": who}).status_code
        for who in ("1.1.1.1", "2.2.2.2", "1.1.1.1")
    ]
    assert statuses == [200, 200, 429]
    secure = client.get("/nothing", headers={"X-Forwarded-For": "3.3.3.3", "X-Forwarded-Proto": "https"})
    assert secure.headers["Strict-Transport-Security"]
