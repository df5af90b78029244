"""Every card can be rehearsed by command, page and API, or is refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from catalogs.games.combat_commander import load
from generator.games.combat_commander.authoring.scenario import from_battle
from generator.games.combat_commander.authoring.scenario import new as new_card
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from schemas.validation import schema
from web.cli import main
from web.service import jobs

CATALOG = load()
OPEN_CARD = "To rehearse this scenario, fill in the VP marker, Time"  # hill-236 prints neither VP nor Time


def only_required(document: Any, rules: Any, root: Any) -> Any:
    """Return a card with nothing but the fields that its schema requires."""
    if "$ref" in rules:
        rules = root["$defs"][rules["$ref"].rpartition("/")[2]]
    if isinstance(document, dict) and "properties" in rules:
        kept = {name: value for name, value in document.items() if name in rules.get("required", ())}
        return {name: only_required(value, rules["properties"][name], root) for name, value in kept.items()}
    return document


def written_by_hand() -> dict[str, Any]:
    root = schema("games/combat_commander/card")
    card = only_required(new_card(CATALOG, "german", "russian", 1943, 1), root, root)
    sheet = CATALOG.maps[1].objectives
    assert sheet is not None
    card["map"]["objectives"] = {str(number): hex_id for number, hex_id in sheet.items()}
    card["rules"] = {"text": ["It snows."]}
    return card  # type: ignore[no-any-return]


CARDS: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "castle-hill": (lambda: dict(CATALOG.scenarios["castle-hill"]), ""),
    "hill-236": (lambda: dict(CATALOG.scenarios["hill-236"]), OPEN_CARD),
    "new": (lambda: new_card(CATALOG, "german", "russian", 1943, 1), ""),
    "imported": (lambda: from_battle(make(CATALOG, Settings(map=1), "15").card(), "imported"), ""),
    "by hand": (written_by_hand, ""),
}


def test_the_library_is_covered() -> None:
    assert set(CATALOG.scenarios) <= set(CARDS)


@pytest.mark.parametrize("name", CARDS)
def test_by_command(name: str, tmp_path: Path) -> None:
    make_card, refusal = CARDS[name]
    file = tmp_path / "card.json"
    file.write_text(json.dumps(make_card()), encoding="utf-8")
    result = CliRunner().invoke(main, ["rehearse", str(file), "--times", "1", "--cores", "1"])
    assert not isinstance(result.exception, KeyError | AttributeError)
    if refusal:
        assert (result.exit_code != 0, refusal in result.stderr) == (True, True)
    else:
        assert "Rehearsal: 1 fight of this scenario" in result.stdout


@pytest.mark.parametrize("name", CARDS)
def test_by_api_and_page(name: str, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "ensure_worker", lambda context: None)
    make_card, refusal = CARDS[name]
    answer = client.post("/api/v1/rehearsals", json={"card": make_card(), "times": 1})
    if refusal:
        assert answer.status_code == 422
        assert refusal in answer.get_json()["detail"]
        return
    assert answer.status_code == 202, answer.get_json()
    page = client.get(f"/rehearsals/{answer.get_json()['id']}?lang=en")
    assert page.status_code == 200
    film = client.get(f"/rehearsals/{answer.get_json()['id']}/film?lang=en")
    assert film.status_code == 200
    assert "Set-up" in film.text
