"""``/cassino``: the game at a glance, the aids for whoever plays, and the sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from flask import Blueprint, Response, render_template, request

from exports.games.thunder_at_cassino.aids import AIDS
from exports.games.thunder_at_cassino.render import made, rendered
from exports.games.thunder_at_cassino.scheme import start_of
from exports.games.thunder_at_cassino.scribe import Scribe
from generator.games.thunder_at_cassino.scenario.document import shelf
from web.api.sending import send
from web.current import LANGUAGES, language
from web.locks import costs
from web.service.errors import NotHere
from web.service.printing import ENDINGS, MIMES, Printed

from ..current import tables, words
from .board import drawn
from .calculator import CALCULATORS, worked_out

blueprint = Blueprint("cassino_pages", __name__, url_prefix="/cassino")
KINDS = {"pdf": "pdf", "txt": "text", "md": "markdown"}
PAPERS = ("a4", "letter")


@blueprint.get("")
def index() -> str:
    """Scenarios to open, aids and sheets to reach, and how far the owner's blanks are filled."""
    said = words()
    scenarios = shelf(said.catalog)
    known = [area for area in said.catalog.casualty_areas if said.catalog.terrain(area) is not None]
    first = next(iter(scenarios.values()))
    return render_template(
        "cassino_index.html",
        words=said,
        setups=said.catalog.setups.values(),
        aids=list(AIDS),
        board=drawn(said, start_of(first, said.catalog)),
        exact=[said.short(area) for area in known],
        of=len(said.catalog.casualty_areas),
    )


@blueprint.get("/aids")
def aids() -> str:
    """Costs, fire, close combat, smoke, rubble, retreats: worked out from what is typed."""
    said = words()
    return render_template(
        "cassino_aids.html",
        words=said,
        calculators=CALCULATORS,
        asked=request.args.get("what", ""),
        given=request.args,
        answer=worked_out(request.args, said),
    )


@blueprint.get("/sheets/<name>.<ending>")
@costs(5)
def sheet(name: str, ending: str) -> Response:
    """A sheet: an aid, or the set-up of a scenario."""
    lang, paper = request.args.get("lang", language()), request.args.get("paper", "a4")
    if ending not in KINDS or lang not in LANGUAGES or paper not in PAPERS:
        raise NotHere
    said = Scribe(tables(), lang)
    kind = cast(Any, KINDS[ending])
    body = rendered(_sheets(name, said), kind, said, paper)
    return send(Printed(body, MIMES[kind], ENDINGS[kind]), f"cassino-{name}")


def _sheets(name: str, said: Scribe) -> list[Any]:
    if name in AIDS:
        return [AIDS[name](said)]
    scenarios: Mapping[str, Any] = shelf(said.catalog)
    if name.removeprefix("setup-") not in scenarios:
        raise NotHere
    return made(scenarios[name.removeprefix("setup-")], said)
