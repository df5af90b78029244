"""Quick battles: made with one click or from a form, shown at an address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirect

from exports.games.combat_commander.messages import Card
from generator.game import find_procedure
from generator.games.combat_commander.battle.procedure import NAME
from generator.games.combat_commander.battle.state import SIDES
from generator.table import EVERYONE
from schemas.errors import HorahError
from web.games.combat_commander.request_context import catalog
from web.games.combat_commander.service import balance_search, battles, rehearsals
from web.http.downloads import choose_cache, send_rendering, wish_for
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs, pay_for_search
from web.http.request_context import address, client_owner, context, language, parse_number, sentence
from web.pages import settings
from web.pages.template_helpers import describe_log
from web.service import jobs
from web.service.errors import ServiceError
from web.service.tokens import is_public
from web.storage.jobs import StoredJob

from ..request_context import formatter
from .card import draw_face, lay_out_card, requested_seat
from .fairness import describe_fairness
from .owned_maps import default_settings
from .wishes import make_form, read_nations

MAX_FACES = 3  # leaders beside the name of a nation
FACE_SCALE = 1.75

blueprint = Blueprint("battle_pages", __name__, url_prefix="/battles")


@blueprint.get("/new")
def new() -> str:
    """Show the form with all settings; owned maps are ticked, a map of the atlas may be preselected."""
    asked = parse_number(request.args.get("map", ""), 0)
    chosen = {"map": asked} if asked in catalog().maps else {}
    return _render_form({**default_settings(), **chosen}, "")


@blueprint.post("")
@costs(5)
def make() -> Redirect | Response:
    """Make a battle; without settings, a quick one. Show the form again if the settings are invalid."""
    chosen = settings.read_settings(find_procedure(NAME).describe(catalog()), request.form)
    chosen |= read_nations(request.form)
    seed = request.form.get("seed", "").strip()
    pay_for_search(chosen)
    try:
        return _make_or_search(chosen, seed or None)
    except HorahError as fault:
        return make_response(_render_form(chosen, seed, sentence(fault)), 422)


def _make_or_search(chosen: Mapping[str, Any], seed: str | None = None) -> Redirect:
    """Make a battle at once; search where a wish for fairness cannot be met from the pool."""
    try:
        new = battles.make_battle(context(), chosen, seed, client_owner())
    except ServiceError as fault:
        if fault.code != "SEARCH_APART":
            raise
        return _redirect_to_search(balance_search.begin_search(context(), chosen, seed, client_owner()))
    pooled = chosen.get("balance") == balance_search.REHEARSED  # such a battle does not remember its wish
    wish = json.dumps({name: value for name, value in chosen.items() if value}) if pooled else None
    return redirect(url_for("battle_pages.show", battle_id=new.key, wish=wish), 303)


def _redirect_to_search(job: StoredJob) -> Redirect:
    return redirect(url_for("battle_pages.search", job_id=job.id), 303)


@blueprint.get("/search/<job_id>")
def search(job_id: str) -> Response:
    """Show the progress of a search for a balanced battle, and its result."""
    job = balance_search.load_job(context(), job_id)
    fault = balance_search.make_error(context(), job)
    page = render_template(
        "rehearsals/search.html",
        job=job,
        ahead=jobs.count_ahead(context(), job),
        tried=balance_search.list_tried(job),
        fair=balance_search.find_fair(job),
        refusal=sentence(fault) if fault else "",
    )
    answer = make_response(page)
    if job.state == "waiting":
        answer.headers["Refresh"] = "4"
    return answer


@blueprint.post("/search/<job_id>/stop")
def stop_search(job_id: str) -> Redirect:
    """Stop a search; the battles tried so far stay."""
    job = balance_search.load_job(context(), job_id)
    jobs.stop_job(context(), job)
    return _redirect_to_search(job)


@blueprint.post("/search/<job_id>")
@costs(5)
def found(job_id: str) -> Redirect:
    """Make the battle that a search found."""
    new = balance_search.make_found_battle(context(), job_id, client_owner())
    return redirect(url_for("battle_pages.show", battle_id=new.key), 303)


def _render_form(values: dict[str, Any], seed: str, refusal: str = "") -> str:
    wishes = make_form(values, request.form)
    return render_template(
        "battle_new.html", wishes=wishes, groups=wishes.advanced, seed=seed, refusal=refusal
    )


@blueprint.get("/<battle_id>")
def show(battle_id: str) -> str:
    """Show the battle: its card as a seat may see it, and its log.

    The key gives access to every seat. The public address gives access to none, nor does an address with
    ``seat=everyone``.
    """
    seat = requested_seat()
    opened = battles.open_battle(context(), battle_id)
    card = battles.view_battle_card(context(), battle_id, seat)
    public_card = battles.view_battle_card(context(), battle_id, EVERYONE)
    allow_offline("card")
    return render_template(
        "battle.html",
        battle=opened.stored,
        address_id=battle_id,
        whole=opened.whole and request.args.get("seat") != EVERYONE,
        public=_public_address(opened),
        seat=seat,
        leaf=lay_out_card(card, formatter()),
        faces={side: _draw_faces(card, side) for side in SIDES},
        formations={side: formatter().formation(card, side) for side in SIDES},
        fairness=describe_fairness(public_card, formatter(), battle_id),
        fights=rehearsals.DEFAULT_FIGHTS,
        log=describe_log(battles.view_battle_log(context(), battle_id, seat), catalog(), language()),
    )


def _read_wish() -> dict[str, Any]:
    """Return the wish that a battle of the pool was drawn for, as its page passes it on."""
    try:
        wish = json.loads(request.form.get("wish", "") or "{}")
    except ValueError:
        return {}
    return wish if isinstance(wish, dict) else {}


def _draw_faces(card: Card, side: str) -> list[Markup]:
    """Draw the leaders of a side; without a leader, its first unit."""
    force = card["sides"][side]
    refs = [*force["leaders"], *force["counters"]][: max(1, min(len(force["leaders"]), MAX_FACES))]
    return [draw_face(formatter(), ref, side, force["faction"], FACE_SCALE) for ref in refs]


@blueprint.post("/<battle_id>/again")
@costs(5)
def again(battle_id: str) -> Redirect:
    """Repeat a battle with another seed, from the start or from a step on."""
    step = parse_number(request.form.get("step", ""), 0)
    old = _read_wish() or battles.find_battle(context(), battle_id).settings
    pay_for_search({} if step else old)
    if not step:
        return _make_or_search(old)
    new = battles.repeat_battle(context(), battle_id, step, owner=client_owner())
    return redirect(url_for("battle_pages.show", battle_id=new.key), 303)


@blueprint.get("/<battle_id>/check")
@costs(3)
def check(battle_id: str) -> str:
    """Show whether any die of a battle was altered."""
    return render_template(
        "verdict.html",
        verdict=battles.verify_battle(context(), battle_id),
        back=url_for("battle_pages.show", battle_id=battle_id),
    )


@blueprint.get("/<battle_id>/<name>")
@costs(5)
def download(battle_id: str, name: str) -> Response:
    """Return the card as a file."""
    seat = requested_seat()
    opened = battles.open_battle(context(), battle_id)
    allow_offline("file")
    wish = wish_for(name, _public_address(opened))
    printed = battles.render_battle(context(), battle_id, seat, wish)
    return send_rendering(printed, f"hora-h-{opened.stored.id[:8]}-{seat}", cache=choose_cache(wish.kind))


def _public_address(opened: battles.OpenedBattle) -> str:
    """Return the address that shows everyone's view, for paper and for the other player."""
    own = None if is_public(opened.stored.id) else EVERYONE
    return address("battle_pages.show", battle_id=opened.stored.id, seat=own)
