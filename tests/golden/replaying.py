"""Replay a golden transcript and list where its documents differ from those that were kept with it.

A golden file holds

``procedure``, ``settings``, ``seed``   how the game was begun; ``handicap``: the side, if cards have one
``transcript``                          every answer, with its secrecy and who gave it
``documents``                           what it leads to, as the referee sees it
``standing``                            how a campaign stands at the end, as the referee sees it
``views``                               for every other seat: where its view of the documents differs

The version of the catalogues and the copy of the transcript inside a card are left out of the documents.
Texts in several languages must be there, but their words may change: a document tells facts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from catalogs import Catalog
from catalogs.frozen import is_translated
from generator.game import find_procedure
from generator.games.combat_commander.authoring.handicap import handicap
from generator.session import Session, resume
from generator.table import EVERYONE, REFEREE, read_entry

FOLDER = Path(__file__).parent
LEFT_OUT = ("catalog", "transcript")
ABSENT = "(absent)"
WORDED = ("/documents", "/standing")  # parts of a golden file whose texts may be worded anew

Golden = dict[str, Any]


def replay(catalog: Catalog, golden: Mapping[str, Any]) -> Session:
    """Return the finished session that the transcript of a golden file leads to."""
    kind = find_procedure(golden["procedure"])
    settings = kind.read(catalog, golden["settings"])
    session = resume(kind, catalog, settings, golden["seed"], map(read_entry, golden["transcript"]))
    assert session.finished, "the transcript ends before the game does"
    return session


def golden_of(session: Session, handicap_side: str | None = None) -> Golden:
    """Return everything that a golden file keeps of a finished session."""
    kind, catalog = session.procedure, session.catalog
    whole = [make() for make in session.ready(session.seed)]
    if handicap_side:
        whole = [handicap(card, handicap_side, catalog) for card in whole]  # type: ignore[arg-type]
    seen = {
        seat: [_without_left_out(kind.view(card, seat)) for card in whole]
        for seat in (*kind.seats, REFEREE, EVERYONE)
    }
    golden = {
        "procedure": kind.name,
        "seed": session.seed,
        **({"handicap": handicap_side} if handicap_side else {}),
        "settings": kind.write(session.settings),
        "transcript": [entry.json() for entry in session.table.entries],
        "documents": seen[REFEREE],
        "standing": session.standing(REFEREE) if kind.kind == "campaign" else None,
        "views": {
            seat: {place: given for place, _, given in differences(seen[REFEREE], documents)}
            for seat, documents in seen.items()
            if seat != REFEREE
        },
    }
    plain: Golden = json.loads(json.dumps(golden))  # tuples become lists, as in the file
    return plain


def differences(expected: Any, actual: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the JSON pointer, the expected and the actual value of everything that differs."""
    if place.startswith(WORDED) and is_translated(expected) and is_translated(actual):
        return
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in dict.fromkeys((*expected, *actual)):
            yield from differences(expected.get(key, ABSENT), actual.get(key, ABSENT), f"{place}/{key}")
    elif isinstance(expected, list) and isinstance(actual, list):
        for index in range(max(len(expected), len(actual))):
            here = expected[index] if index < len(expected) else ABSENT
            there = actual[index] if index < len(actual) else ABSENT
            yield from differences(here, there, f"{place}/{index}")
    elif expected != actual:
        yield place, expected, actual


def text_of(golden: Golden) -> str:
    """Return a golden file: one line for each answer and for each part of a document."""
    parts = []
    for name, value in golden.items():
        if name == "transcript":
            written = _list_of_lines([_line(entry) for entry in value])
        elif name == "documents":
            written = _list_of_lines([_object_of_lines(document) for document in value])
        elif name == "views" or (name == "standing" and value):
            written = _object_of_lines(value)
        else:
            written = _line(value)
        parts.append(f"{_line(name)}: {written}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _without_left_out(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_left_out(inner) for name, inner in value.items() if name not in LEFT_OUT}
    return [_without_left_out(inner) for inner in value] if isinstance(value, list | tuple) else value


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _list_of_lines(written: Sequence[str]) -> str:
    return "[\n" + ",\n".join(written) + "\n]"


def _object_of_lines(document: Mapping[str, Any]) -> str:
    return "{\n" + ",\n".join(f" {_line(name)}: {_line(value)}" for name, value in document.items()) + "\n}"
