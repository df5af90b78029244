"""Headers and limits."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from web.app import create_app
from web.config import Config
from web.current import CONTEXT
from web.rate_limit import LIMITER
from web.service import documents
from web.service.context import Limits
from web.service.errors import Busy

from .playing import open_table


@pytest.mark.parametrize("path", ["/api/v1/healthz", "/api/v1/docs/", "/nothing", "/api/v1/catalogs"])
def test_every_answer_is_sealed(lite: Flask, path: str) -> None:
    headers = lite.test_client().get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy and "default-src 'none'" in policy
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in policy


def test_what_a_seat_sees_is_kept_nowhere(lite: Flask) -> None:
    company = open_table(lite.test_client())
    for path in ("", "/prompts", "/log", "/record", "/card.json"):
        assert company.axis.get(path).headers["Cache-Control"] == "no-store"


def test_a_drawing_may_have_styles_but_runs_nothing(lite: Flask) -> None:
    client = lite.test_client()
    where = client.post("/api/v1/battles").headers["Location"]
    policy = client.get(f"{where}/map.svg").headers["Content-Security-Policy"]
    assert "script-src" not in policy and "default-src 'none'" in policy and "sandbox" in policy


def test_the_docs_run_without_inline_script_or_foreign_address(lite: Flask) -> None:
    client = lite.test_client()
    page = client.get("/api/v1/docs/").text
    assert "http" not in page.replace("<!doctype html>", "")
    for asset in ("start.js", "assets/swagger-ui-bundle.js", "assets/swagger-ui.css"):
        assert f"/api/v1/docs/{asset}" in page
        assert client.get(f"/api/v1/docs/{asset}").status_code == 200
    assert client.get("/api/v1/docs/assets/../../../etc/passwd").status_code == 404


def test_a_client_that_asks_too_much_is_told_when_to_come_back(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=10, pages=False))
    client = app.test_client()
    answers = [client.get("/api/v1/healthz").status_code for _ in range(12)]
    assert answers.count(200) == 10 and answers[-1] == 429
    told = client.get("/api/v1/healthz")
    assert told.content_type == "application/problem+json"
    assert int(told.headers["Retry-After"]) >= 1
    assert client.get("/api/v1/healthz", environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 200


def test_dear_requests_pay_more(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=12, pages=False))
    client = app.test_client()
    assert [client.post("/api/v1/battles").status_code for _ in range(3)] == [201, 201, 429]


def test_a_search_for_balance_pays_most(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=140, pages=False))
    client, wish = app.test_client(), {"settings": {"balance": "close"}}
    first = client.post("/api/v1/battles", json=wish)
    assert first.status_code == 201
    assert client.post("/api/v1/battles", json={"again": {"battle": first.json["id"]}}).status_code == 201
    told = client.post("/api/v1/battles", json=wish)
    assert (told.status_code, told.content_type) == (429, "application/problem+json")
    assert int(told.headers["Retry-After"]) > 1
    assert client.post("/api/v1/battles").status_code == 201  # a battle as it comes is cheap


def test_what_was_refused_costs_nothing(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=12, pages=False))
    client = app.test_client()
    dear = [client.post("/api/v1/battles").status_code for _ in range(4)]
    assert dear == [201, 201, 429, 429]
    assert [client.get("/api/v1/healthz").status_code for _ in range(3)] == [200, 200, 429]


def test_a_store_that_does_not_answer_refuses_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=1, pages=False))

    def away(*_: object, **__: object) -> bool:
        raise ConnectionError("the store does not answer")

    monkeypatch.setattr(app.extensions[LIMITER].limiter, "hit", away)
    client = app.test_client()
    assert [client.get("/api/v1/healthz").status_code for _ in range(3)] == [200] * 3


def test_unknown_addresses_are_paid_for_too(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=10, pages=False))
    client = app.test_client()
    assert [client.get("/nothing").status_code for _ in range(11)] == [404] * 10 + [429]


@pytest.fixture
def club(tmp_path: Path) -> Flask:
    """A service that lets an address spend a hundred a minute, and a seat fifty."""
    return create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=100))


def test_thirty_players_behind_one_address_do_not_disturb_each_other(club: Flask) -> None:
    tables = [
        open_table(club.test_client()) for _ in range(15)
    ]  # 75 of the hundred; the rest of their address they share with whoever else is there
    players = [player for company in tables for player in (company.axis, company.allied)]
    for _ in range(40):
        assert {player.get("/prompts").status_code for player in players} == {200}
    stranger = club.test_client()
    told = [stranger.get("/api/v1/healthz").status_code for _ in range(40)]
    assert told.count(200) == 25 and told[-1] == 429
    assert {player.get("/prompts").status_code for player in players} == {200}
    assert {club.test_client().get(f"/tables/{player.link}").status_code for player in players} == {200}


def test_a_player_who_asks_too_much_stops_himself_alone(club: Flask) -> None:
    company = open_table(club.test_client())
    told = [company.axis.get("/prompts").status_code for _ in range(60)]
    assert told.count(200) == 50 and told[-1] == 429
    assert company.allied.get("/prompts").status_code == 200
    elsewhere = {"REMOTE_ADDR": "10.0.0.9"}
    assert club.test_client().get(f"/tables/{company.axis.link}", environ_base=elsewhere).status_code == 429


def test_who_follows_along_pays_nothing(club: Flask) -> None:
    company = open_table(club.test_client())
    client, where = club.test_client(), f"/api/v1/tables/{company.axis.table}"
    tag = company.axis.get().headers["ETag"]
    headers = {**company.axis.headers, "If-None-Match": tag}
    for link in (company.axis.link, company.axis.table):
        assert {client.get(f"/tables/{link}/version").status_code for _ in range(150)} == {200}
    assert {client.get(where, headers=headers).status_code for _ in range(150)} == {304}


def test_whoever_guesses_links_pays_with_his_address(club: Flask) -> None:
    client = club.test_client()
    told = [client.get(f"/tables/{'a' * 30}{chr(98 + n % 20)}2").status_code for n in range(120)]
    assert told.count(404) == 100 and told[-1] == 429


def test_all_the_seats_of_one_address_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens tables only to have many links is stopped by his address all the same."""
    monkeypatch.setattr("web.rate_limit.SEATS_OF_ADDRESS", 1)
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=100, pages=False))
    companies = [open_table(app.test_client()) for _ in range(3)]
    seats = [seat for each in companies for seat in (each.axis, each.allied, each.referee)]
    told = [seat.get("/prompts").status_code for _ in range(20) for seat in seats]
    assert told.count(200) == 100 and told[-1] == 429


def test_a_long_document_costs_by_its_length(tmp_path: Path) -> None:
    """Its form takes half a second, and cost no more than a picture."""
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=100))
    context = app.extensions[CONTEXT]
    kind = documents.kind_of(context, "combat_solitaire", "scenario")
    document = documents.on_shelf(context, kind, "crossroads").document
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


def test_printing_waits_its_turn_and_then_gives_up(tmp_path: Path) -> None:
    from web.games.combat_commander.service import battles
    from web.service.printing import Wish

    limits = Limits(printers=1, printer_wait=0.05)
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", pages=False, limits=limits))
    context = app.extensions[CONTEXT]
    kept = battles.make(context)
    with context.printers, pytest.raises(Busy):
        battles.printed(context, kept.stored.id, "everyone", Wish("text"))
    assert battles.printed(context, kept.stored.id, "everyone", Wish("text")).body


def test_behind_a_proxy_the_client_is_the_one_it_names(tmp_path: Path) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path / 'x.db'}", rate=1, proxies=1, pages=False))
    client = app.test_client()
    statuses = [
        client.get("/api/v1/healthz", headers={"X-Forwarded-For": who}).status_code
        for who in ("1.1.1.1", "2.2.2.2", "1.1.1.1")
    ]
    assert statuses == [200, 200, 429]
    secure = client.get("/nothing", headers={"X-Forwarded-For": "3.3.3.3", "X-Forwarded-Proto": "https"})
    assert secure.headers["Strict-Transport-Security"]
