"""Verification of dice: any manipulation is found, by the service, by a player's copy and by command."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogs import Catalogs
from generator.verify import verify
from schemas.errors import HorahError
from tests.chance import known_seeds
from tests.words import sentence
from web.cli import main

from .playing import Company, open_table, play

Record = dict[str, Any]


@pytest.fixture(scope="module")
def companies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Company]:
    """Return finished tables with each kind of dice."""
    from web.app import create_app
    from web.config import Config

    folder = tmp_path_factory.mktemp("verify")
    client = create_app(Config(f"sqlite:///{folder / 'x.db'}", rate=0, pages=False)).test_client()
    found = {}
    for dice in ("two", "fate", "typed"):
        with known_seeds(f"verify {dice}"):
            found[dice] = open_table(client, settings={"dice": dice})
            play(found[dice], Random(dice).randrange)
    return found


@pytest.mark.parametrize("dice", ["two", "fate", "typed"])
@pytest.mark.parametrize("seat", ["axis", "allied", "watcher", "referee"])
def test_every_seat_can_verify_its_record(companies: dict[str, Company], dice: str, seat: str) -> None:
    verdict = verify(Catalogs(), companies[dice].seat(seat).get("/record").json)
    assert verdict.sound, verdict.findings
    assert verdict.checked and verdict.sealed == (0 if seat == "referee" else 2)


def flip(entry: Record) -> None:
    entry["answer"] = [7 - die for die in entry["answer"]]


def other_chit(entry: Record) -> None:
    entry["answer"] = "A" if entry["answer"] != "A" else "B"


TOUCHES: dict[str, tuple[str, Callable[[Record], None]]] = {
    "a roll": ("roll", flip),
    "an open draw": ("open_chit", other_chit),
    "a secret draw": ("secret_chit", other_chit),
}


@pytest.mark.parametrize("touch", TOUCHES)
@pytest.mark.parametrize("dice", ["two", "fate"])
def test_changed_die_is_found(companies: dict[str, Company], dice: str, touch: str) -> None:
    record = deepcopy(companies[dice].referee.get("/record").json)
    what, change = TOUCHES[touch]
    entry = [e for e in record["entries"] if what in (e["kind"], e["ask"])][-1]
    change(entry)
    verdict = verify(Catalogs(), record)
    assert not verdict.sound
    assert verdict.findings[0].n == entry["n"]


def test_changed_roll_is_found_in_the_public_record(companies: dict[str, Company]) -> None:
    record = deepcopy(companies["two"].watcher.get("/record").json)
    flip([e for e in record["entries"] if e["kind"] == "roll"][-1])
    assert not verify(Catalogs(), record).sound


@pytest.mark.parametrize("part", ["open", "whole"])
def test_wrong_seed_is_found(companies: dict[str, Company], part: str) -> None:
    record = deepcopy(companies["two"].referee.get("/record").json)
    record["seeds"][0]["commitments"][part] = "0" * 64
    finding = verify(Catalogs(), record).findings[0]
    assert finding.message.key == "verdict.other_seed"


def test_truncated_record_is_found(companies: dict[str, Company]) -> None:
    record = deepcopy(companies["two"].referee.get("/record").json)
    record["entries"] = record["entries"][:-1]
    assert verify(Catalogs(), record).findings[0].message.key == "verdict.too_short"


def test_illegal_answer_is_found(companies: dict[str, Company]) -> None:
    record = deepcopy(companies["two"].referee.get("/record").json)
    place = next(e["n"] for e in record["entries"] if e["kind"] == "choose")
    record["entries"][place]["answer"] = "nonsense"
    assert verify(Catalogs(), record).findings[-1].n == place


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"format": "hora-h/table/1"},
        {"format": "hora-h/table/1", "finished": False},
        {"format": "hora-h/table/1", "finished": True, "seeds": [], "entries": []},
        {"format": "hora-h/table/1", "finished": True, "seeds": 7, "entries": []},
        {"format": "hora-h/card/1"},
        {"format": "hora-h/card/1", "seed": "1"},
        {"format": "hora-h/card/1", "seed": "1", "transcript": {"entries": [7]}},
    ],
)
def test_invalid_record_is_refused(record: Record) -> None:
    with pytest.raises(HorahError) as refused:
        verify(Catalogs(), record)
    assert refused.value.code in ("BAD_RECORD", "NO_SEED", "DEPARTED")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_record_or_a_card_of_another_version_is_refused(companies: dict[str, Company], lang: str) -> None:
    record = deepcopy(companies["two"].referee.get("/record").json)
    record["procedure"] = "battle/0"
    card = deepcopy(companies["two"].referee.get("/card.json").json)
    card["transcript"]["procedure"] = "battle/0"
    for found in (record, card):
        with pytest.raises(HorahError) as refused:
            verify(Catalogs(), found)
        assert refused.value.code == "OTHER_VERSION"
        made = "Open it with that version" if lang == "en" else "Ábralo con esa versión"
        assert "battle/0" in sentence(refused.value, lang) and made in sentence(refused.value, lang)


def test_the_command(companies: dict[str, Company], tmp_path: Path) -> None:
    record = companies["two"].referee.get("/record").json
    sound, touched = tmp_path / "sound.json", tmp_path / "touched.json"
    sound.write_text(json.dumps(record))
    flip(next(e for e in record["entries"] if e["kind"] == "roll"))
    touched.write_text(json.dumps(record))
    run = CliRunner().invoke
    good = run(main, ["verify", str(sound)])
    assert (good.exit_code, "The dice are honest" in good.output) == (0, True)
    bad = run(main, ["verify", str(touched), "--json"])
    assert (bad.exit_code, json.loads(bad.output)["sound"]) == (1, False)
    none = run(main, ["verify", "-"], input="[]")
    assert (none.exit_code, "is not a Hora H file" in none.output) == (2, True)


def test_battle_card_can_be_verified(lite: Flask) -> None:
    client = lite.test_client()
    where = client.post("/api/v1/battles", json={"settings": {"axis_player": "first"}}).headers["Location"]
    for seat in ("referee", "everyone", "axis"):
        card = client.get(f"{where}/card.json?seat={seat}").json
        verdict = client.post("/api/v1/verifications", json=card)
        assert verdict.json["sound"], verdict.json
        flip(next(e for e in card["transcript"]["entries"] if e["kind"] == "roll"))
        assert not client.post("/api/v1/verifications", json=card).json["sound"]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in a document."""
    inside = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document)
        if isinstance(document, list)
        else ()
    )
    return [path, *(place for key, value in inside for place in places(value, (*path, key)))]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_fuzzed_record_gives_a_verdict_or_an_error(
    companies: dict[str, Company], data: st.DataObject
) -> None:
    record = deepcopy(companies["fate"].referee.get("/record").json)
    *path, last = data.draw(st.sampled_from(places(record)[1:]))
    target = record
    for step in path:
        target = target[step]
    target[last] = data.draw(JSON)
    answer = companies["fate"].axis.client.post("/api/v1/verifications", json=record)
    assert answer.status_code in (200, 422), answer.text
