"""``/cassino``: overview of the game, aids and sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from flask import Blueprint, Response, render_template, request

from exports.games.thunder_at_cassino.aid_sheets import AIDS
from exports.games.thunder_at_cassino.initial_state import starting_state
from exports.games.thunder_at_cassino.messages import MessageFormatter
from exports.games.thunder_at_cassino.render import make_sheets, render_as
from generator.games.thunder_at_cassino.scenario.document import list_shelf
from schemas.errors import HorahError
from web.games.calculators import Answer
from web.http.downloads import send_rendering
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs
from web.http.request_context import language, language_names
from web.service.errors import NotHere
from web.service.rendering import make_rendering

from ..request_context import catalog, formatter
from .board import draw_board_markup
from .calculator import CALCULATORS

blueprint = Blueprint("cassino_pages", __name__, url_prefix="/cassino")
KINDS = {"pdf": "pdf", "txt": "text", "md": "markdown"}
PAPERS = ("a4", "letter")
MAX_WAYS = 6  # rows of the form for a retreat
FLAGS = {  # conditions at the end of a way, by the word of the form
    "infantry": "enemy_infantry",
    "antitank": "enemy_antitank",
    "armour": "enemy_armour",
    "beside": "beside_cause",
    "cause": "is_cause",
    "red": "red_line",
}


@blueprint.get("")
def index() -> str:
    """Show the scenarios, aids and sheets, and how far the owner's blanks are filled in."""
    allow_offline("page")
    formatter_ = formatter()
    scenarios = list_shelf(formatter_.catalog)
    known = [
        area for area in formatter_.catalog.casualty_areas if formatter_.catalog.terrain(area) is not None
    ]
    first = next(iter(scenarios.values()))
    return render_template(
        "cassino_index.html",
        words=formatter_,
        setups=formatter_.catalog.setups.values(),
        aids=list(AIDS),
        board=draw_board_markup(formatter_, starting_state(first, formatter_.catalog)),
        exact=[formatter_.short(area) for area in known],
        of=len(formatter_.catalog.casualty_areas),
    )


@blueprint.get("/aids")
def aids() -> str:
    """Calculate costs, fire, close combat, smoke, rubble and retreats from typed fields."""
    formatter_ = formatter()
    asked = request.args.get("what", "")
    given = {**request.args, "ways": _read_ways()} if asked == "ranking" else request.args
    return render_template(
        "cassino_aids.html",
        words=formatter_,
        aids=CALCULATORS,
        asked=asked,
        given=given,
        answer=_work_out(asked, given, formatter_),
        ways=range(MAX_WAYS),
        flags=FLAGS,
        places=formatter_.catalog.places,
    )


def _work_out(asked: str, given: Mapping[str, str], formatter_: MessageFormatter) -> Answer | None:
    """Return the answer of a calculator; a refusal is an answer too."""
    if asked not in CALCULATORS:
        return None
    try:
        return CALCULATORS[asked].answer(given, formatter_)
    except HorahError as fault:
        return Answer(formatter_.say(fault), wrong=True)


def _read_ways() -> str:
    """Return the rows of the retreat form as text for the aid: a place and its conditions each."""
    ways = []
    for line in range(MAX_WAYS):
        place = request.args.get(f"place-{line}", "")
        if place:
            what = [name for name in FLAGS if request.args.get(f"{name}-{line}") == "1"]
            near = request.args.get(f"neighbours-{line}", "") or "0"
            ways.append(f"{place}:{','.join([*what, f'neighbours={near}'])}")
    return " ".join(ways) or request.args.get("ways", "")


@blueprint.get("/sheets/<name>.<ending>")
@costs(5)
def sheet(name: str, ending: str) -> Response:
    """Send the sheet of an aid or of a scenario's set-up."""
    allow_offline("file")
    lang, paper = request.args.get("lang", language()), request.args.get("paper", "a4")
    if ending not in KINDS or lang not in language_names() or paper not in PAPERS:
        raise NotHere
    formatter_ = MessageFormatter(catalog(), lang)
    kind = cast(Any, KINDS[ending])
    body = render_as(_make_sheets(name, formatter_), kind, formatter_, paper)
    return send_rendering(make_rendering(kind, body), f"cassino-{name}")


def _make_sheets(name: str, formatter_: MessageFormatter) -> list[Any]:
    if name in AIDS:
        return [AIDS[name](formatter_)]
    scenarios: Mapping[str, Any] = list_shelf(formatter_.catalog)
    if name.removeprefix("setup-") not in scenarios:
        raise NotHere
    return make_sheets(scenarios[name.removeprefix("setup-")], formatter_)
