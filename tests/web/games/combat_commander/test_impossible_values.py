"""Values that do not exist are refused wherever a card is printed or rehearsed, with the field's name."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from catalogs.games.combat_commander import load
from schemas.json_pointer import put
from web.cli import main

CASES = [  # place, value, the place that is named
    ("/marker", -500, "/marker"),
    ("/map/number", 998, "/map/number"),
    ("/sides/axis/faction", "martian", "/sides/axis/faction"),
    ("/sides/allied/leaders", ["russian:nobody"], "/sides/allied/leaders/0"),
    ("/sides/axis/counters", {"german:nothing": 2}, "/sides/axis/counters/german:nothing"),
    ("/rules/modules", ["nowhere"], "/rules/modules/0"),
    ("/rules/optional", ["V99"], "/rules/optional/0"),
]
each_case = pytest.mark.parametrize(("place", "value", "named"), CASES, ids=[case[0] for case in CASES])


def changed(place: str, value: Any) -> dict[str, Any]:
    card = copy.deepcopy(dict(load().scenarios["castle-hill"]))
    put(card, place, value)
    return card


@each_case
def test_pages_and_api(client: FlaskClient, place: str, value: Any, named: str) -> None:
    card = changed(place, value)
    begun = client.post("/api/v1/scenarios", json={"card": card}).json  # a draft may be stored
    for address in (
        f"/api/v1/scenarios/{begun['id']}/card.txt",
        f"/api/v1/scenarios/{begun['id']}/card.pdf",
        f"/api/v1/documents/{begun['id']}/document.txt",
    ):
        answer = client.get(address)
        assert (answer.status_code, answer.json["code"]) == (422, "IMPOSSIBLE"), address
        assert f"{named}: " in answer.json["detail"], address
    for address in (f"/scenarios/{begun['id']}/card.pdf", f"/documents/read/{begun['id']}/card.md"):
        page = client.get(address)
        assert (page.status_code, named in page.text) == (422, True), address
    shown = client.get(f"/scenarios/{begun['id']}")
    assert (shown.status_code, 'id="findings"' in shown.text) == (200, True)
    assert client.get(f"/scenarios/edit/{begun['link']}").status_code == 200
    answer = client.post("/api/v1/rehearsals", json={"card": card, "times": 1})
    assert (answer.status_code, f"{named}: " in answer.json["detail"]) == (422, True)
    sent = {"scenario": begun["id"], "times": "1"}
    page = client.post("/rehearsals", data=sent, headers={"Sec-Fetch-Site": "same-origin"})
    assert (page.status_code, named in page.text) == (422, True)


@each_case
@pytest.mark.parametrize("words", [("print",), ("scenario", "print"), ("rehearse", "--times", "1")])
def test_commands(tmp_path: Path, words: tuple[str, ...], place: str, value: Any, named: str) -> None:
    file = tmp_path / "card.json"
    file.write_text(json.dumps(changed(place, value)), encoding="utf-8")
    out = [] if words[0] == "rehearse" else ["--out", str(tmp_path / "out")]
    done = CliRunner().invoke(main, [*words, str(file), *out])
    assert (done.exit_code, f"{named}: " in done.output) == (2, True), done.output
    assert not (tmp_path / "out").exists()
