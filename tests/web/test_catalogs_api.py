"""Browse and search the catalogues, and list the procedures."""

from __future__ import annotations

from importlib.metadata import version

import pytest
from flask import Flask

from catalogs import load as load_game
from catalogs.game import games
from catalogs.games.combat_commander import load
from tests.procedures import current


@pytest.fixture
def client(lite: Flask) -> object:
    return lite.test_client()


def test_every_table_has_a_title(client: object) -> None:
    shelves = client.get("/api/v1/catalogs").json
    assert [shelf["table"] for shelf in shelves] == list(load().store.tables)
    for shelf in shelves:
        assert shelf["title"]["es"] and shelf["title"]["en"] and shelf["rules"] and shelf["rows"]


def test_paging_through_a_table(client: object) -> None:
    seen, page = [], 1
    while True:
        found = client.get(f"/api/v1/catalogs/tables/support?page={page}&size=200").json
        seen += [item["id"] for item in found["items"]]
        if not found["items"]:
            break
        page += 1
    assert seen == list(load().support)
    assert found["total"] == len(seen)


@pytest.mark.parametrize(
    ("words", "table", "row"),
    [
        ("mortero ligero alemania", None, None),
        ("light mortar", "support", "american:2:wpn_team_light_mortar"),
        ("MORTERO LIGERO", "support", "american:2:wpn_team_light_mortar"),
        ("compañia fusileros", "orders_of_battle", "american:T:company"),
        ("esser", "leaders", "german:sgt_esser"),
    ],
)
def test_search_ignores_accents_in_both_languages(
    client: object, words: str, table: str | None, row: str | None
) -> None:
    found = client.get("/api/v1/catalogs/search", query_string={"q": words, "size": 200}).json
    if row:
        assert (table, row) in [(item["table"], item["id"]) for item in found["items"]]
    for item in found["items"]:
        assert item["rule"] and item["provenance"]


def test_a_row_has_rule_and_provenance(client: object) -> None:
    row = client.get("/api/v1/catalogs/tables/orders_of_battle/german:A:company").json
    assert row["rule"] == "RS.5" and row["provenance"] == "printed table"
    assert row["label"]["es"] and row["data"]["orders"]


def test_unknown_rows_are_not_found(client: object) -> None:
    assert client.get("/api/v1/catalogs/search?q=xyzzy").json["total"] == 0


def test_every_setting_is_explained(client: object) -> None:
    (battle,) = [each for each in client.get("/api/v1/procedures").json if each["name"] == current("battle")]
    for setting in battle["settings"]:
        assert setting["sentence"]["es"] and setting["sentence"]["en"] and setting["rule"]
        if setting["kind"] == "choice":
            assert setting["choices"]


def test_every_setting_can_be_sent_as_it_is_offered(client: object) -> None:
    (battle,) = [each for each in client.get("/api/v1/procedures").json if each["name"] == current("battle")]
    defaults = {setting["name"]: setting["default"] for setting in battle["settings"]}
    assert client.post("/api/v1/battles", json={"settings": defaults}).status_code == 201


def test_health(client: object) -> None:
    versions = [load_game(name).version for name in games()]
    told = client.get("/api/v1/healthz").json
    assert told.pop("free_bytes") > 0
    assert told == {"status": "ok", "version": version("hora-h"), "catalog": "-".join(versions)}
