"""Documents with a missing or odd part: no page, file, API answer or rehearsal fails with status 500.

Documents are stored past the checks, as a restored database or another version may bring them.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import authoring
from generator.game import games, list_procedures
from generator.settings_check import document_settings
from schemas import validation
from schemas.fields import home_schema, resolve_references
from tests.web.apps import served
from web.config import Config
from web.http.request_context import CONTEXT
from web.service import documents, jobs
from web.service.context import Context
from web.service.document_summary import summarize
from web.service.documents import Kind
from web.service.tokens import link_hash, new_id, new_link
from web.storage import documents as storage
from web.storage.documents import Stored, StoredVersion
from web.storage.records import now

Place = tuple[str | int, ...]
Request = tuple[str, str, Mapping[str, Any]]  # method, address, arguments of the client
KINDS = [(game.id, kind.kind) for game in games().values() for kind in game.authored]
GONE: Any = object()
BENT = (
    GONE, None, "", "x", "<b>", -500, 0, 1.5, 10**9, True, [], {}, [None], ["x"], {"x": 1}, [[1]], "9" * 50,
)  # fmt: skip
DEEPEST = 5  # steps into a document
EXAMPLES, SOAK_EXAMPLES = 8, 300  # for each kind of document


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("damaged")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(jobs, "ensure_worker", lambda context: None)  # a rehearsal is accepted or refused
        with served(Config(f"sqlite:///{folder / 'pages.db'}", rate=0)) as app:
            yield app


@pytest.fixture(scope="module")
def context(site: Flask) -> Context:
    found: Context = site.extensions[CONTEXT]
    return found


@pytest.fixture(scope="module")
def client(site: Flask) -> FlaskClient:
    return site.test_client()


def sound_document(kind: Kind) -> dict[str, Any]:
    """Return a document of the game's library, or a blank one."""
    shelf = kind.about.shelf(kind.catalog)
    return copy.deepcopy(dict(next(iter(shelf.values()), None) or kind.about.blank(kind.catalog)))


def places_of(name: str, rules: Mapping[str, Any], document: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of every field that the schema names, and of those that the document adds."""
    if place:
        yield place
    if len(place) == DEEPEST:
        return
    found = resolve_references(name, rules)
    for form in (found, *found.get("oneOf", ()), *found.get("anyOf", ())):
        rest = resolve_references(home_schema(name, found), form)
        at = home_schema(home_schema(name, found), rest)
        for key, inner in rest.get("properties", {}).items():
            value = document.get(key) if isinstance(document, dict) else None
            yield from places_of(at, inner, value, (*place, key))
        if isinstance(document, dict) and isinstance(rest.get("additionalProperties"), dict):
            for key in [*document][:2]:
                yield from places_of(at, rest["additionalProperties"], document[key], (*place, key))
        if isinstance(document, list) and document and "items" in rest:
            yield from places_of(at, rest["items"], document[0], (*place, 0))


def bend(document: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    """Return the document with one field dropped or set to a value; its parents are created."""
    result = copy.deepcopy(document)
    inside: Any = result
    for step in place[:-1]:
        if isinstance(inside, dict) and not isinstance(inside.get(step), dict | list):
            inside[step] = {}
        inside = inside[step]
    if value is not GONE:
        inside[place[-1]] = value
    elif isinstance(inside, dict):
        inside.pop(place[-1], None)
    else:
        del inside[place[-1]]
    return result


def store(context: Context, kind: Kind, document: dict[str, Any]) -> tuple[str, str]:
    """Store a document as it is; return its id and its link."""
    link = new_link()
    stored = Stored(new_id(), link_hash(link), now(), kind.game, kind.name, "")
    first = StoredVersion(stored.id, 0, document, "", True, stored.made_at)
    storage.add(context.repository, stored, first, summarize(kind.game, kind.name, document))
    return stored.id, link


def requests_for(kind: Kind, id_: str, link: str, document: dict[str, Any]) -> Iterator[Request]:
    """Yield every request that reads a document."""
    which = {"game": kind.game, "kind": kind.name}
    bearer = {"headers": {"Authorization": f"Bearer {link}"}}
    yield "get", f"/documents/{kind.game}/{kind.name}", {}
    yield "get", f"/documents/read/{id_}", {}
    yield "get", f"/documents/edit/{link}", {"follow_redirects": True}
    for file in ("card.pdf", "card.txt", "card.md", "card.json"):
        yield "get", f"/documents/read/{id_}/{file}", {}
        yield "get", f"/documents/edit/{link}/{file}", {}
    yield "post", f"/documents/edit/{link}", {"data": {"do": "save", "version": "0"}}
    yield "post", f"/documents/edit/{link}/restore", {"data": {"version": "0"}}
    yield "post", f"/documents/{kind.game}/{kind.name}", {"data": {"way": "copy", "document": id_}}
    yield (
        "post",
        f"/documents/{kind.game}/{kind.name}",
        {"data": {"way": "import", "text": json.dumps(document)}},
    )
    yield "get", f"/api/v1/documents?game={kind.game}&kind={kind.name}", {}
    yield "get", f"/api/v1/documents/{id_}", {}
    yield "get", f"/api/v1/documents/{id_}", bearer
    yield "get", f"/api/v1/documents/{id_}/document.txt", {}
    yield "get", f"/api/v1/documents/{id_}/document.pdf", bearer
    for action in ("", "/check", "/fix"):
        yield "post", f"/api/v1/documents{action}", {"json": {**which, "document": document}}
    for procedure in list_procedures():
        if procedure.game == kind.game:
            for name, takes in document_settings(procedure, kind.catalog).items():
                if takes == kind.name:
                    wish = {"procedure": procedure.name, "settings": {name: document}}
                    yield "post", "/api/v1/tables", {"json": wish}
    if (kind.game, kind.name) == ("combat_commander", "scenario"):
        yield from requests_for_scenario(id_, link, document)
    if (kind.game, kind.name) == ("combat_commander", "battlefield"):
        yield from requests_for_battlefield(id_, link, document)


def requests_for_scenario(id_: str, link: str, card: dict[str, Any]) -> Iterator[Request]:
    yield "get", "/scenarios", {}
    yield "get", "/api/v1/scenarios", {}
    yield "get", f"/scenarios/{id_}", {}
    yield "get", f"/scenarios/{id_}?seat=axis", {}
    files = ("card.pdf", "pack.pdf", "counters.pdf", "preview.png", "forum.txt", "setup.txt", "map.svg")
    for file in (*files, "battle.vsav"):
        yield "get", f"/scenarios/{id_}/{file}?seat=referee", {}
    yield "get", f"/scenarios/{id_}/versions", {}
    yield "get", f"/scenarios/edit/{link}", {"follow_redirects": True}
    yield "get", f"/scenarios/edit/{link}/versions", {}
    for action in ("save", "fix-all:error-warning", "follow", "put:C3", "add:/notes", "custom"):
        sent = {"do": action, "version": "0", "tool": "marker:rubble"}
        yield "post", f"/scenarios/edit/{link}", {"data": sent, "headers": {"X-Live": "1"}}
    for action in ("fill", "handicap", "restore"):
        sent = {"side": "axis", "version": "0", "keep": ["year", "map"], "axis": "force", "allied": "faction"}
        yield "post", f"/scenarios/edit/{link}/{action}", {"data": sent}
    yield "post", "/scenarios", {"data": {"way": "copy", "scenario": id_}}
    yield "post", "/scenarios", {"data": {"way": "import", "text": json.dumps(card)}}
    yield "post", "/rehearsals", {"data": {"scenario": id_, "times": "1"}}
    yield "get", f"/api/v1/scenarios/{id_}", {}
    yield "get", f"/api/v1/scenarios/{id_}/card.txt?seat=referee", {}
    yield "post", "/api/v1/scenarios", {"json": {"card": card}}
    yield "post", "/api/v1/scenarios", {"json": {"part": card}}
    yield "post", "/api/v1/rehearsals", {"json": {"card": card, "times": 1}}
    for action, more in (
        ("check", {}),
        ("price", {}),
        ("fix", {"severities": ["E", "W"]}),
        ("follow", {}),
        ("handicap", {"side": "axis"}),
    ):
        yield "post", f"/api/v1/scenarios/{action}", {"json": {"card": card, **more}}


def requests_for_battlefield(id_: str, link: str, document: dict[str, Any]) -> Iterator[Request]:
    yield "get", "/battlefields", {}
    for address in ("", "/look?from=C3", "/small.svg", "/battlefield.json", "/map.pdf"):
        yield "get", f"/battlefields/kept/{id_}{address}", {}
    yield "get", f"/battlefields/kept/edit/{link}", {"follow_redirects": True}
    yield "post", f"/battlefields/kept/{id_}/scenario", {}
    yield "post", "/battles", {"data": {"has-kept_battlefield": "1", "kept_battlefield": id_}}
    yield "post", "/api/v1/battlefields/changes", {"json": {"document": document, "changes": []}}
    sent = {"document": json.dumps(document), "hex": "C3", "tool": "terrain:woods"}
    for address in ("edit", "edit/paper", "kept"):
        yield "post", f"/battlefields/{address}", {"data": sent}


def visit(client: FlaskClient, context: Context, kind: Kind, document: dict[str, Any]) -> dict[str, int]:
    """Send every request for a stored document; return the status of each."""
    id_, link = store(context, kind, document)
    statuses = {}
    for method, address, wish in requests_for(kind, id_, link, document):
        headers = {"Sec-Fetch-Site": "same-origin", **wish.get("headers", {})}
        answer = client.open(address, method=method, **{**wish, "headers": headers})
        statuses[f"{method} {address.replace(id_, 'ID').replace(link, 'LINK')}"] = answer.status_code
    return statuses


def check_damaged_document(
    client: FlaskClient, context: Context, game: str, name: str, data: st.DataObject
) -> None:
    kind = documents.find_kind(context, game, name)
    document = sound_document(kind)
    schema = validation.find_schema_name(game, kind.about.schema)
    places = sorted({*places_of(schema, validation.schema(schema), document)} - {("format",)}, key=str)
    place = data.draw(st.sampled_from(places))
    damaged = bend(document, place, data.draw(st.sampled_from(BENT)))
    failed = [request for request, status in visit(client, context, kind, damaged).items() if status >= 500]
    assert failed == [], place


@pytest.mark.parametrize(("game", "name"), KINDS)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_no_request_fails(
    client: FlaskClient, context: Context, game: str, name: str, data: st.DataObject
) -> None:
    check_damaged_document(client, context, game, name, data)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "name"), KINDS)
@settings(max_examples=SOAK_EXAMPLES)
@given(data=st.data())
def test_no_request_fails_in_a_long_run(
    client: FlaskClient, context: Context, game: str, name: str, data: st.DataObject
) -> None:
    check_damaged_document(client, context, game, name, data)


@pytest.mark.parametrize(("game", "name"), KINDS)
def test_author_can_open_a_damaged_document(
    client: FlaskClient, context: Context, game: str, name: str
) -> None:
    """The form shows what is wrong, whichever part is missing."""
    kind = documents.find_kind(context, game, name)
    document = sound_document(kind)
    for field in document.keys() - {"format"}:
        damaged = bend(document, (field,), GONE)
        violations = [*authoring.find_schema_violations(game, kind.about, damaged)]
        _, link = store(context, kind, damaged)
        answer = client.get(f"/documents/edit/{link}", follow_redirects=True)
        if name != "battlefield":  # its editor draws the ground and needs all of it
            assert answer.status_code == 200, (field, answer.status_code)
        if violations and name == "scenario":
            assert "finding" in answer.text or "said" in answer.text, field
