"""Pages of the printed battles, the odds, and the unofficial random aids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from exports.games.grossdeutschland.content import battle_title, combat_sheet, format_victory, make_sheets
from exports.games.grossdeutschland.messages import MessageFormatter
from exports.games.grossdeutschland.odds_text import (
    format_strip_turn,
    list_action_forces,
    list_variant_changes,
    make_unit_key,
)
from generator.chance import check_seed
from generator.games.grossdeutschland.authoring.generators import (
    draw_black_chits,
    draw_start_positions,
    make_action,
    make_variant,
    roll_weather_strip,
)
from generator.games.grossdeutschland.battle import SIDES, make_battle
from generator.games.grossdeutschland.document import make_printed
from generator.games.grossdeutschland.rolls import (
    compute_barrage_chances,
    compute_rebuild_chance,
    compute_weather_chances,
)
from schemas.errors import HorahError
from web.http.downloads import send_rendering, wish_for
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs
from web.http.request_context import address, client_owner, context
from web.pages.owner_catalog import remembered_data
from web.service import tables
from web.service.errors import NotHere
from web.service.rendering import render

from ..request_context import GAME, catalog, formatter
from .battle_status import format_percent
from .calculators import CALCULATORS
from .odds import Figures, compute_odds

blueprint = Blueprint("grossdeutschland_pages", __name__, url_prefix="/grossdeutschland")
STRIP_TURNS = 12  # turns of weather in an aid
MAX_BARRAGE_DISTANCE = 18  # hexes; three dice show no more
DEFAULT_SEED = "1"
PAGE_AIDS = ("move", "stack", "fire", "cup")  # aids with a form here; the others have tables


@blueprint.get("")
def index() -> str:
    """List the four battles with what is known of each, and link to everything else."""
    allow_offline("page")
    messages = formatter()
    rows = [_describe_battle(name, messages) for name in catalog().battles]
    return render_template("gd/index.html", battles=rows)


def _describe_battle(name: str, messages: MessageFormatter) -> dict[str, Any]:
    document = make_printed(catalog(), name)
    sides = [sum(row["side"] == side for row in document["units"]) for side in SIDES]
    return {
        "id": name,
        "number": catalog().battles[name]["number"],
        "title": messages.battle(name),
        "german": sides[0],
        "soviet": sides[1],
        "complete": document["complete"],
        "win": format_victory(document["victory"], messages),
        "missing": [gap[messages.lang] if messages.lang in gap else gap["en"] for gap in document["missing"]],
    }


def _get_document(name: str) -> dict[str, Any]:
    if name not in catalog().battles:
        raise NotHere
    return make_printed(catalog(), name)


@blueprint.get("/odds")
def odds() -> tuple[str, int]:
    """Show the odds of an attack, weather, replacements, barrage and the cup."""
    tables, messages = catalog(), formatter()
    figures = tables.figures
    asked = request.args.get("what", "")
    weather = [
        (
            f"{by:+d}" if by else "0",
            [_format_chance(compute_weather_chances(tables, by), name, messages) for name in tables.weather],
        )
        for by in range(figures["least_modifier"] + 1, figures["most_modifier"])
    ]
    guns = [
        (distance, compute_barrage_chances(distance, figures["barrage_dice"]))
        for distance in range(1, MAX_BARRAGE_DISTANCE)
    ]
    answer, refusal = None, ""
    try:
        answer = CALCULATORS[asked].answer(request.args, messages) if asked in PAGE_AIDS else None
    except HorahError as fault:
        refusal = messages.say(fault)
    page = render_template(
        "gd/odds.html",
        odds=compute_odds(Figures.from_words({} if asked else request.args), tables, messages),
        sky=[messages.name("weather", name) for name in tables.weather],
        weather=weather,
        rebuild=[
            (messages.name("weather", name), format_percent(compute_rebuild_chance(tables, name), messages))
            for name in tables.weather
        ],
        guns=[
            (distance, [_format_chance(chances, steps, messages) for steps in (1, 2)])
            for distance, chances in guns
        ],
        voice=messages,
        aids={name: CALCULATORS[name] for name in PAGE_AIDS},
        asked=asked,
        given=request.args,
        answer=answer,
        refusal=refusal,
        table=combat_sheet(messages, tables),
    )
    return page, 422 if refusal else 200


def _format_chance(chances: Mapping[Any, Any], name: Any, messages: MessageFormatter) -> str:
    return format_percent(chances[name], messages) if name in chances else "–"


@blueprint.get("/<name>")
def battle(name: str) -> str:
    """Show the sheets of a battle."""
    document, messages = _get_document(name), formatter()
    allow_offline("card")
    return render_template(
        "gd/battle.html",
        name=name,
        title=battle_title(document, messages),
        complete=document["complete"],
        sheets=[sheet for sheet in make_sheets(document, messages, catalog()) if sheet.name != "combat"],
    )


@blueprint.get("/<name>/aids")
def aids(name: str) -> str:
    """Show unofficial random aids: start positions, weather, black chits, a variant."""
    document, messages, seed, refusal = (
        _get_document(name),
        formatter(),
        request.args.get("seed", DEFAULT_SEED),
        "",
    )
    try:
        check_seed(seed)
    except HorahError as refused:
        refusal, seed = messages.say(refused), DEFAULT_SEED
    placed, left = draw_start_positions(catalog(), document, seed)
    strip = roll_weather_strip(catalog(), make_battle(document, catalog()), seed, STRIP_TURNS)
    other = make_variant(catalog(), document, seed)
    return render_template(
        "gd/aids.html",
        name=name,
        title=messages.battle(name),
        seed=seed,
        refusal=refusal,
        placed=[
            (messages.unit(make_unit_key(row)), row["at"], row["side"])
            for row in placed["units"]
            if row["at"]
        ],
        left=messages.words("unit", list(left)) if left else "",
        strip=[
            (messages.sentence("sheet.turn_of", turn), format_strip_turn(turn, messages)) for turn in strip
        ],
        blind=any(turn["modifier"] is None for turn in strip),
        black={
            side: [messages.chit(chit) for chit in chits]
            for side, chits in draw_black_chits(catalog(), document, seed).items()
        },
        changes=list_variant_changes(document, other, messages),
        action=list_action_forces(catalog(), make_action(catalog(), document, seed), messages),
    )


@blueprint.post("/<name>/action/play")
@costs(5)
def play_action(name: str) -> Redirect:
    """Open a table with the small action of a seed, in the companion mode."""
    action = make_action(catalog(), _get_document(name), check_seed(request.form.get("seed", DEFAULT_SEED)))
    title, data = battle_title(action, formatter())[:80], remembered_data(GAME)
    opened = tables.open_table(
        context(), "grossdeutschland/1", {"scenario": action}, title, data, owner=client_owner()
    )
    return redirect(url_for("table_pages.show", link=opened.links[SIDES[0]]), 303)


@blueprint.get("/<name>/files/<file>")
@costs(5)
def download(name: str, file: str) -> Response:
    """Send the sheets of a battle, or of a seed's variant, as a file."""
    document = _get_document(name)
    allow_offline("file")
    seed = request.args.get("seed")
    action = "action" in request.args
    if seed is not None:
        maker = make_action if action else make_variant
        document = maker(catalog(), document, check_seed(seed))
    if file in ("log.txt", "map.svg"):
        raise NotHere
    wish = wish_for(file, address("grossdeutschland_pages.battle", name=name))
    key = (GAME, name, seed or "", str(action), catalog().version, *wish.key())
    rendering = render(context(), catalog(), key, lambda: document, wish)
    return send_rendering(rendering, f"{GAME}-{name}")
