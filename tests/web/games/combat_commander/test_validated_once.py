"""A card is held against its schema once for every page and every file."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from schemas import validation

CARD = "games/combat_commander/card"


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every time that a card is held against its schema."""
    found: list[str] = []
    validator = validation.validator

    def counted(name: str) -> Any:
        found.extend([name] * (name == CARD))
        return validator(name)

    monkeypatch.setattr(validation, "validator", counted)
    return found


def test_pages_and_files_of_scenarios(client: FlaskClient, looks: list[str]) -> None:
    begun = client.post("/api/v1/scenarios", json={"new": {"title": "The mill"}})
    assert begun.status_code == 201
    assert len(looks) == 1
    id_, link = begun.json["id"], begun.json["link"]
    for address in (
        f"/scenarios/{id_}",
        "/scenarios/castle-hill",
        f"/scenarios/edit/{link}",
        f"/scenarios/{id_}/card.pdf",
        f"/scenarios/{id_}/pack.pdf?seat=referee",
        f"/scenarios/{id_}/map.svg",
        f"/api/v1/scenarios/{id_}/card.txt",
        f"/api/v1/documents/{id_}/document.txt",
    ):
        looks.clear()
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert len(looks) == 1, address
    for address in ("/scenarios", f"/api/v1/scenarios/{id_}", f"/scenarios/{id_}/versions"):
        looks.clear()
        assert client.get(address).status_code == 200
        assert looks == [], address


def test_pages_and_files_of_battles(client: FlaskClient, looks: list[str]) -> None:
    """A battle was made here: it need not be looked at at all."""
    battle = client.post("/api/v1/battles", json={"seed": "7"}).json["id"]
    looks.clear()
    for address in (f"/battles/{battle}", f"/battles/{battle}/card.pdf", f"/battles/{battle}/card.txt"):
        assert client.get(address).status_code == 200, address
        assert looks == [], address


def test_saving_as_one_types(client: FlaskClient, looks: list[str]) -> None:
    link = client.post("/api/v1/scenarios", json={"new": {}}).json["link"]
    looks.clear()
    sent = {"version": "0", "/title": "The mill", "/marker": "3"}
    saved = client.post(f"/scenarios/edit/{link}", data=sent, headers={"X-Live": "1"})
    assert (saved.status_code, saved.json["version"]) == (200, 1)
    assert len(looks) == 1
