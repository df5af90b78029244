"""Forms of every kind of document: the form returns the document it was made from."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from catalogs import load
from exports.game import formatter
from generator.game import games
from schemas import validation
from web.app import create_app
from web.config import Config
from web.games.registry import games as pages_of
from web.http.request_context import CONTEXT
from web.pages import document_form
from web.pages.document_form import Form, Node
from web.service import documents, owner_data

pytestmark = pytest.mark.usefixtures("toy_game")


@pytest.fixture(autouse=True)
def words(lite: Any) -> Any:
    """Use the pages' translations of yes and no."""
    with lite.test_request_context("/"):
        yield


def sent(node: Node) -> list[tuple[str, str]]:
    """Return the fields that a browser sends for an untouched form."""
    found: list[tuple[str, str]] = []
    if not node.there:
        return found
    mark = {"object": "has", "list": "n", "map": "m", "ticks": "t", "lines": "l", "raw": "raw"}
    if node.kind == "field":
        assert node.widget is not None
        found.append((node.place, node.widget.value))
    elif node.kind in ("lines", "raw"):
        found.append((f"{mark[node.kind]}:{node.place}", node.text))
    else:
        found.append((f"{mark[node.kind]}:{node.place}", str(len(node.children) or 1)))
    if node.kind in ("list", "map"):
        found[-1] = (found[-1][0], str(len(node.children)))
    found += [(node.place, value) for value, _, on in node.ticks if on]
    for child in node.children:
        if node.kind == "map":
            found.append((f"k:{child.place}", child.key))
        found += sent(child)
    return found


def told(value: Any) -> Any:
    """Return a document without empty fields, which equal missing ones."""
    if isinstance(value, dict):
        return {key: told(each) for key, each in value.items() if each not in (None, "", [])}
    return [told(each) for each in value] if isinstance(value, list) else value


def test_form_round_trip_of_every_document() -> None:
    for game in games().values():
        catalog = load(game.id)
        for kind in game.authored:
            if kind.kind in pages_of()[game.id].document_pages:
                continue  # its own pages show it, and no form
            name = validation.find_schema_name(game.id, kind.schema)
            rules = validation.schema(name)
            form = Form(
                formatter(catalog, "en"),
                lambda field, kind=kind, catalog=catalog: kind.offers(catalog, field),
            )
            for document in (kind.blank(catalog), *kind.shelf(catalog).values()):
                tree = document_form.make_node(form, name, rules, dict(document), (), kind.kind)
                again = document_form.read_document(name, rules, MultiDict(sent(tree)))
                assert told(again) == told(dict(document)), (game.id, kind.kind)
                problems = list(validation.problems(again, name))
                assert not problems, (game.id, kind.kind, problems[:3])


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_kind_has_pages_and_forms(tmp_path: Any, lang: str) -> None:
    """Created blank and from the library; no page shows an id without a label."""
    app = create_app(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0))
    client, context = app.test_client(), app.extensions[CONTEXT]
    client.set_cookie("lang", lang)
    get = partial(client.get, follow_redirects=True)  # a kind may have pages of its own
    for kind in documents.list_kinds(context):
        shelf = list(kind.about.shelf(kind.catalog))
        assert get(f"/documents/{kind.game}/{kind.name}").status_code == 200
        for name in shelf[:2]:
            assert get(f"/documents/{kind.game}/{kind.name}/{name}").status_code == 200, name
        for document in (None, *(dict(kind.about.shelf(kind.catalog)[name]) for name in shelf[:1])):
            begun = documents.begin(context, kind, document)
            page = get(f"/documents/edit/{begun.link}")
            assert page.status_code == 200, (kind.game, kind.name)
            assert get(f"/documents/read/{begun.id}").status_code == 200
        words = kind.catalog.term(f"kind.{kind.name}", lang)
        assert words in get(f"/documents/{kind.game}/{kind.name}").text
    for game in owner_data.games_with_blanks():
        steps = owner_data.fill_progress(context, game, None)
        assert get(f"/owner-data/{game}").status_code == 200
        for number in range(1, len(steps) + 1):
            assert get(f"/owner-data/{game}/{number}").status_code == 200, (game, number)
    context.repository.engine.dispose()
