"""Documents of every game have the same size limit, at every door."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from catalogs import load
from generator.game import find_authored, games
from schemas import limits
from web.cli import main

KINDS = [(game.id, kind.kind) for game in games().values() for kind in game.authored]


def large_document(game: str, kind: str) -> dict[str, Any]:
    """Return a document that is larger than the limit by a few bytes."""
    about = find_authored(game, kind)
    document = about.blank(load(game))
    rest = limits.MAX_DOCUMENT_BYTES - len(json.dumps(document))
    return {**document, about.title: "x" * (rest + 100)}


def test_limits_carry_their_unit() -> None:
    names = [name for name in vars(limits) if name.isupper()]
    units = ("BYTE", "BYTES", "MEBIBYTES", "LENGTH", "NOTE", "STEPS", "PICTURES", "ROWS")
    assert [name for name in names if not name.endswith(units)] == []
    assert limits.MAX_DOCUMENT_BYTES < limits.MAX_REQUEST_BYTES


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_large_document_is_refused(client: FlaskClient, game: str, kind: str) -> None:
    document = large_document(game, kind)
    answer = client.post("/api/v1/documents", json={"game": game, "kind": kind, "document": document})
    assert (answer.status_code, "192 KB" in answer.json["detail"]) == (422, True)
    sent = {"way": "import", "text": json.dumps(document)}
    page = client.post(f"/documents/{game}/{kind}", data=sent, headers={"Sec-Fetch-Site": "same-origin"})
    assert (page.status_code, "192 KB" in page.text) == (422, True)


@pytest.mark.parametrize("door", ["scenarios", "scenarios/price", "scenarios/fix", "rehearsals"])
def test_large_card_is_refused_by_the_api(client: FlaskClient, door: str) -> None:
    card = large_document("combat_commander", "scenario")
    more = {"severities": ["E"]} if door.endswith("fix") else {}
    answer = client.post(f"/api/v1/{door}", json={"card": card, **more})
    assert (answer.status_code, "192 KB" in answer.json["detail"]) == (422, True)


@pytest.mark.parametrize("words", [("scenario", "check"), ("print",), ("rehearse",)])
def test_large_card_is_refused_by_commands(tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "card.json"
    file.write_text(json.dumps(large_document("combat_commander", "scenario")), encoding="utf-8")
    done = CliRunner().invoke(main, [*words, str(file)])
    assert (done.exit_code, "192 KB" in done.output) == (2, True), done.output
