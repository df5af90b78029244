"""Play a fight: the form that opens it, and what its board asks for: pictures, previews and hints."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as Redirect

from exports.games.combat_commander.drawings.board import (
    draw_board_counter,
    draw_board_ground,
    draw_board_sign,
)
from exports.games.combat_commander.drawings.glyphs import MAP_GLYPHS
from exports.games.combat_commander.situation import card_title
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.ground.card_ground import get_card_ground
from generator.games.combat_commander.play.briefing import list_briefing
from generator.games.combat_commander.play.procedure import NAME
from generator.games.combat_commander.play.settings import PERSON
from generator.games.combat_commander.rehearsal.check import check_rehearsable
from generator.table import EVERYONE
from schemas.errors import HorahError
from schemas.limits import MAX_PERSON_NAME_LENGTH, MAX_TITLE_LENGTH
from web.http.rate_limit import costs
from web.http.request_context import clean_line, client_owner, context, parse_number, sentence
from web.pages.owner_catalog import remembered_data
from web.pages.tables import run_action
from web.pages.viewer import current_sitting
from web.service import documents, tables
from web.service.errors import Conflict, NotHere
from web.service.tokens import derive_link, is_link, new_link

from ..request_context import GAME, catalog, catalog_of, formatter
from ..service import battles, fights, rehearsals, scenarios
from .fight_board import CAMPAIGN_COOKIE, say_words

blueprint = Blueprint("fight_pages", __name__, url_prefix="/fights")
table_blueprint = Blueprint("fight_table_pages", __name__, url_prefix="/tables/<link>/fight")
PICTURE_CACHE = "public, max-age=604800"  # a week
FACES = ("front", "broken")
OPPONENTS = ("recruit", "regular", "veteran", PERSON)
DEFAULT_OPPONENT = "regular"
SOURCES = ("battle", "scenario", "campaign", "film")  # where a card comes from; each a field of the form


# Open a fight


@blueprint.get("/new")
def new() -> str | Redirect:
    """Ask who plays which side of a battle, a scenario, a campaign's battle or a film."""
    campaign = request.args.get("campaign")
    begun = fights.find_fight(context(), campaign) if campaign else ""
    return redirect(url_for("table_pages.show", link=begun), 303) if begun else _render_form(request.args)


@blueprint.post("")
@costs(10)
def open_fight() -> Redirect | Response:
    """Open the table of a fight and go to its board, or to the invitation of the other player."""
    form = request.form
    try:
        settings = {**_find_settings(form), **_read_players(form)}
        opened = tables.open_table(
            context(),
            NAME,
            settings,
            _make_title(settings),
            remembered_data(GAME),
            _make_host(form),
            client_owner(),
        )
    except HorahError as fault:
        return make_response(_render_form(form, sentence(fault)), 422)
    own = next(link for seat, link in opened.links.items() if seat != EVERYONE)
    page = "seat_pages.show" if opened.invitations else "table_pages.show"
    response = redirect(url_for(page, link=own), 303)
    if campaign := form.get("campaign"):
        path = f"{request.script_root}/tables/{own}"
        response.set_cookie(
            CAMPAIGN_COOKIE, campaign, path=path, secure=request.is_secure, httponly=True, samesite="Lax"
        )
    return response


def _render_form(values: Mapping[str, str], refusal: str = "") -> str:
    card = _find_settings(values)["card"]
    reason = _find_reason(card)
    return render_template(
        "fights/new.html",
        card=card,
        name=card_title(card, formatter()),
        factions={side: card["sides"][side]["faction"] for side in SIDES},
        kept=[(name, values[name]) for name in (*SOURCES, "fight", "step", "turn") if values.get(name)],
        opponents=OPPONENTS,
        opponent=values.get("opponent", DEFAULT_OPPONENT),
        mine=values.get("mine", SIDES[0]),
        refusal=refusal or reason,
        possible=not reason,
        briefing=[] if reason else list_briefing(catalog(), card),
        once=new_link(),
    )


def _find_reason(card: Mapping[str, Any]) -> str:
    """Return why a card cannot be played here; empty if it can."""
    try:
        check_rehearsable(card, catalog())
    except HorahError as fault:
        return sentence(fault)
    return ""


def _find_settings(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the card to play, and the film that leads to it."""
    if battle := values.get("battle"):
        return {"card": battles.view_battle_card(context(), battle, EVERYONE)}
    if scenario := values.get("scenario"):
        return {"card": documents.require_possible(scenarios.find(context(), scenario))}
    if campaign := values.get("campaign"):
        return {"card": fights.find_campaign_card(context(), tables.enter(context(), campaign))}
    if film := values.get("film"):
        job = rehearsals.load_job(context(), film)
        fight = parse_number(values.get("fight", ""), 0)
        step, turn = (parse_number(values.get(name, ""), -1) for name in ("step", "turn"))
        return fights.make_film_settings(context(), job, fight, step, turn)
    raise NotHere


def _read_players(form: Mapping[str, str]) -> dict[str, str]:
    """Return who plays each side: the person who fills in the form, and the chosen opponent."""
    mine, opponent = form.get("mine", ""), form.get("opponent", "")
    if opponent not in OPPONENTS:
        raise HorahError("BAD_SETTING", setting="opponent", given=opponent, legal=OPPONENTS)
    return {side: PERSON if mine in (side, tables.TOGETHER) else opponent for side in SIDES}


def _make_host(form: Mapping[str, str]) -> tables.Host:
    """Return the seat of the player; the link to a campaign's fight is derived, so that it is found again."""
    mine, word = form.get("mine", ""), form.get("once", "")
    campaign = form.get("campaign")
    if campaign:
        link = fights.derive_fight_link(context(), campaign)
    else:
        link = derive_link(word, "hora-h fight") if is_link(word) else ""
    name = clean_line(form.get("name", ""))[:MAX_PERSON_NAME_LENGTH]
    return tables.Host(mine, name, link=link)


def _make_title(settings: Mapping[str, Any]) -> str:
    return card_title(settings["card"], formatter())[:MAX_TITLE_LENGTH]


# Pictures


@blueprint.get("/<table>/ground.svg")
def ground(table: str) -> Response:
    """Return the ground of a fight, which never changes; what lies on it is part of the page."""
    with tables.view_table(context(), tables.enter(context(), table)) as view:
        card = view.live.stored.settings.get("card")
        picture = get_card_ground(catalog_of(context()), card) if card else None
    if picture is None:
        raise NotHere
    return _send_picture(draw_board_ground(picture, formatter()))


@blueprint.get("/counters/<side>/<faction>/<ref>/<face>.svg")
def counter(side: str, faction: str, ref: str, face: str) -> Response:
    """Return the picture of a counter."""
    known = catalog()
    if side not in SIDES or face not in FACES or faction not in known.factions:
        raise NotHere
    if ref not in known.counters and ref not in known.leaders:
        raise NotHere
    return _send_picture(draw_board_counter(formatter(), ref, side, faction, face == FACES[1]))


@blueprint.get("/signs/<kind>.svg")
def sign(kind: str) -> Response:
    """Return the sign of a marker or fortification."""
    if kind not in MAP_GLYPHS:
        raise NotHere
    return _send_picture(draw_board_sign(kind))


def _send_picture(svg: str) -> Response:
    return Response(svg, content_type="image/svg+xml", headers={"Cache-Control": PICTURE_CACHE})


# At the board


@table_blueprint.get("/preview")
@costs(0)
def preview(link: str) -> Response:
    """Return what several options chosen together would do, such as a fire group."""
    with tables.view_table(context(), current_sitting(link)) as view:
        found = fights.preview_answer(view, request.args.getlist("answer")) or {}
    lines = [(line["from"], line["to"]) for line in found.get("sight", ())]
    return jsonify(words=say_words(found.get("sum"), formatter()), lines=lines)


@table_blueprint.get("/hint")
@costs(2)
def hint(link: str) -> Response:
    """Return what a regular commander would answer, and its best orders."""
    with tables.view_table(context(), current_sitting(link)) as view:
        found = fights.find_hint(view)
        options = view.state["state"]["prompt"]["options"]
    answers = found["answer"] if isinstance(found["answer"], list) else [found["answer"]]
    words = formatter()
    named = words.list([say_words(option["label"], words) for option in options if option["id"] in answers])
    choice = gettext("A regular would choose: %(what)s", what=named or gettext("nothing"))
    return jsonify(lines=[choice, *fights.describe_hint(found, words)], answers=answers)


@table_blueprint.post("/place")
@costs(2)
def place_rest(link: str) -> Redirect | Response:
    """RS.10: let a commander place the units that are still to be set up."""
    sitting = current_sitting(link)
    return run_action(link, sitting, lambda: fights.place_rest(context(), sitting))


@table_blueprint.post("/report")
@costs(2)
def report(link: str) -> Redirect | Response:
    """RS.17: report the finished fight to the campaign that it belongs to, and go there."""
    campaign = request.cookies.get(CAMPAIGN_COOKIE, "")
    own = tables.enter(context(), campaign)
    if fights.derive_fight_link(context(), campaign) == link:  # not the fight of an earlier battle
        with suppress(Conflict):  # reported already
            fights.report_to_campaign(context(), own, tables.enter(context(), link))
    return redirect(url_for("table_pages.show", link=campaign), 303)
