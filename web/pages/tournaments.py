"""Tournament pages: the organiser's, a player's, and the public one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast, get_args

from flask import Blueprint, Response, g, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from catalogs import Catalog, Language
from exports.game import formatter as formatter_of
from exports.kit.sheet import Grid
from exports.tournament import text as tournament_text
from exports.tournament.sheets import PUBLIC_SHEETS, SHEETS
from generator.game import find_procedure, games
from generator.settings import Setting
from generator.tournament import actions, cards, file
from generator.tournament.model import BATTLES, GENERATED, SYSTEMS, Pairing, Plan, Report, Round
from schemas.errors import HorahError
from schemas.limits import MAX_TITLE_LENGTH
from web.games.registry import diary_facts_from_card
from web.http.downloads import as_attachment, send_rendering, send_version, wish_for
from web.http.rate_limit import costs
from web.http.request_context import (
    address,
    clean_line,
    client_owner,
    context,
    formatter,
    language,
    language_names,
    parse_number,
    sentence,
    uploaded_text,
)
from web.service import tournaments
from web.service.errors import NotHere
from web.service.rendering import Paper, RenderRequest
from web.service.shared_documents import PAGE_SIZE
from web.service.tournaments import Sight

from . import settings
from .results import read_results, send_results, send_text

blueprint = Blueprint("tournament_pages", __name__, url_prefix="/tournaments")

MAX_FILE_BYTES = 512 * 1024


@dataclass(frozen=True, slots=True)
class Row:
    """Table of a round as a page shows it."""

    pairing: Pairing
    round: int
    names: tuple[str, ...]
    battle: str
    result: str
    rolled: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """Error message and the fields that were typed."""

    words: str = ""
    given: Mapping[str, str] = field(default_factory=dict)


# -------------------------------------------------------------------------------------------- all of them


@blueprint.get("")
def index() -> str:
    """List the listed tournaments, with the form to begin one."""
    return _index()


def _index(refusal: Refusal | None = None) -> str:
    page = max(1, parse_number(request.args.get("page", "1"), 1))
    listed, total = tournaments.list_public(context(), page)
    offered = [
        (each.id, formatter(each.id).term(f"game.{each.id}")) for each in games().values() if each.match
    ]
    error = refusal or Refusal()
    return render_template(
        "tournaments/index.html",
        items=listed,
        found={"total": total, "page": page, "size": PAGE_SIZE},
        games=offered,
        systems=SYSTEMS,
        refusal=error.words,
        given=error.given,
    )


@blueprint.post("")
@costs(5)
def begin() -> Redirect | Response:
    """Begin a tournament, new or from a file, and redirect to its organiser's page."""
    given = {name: request.form.get(name, "") for name in ("game", "title", "system", "rounds", "players")}
    try:
        if request.form.get("way") == "open":
            begun = tournaments.keep(
                context(),
                file.read_file(uploaded_text(field="text", max_bytes=MAX_FILE_BYTES)),
                client_owner(),
            )
        else:
            names = [clean_line(line) for line in given["players"].splitlines() if line.strip()]
            rounds = parse_number(given["rounds"], 0)
            title = clean_line(given["title"])[:MAX_TITLE_LENGTH]
            begun = tournaments.begin(
                context(), given["game"], title, given["system"], rounds, names, client_owner()
            )
    except HorahError as fault:
        return make_response(_index(Refusal(sentence(fault), given)), getattr(fault, "status", 422))
    return redirect(url_for("tournament_pages.run", link=begun.link), 303)


# --------------------------------------------------------------------------------------------- everybody


@blueprint.get("/<tournament_id>")
def show(tournament_id: str) -> str:
    """Show the current pairings and standings."""
    sight = _set_game(tournaments.read(context(), tournament_id))
    return render_template(
        "tournaments/show.html", **_page_variables(sight), address_of=_public_card_url(sight)
    )


@blueprint.get("/<tournament_id>/version")
@costs(0)
def version(tournament_id: str) -> Redirect:
    """Return the version, which grows with every change, for pages that poll it."""
    return send_version(tournaments.version(context(), tournament_id))


@blueprint.get("/<tournament_id>/<sheet>.pdf")
@costs(5)
def sheet(tournament_id: str, sheet: str) -> Response:
    """Send a public sheet as PDF."""
    if sheet not in PUBLIC_SHEETS:
        raise NotHere
    return _send_sheet(_set_game(tournaments.read(context(), tournament_id)), sheet)


@blueprint.get("/<tournament_id>/results.<ending>")
def results(tournament_id: str, ending: str) -> Response:
    """Send the results as CSV, JSON or, of a Swiss tournament, TRF16."""
    sight = _set_game(tournaments.read(context(), tournament_id))
    if ending == "trf":
        return send_text(tournaments.write_report_file(sight), "text/plain", "hora-h-tournament.trf")
    url = address("tournament_pages.show", tournament_id=sight.id)
    return send_results(tournaments.list_results(sight, url), ending)


@blueprint.get("/<tournament_id>/<int:number>/<int:table>/<name>")
@costs(5)
def card(tournament_id: str, number: int, table: int, name: str) -> Response:
    """Send the card of a table, as everyone may see it."""
    return _send_card(_set_game(tournaments.read(context(), tournament_id)), number, table, name)


# --------------------------------------------------------------------------------------------- organiser


@blueprint.get("/run/<link>")
def run(link: str) -> str:
    """Show the organiser's page."""
    return _run(link, _enter_organiser(link))


def _run(link: str, sight: Sight, refusal: Refusal | None = None) -> str:
    error, tournament = refusal or Refusal(), sight.tournament
    keys = tournaments.player_links(sight, link)
    passes = {each: address("tournament_pages.play", link=key) for each, key in keys.items()}
    offered = [kind for kind in BATTLES if sight.match.procedure or kind not in GENERATED]
    linked = sight.match.linked(sight.catalog)
    return render_template(
        "tournaments/run.html",
        **_page_variables(sight),
        link=link,
        passes=passes,
        readers=address("tournament_pages.show", tournament_id=sight.id),
        refusal=error.words,
        given=error.given,
        battles=[kind for kind in offered if kind != "linked" or linked],
        linked=[[texts.get(language(), texts["en"]) for texts in pair] for pair in linked],
        over=len(tournament.rounds) >= actions.count_rounds(tournament),
        listed=sight.entry.stored.listed,
        sheets=SHEETS,
        address_of=_public_card_url(sight),
        groups=_groups(sight),
        rolled=GENERATED,
    )


@blueprint.post("/run/<link>")
@costs(3)
def change(link: str) -> Redirect | Response:
    """Perform the organiser's action; show the page again with the error and the typed fields if it fails."""
    sight = _enter_organiser(link)
    given = request.form.to_dict()
    try:
        anchor = _actions(link)[given.get("do", "")](sight, given)
    except KeyError:
        raise NotHere from None
    except NotHere:
        raise
    except HorahError as fault:
        page = _run(link, sight, Refusal(sentence(fault), given))
        return make_response(page, getattr(fault, "status", 422))
    if anchor is None:
        return redirect(url_for("tournament_pages.index"), 303)
    return redirect(url_for("tournament_pages.run", link=link, _anchor=anchor), 303)


def _settings(sight: Sight) -> list[Setting]:
    """Return the settings of a generated round."""
    if not sight.match.procedure:
        return []
    described = find_procedure(sight.match.procedure).describe(sight.catalog)
    return settings.settings_without_people(described, sight.match.alone)


def _groups(sight: Sight) -> list[settings.Group]:
    if not sight.match.procedure:
        return []
    kind, described = find_procedure(sight.match.procedure), _settings(sight)
    typed = settings.read_settings(described, request.form) if request.method == "POST" else {}
    return settings.make_groups(kind, described, typed, formatter(sight.tournament.game))


def _describe_round_settings(sight: Sight, played: Round) -> list[tuple[str, str]]:
    """Return the settings chosen for a generated round, with their values."""
    if played.plan.kind not in GENERATED or not sight.match.procedure:
        return []
    kind, words = find_procedure(sight.match.procedure), formatter(sight.tournament.game)
    return settings.describe_settings(kind, _settings(sight), played.plan.settings, words)


def _actions(link: str) -> dict[str, Callable[[Sight, dict[str, str]], str | None]]:
    """Return the organiser's actions; each returns the anchor of the next page, or None after deletion."""
    here = context()

    def pressed(act: Callable[..., Any], anchor: str, *names: str) -> Callable[[Sight, dict[str, str]], str]:
        def do(sight: Sight, given: dict[str, str]) -> str:
            act(here, sight, *(parse_number(given.get(name, ""), 0) for name in names))
            return anchor

        return do

    def enter(sight: Sight, given: dict[str, str]) -> str:
        tournaments.add_player(here, sight, link, clean_line(given.get("name", "")))
        return "players"

    def rename(sight: Sight, given: dict[str, str]) -> str:
        tournaments.rename(
            here, sight, parse_number(given.get("player", ""), 0), clean_line(given.get("name", ""))
        )
        return "players"

    def draw(sight: Sight, given: dict[str, str]) -> str:
        kind = given.get("kind", "own")
        if kind not in BATTLES:
            raise NotHere
        names = (clean_line(given.get(name, "")) for name in ("name", "other"))
        chosen = settings.changed_values(_settings(sight), request.form) if kind in GENERATED else {}
        plan = Plan(cast(Any, kind), tuple(name for name in names if name), chosen)
        tournaments.draw(here, sight, plan, parse_number(given.get("follows", ""), 0))
        return "round"

    def report(sight: Sight, given: dict[str, str]) -> str:
        _report(sight, given)
        return "round"

    def results_file(sight: Sight, _: dict[str, str]) -> str:
        tournaments.add_results(here, sight, read_results(sight.tournament.game))
        return "round"

    def listing(listed: bool) -> Callable[[Sight, dict[str, str]], str]:
        def do(sight: Sight, _: dict[str, str]) -> str:
            tournaments.set_listed(here, sight, listed)
            return "readers"

        return do

    def forget(sight: Sight, given: dict[str, str]) -> str | None:
        if "sure" not in given:
            return "end"
        tournaments.forget(here, sight)
        return None

    return {
        "enter": enter,
        "rename": rename,
        "leave": pressed(tournaments.leave, "players", "player"),
        "back": pressed(tournaments.come_back, "players", "player"),
        "draw": draw,
        "undraw": pressed(tournaments.undraw, "round"),
        "swap": pressed(tournaments.swap, "round", "one", "other"),
        "report": report,
        "unreport": pressed(tournaments.unreport, "round", "round", "table"),
        "results_file": results_file,
        "list": listing(True),
        "unlist": listing(False),
        "forget": forget,
    }


@blueprint.get("/run/<link>/tournament.json")
def save(link: str) -> Response:
    """Send the tournament as a JSON file that can be opened again; it contains the seed."""
    return as_attachment(
        jsonify(tournaments.visible_document(_enter_organiser(link))), "hora-h-tournament.json"
    )


@blueprint.get("/run/<link>/<sheet>.pdf")
@costs(5)
def organiser_sheet(link: str, sheet: str) -> Response:
    """Send a sheet as PDF, including the players' links."""
    sight = _enter_organiser(link)
    keys = tournaments.player_links(sight, link)
    passes = {each: address("tournament_pages.play", link=key) for each, key in keys.items()}
    return _send_sheet(sight, sheet, passes if sheet == "passes" else None)


def _enter_organiser(link: str) -> Sight:
    sight = _set_game(tournaments.enter(context(), link))
    if not sight.keeper:
        raise NotHere
    return sight


# ------------------------------------------------------------------------------------------------ player


@blueprint.get("/play/<link>")
def play(link: str) -> str:
    """Show a player's page: opponent, side, card and the report form."""
    return _play(link, _enter_player(link))


def _play(link: str, sight: Sight, refusal: Refusal | None = None) -> str:
    error = refusal or Refusal()
    shown = _page_variables(sight)
    mine = [row for rows in shown["rounds"] for row in rows["rows"] if sight.player in row.pairing.players]
    now = next((row for row in mine if row.round == len(sight.tournament.rounds)), None)
    return render_template(
        "tournaments/play.html",
        **shown,
        link=link,
        me=sight.tournament.player(sight.player or 0),
        now=now,
        before=[row for row in mine if row is not now],
        refusal=error.words,
        given=error.given,
        address_of=lambda row: url_for(
            "tournament_pages.player_card", link=link, number=row.round, table=row.pairing.table,
            name="card.pdf",
        ),
    )  # fmt: skip


@blueprint.post("/play/<link>")
@costs(2)
def tell(link: str) -> Redirect | Response:
    """Record a player's report of their own table."""
    sight = _enter_player(link)
    given = request.form.to_dict()
    try:
        _report(sight, given)
    except NotHere:
        raise
    except HorahError as fault:
        page = _play(link, sight, Refusal(sentence(fault), given))
        return make_response(page, getattr(fault, "status", 422))
    return redirect(url_for("tournament_pages.play", link=link), 303)


@blueprint.get("/play/<link>/<int:number>/<int:table>/<name>")
@costs(5)
def player_card(link: str, number: int, table: int, name: str) -> Response:
    """Send the card of a player's table, as their side may see it."""
    return _send_card(_enter_player(link), number, table, name)


def _enter_player(link: str) -> Sight:
    sight = _set_game(tournaments.enter(context(), link))
    if sight.player is None:
        raise NotHere
    return sight


# ------------------------------------------------------------------------------------------------- shared


def _set_game(sight: Sight) -> Sight:
    g.game = sight.tournament.game
    return sight


def _report(sight: Sight, given: Mapping[str, str]) -> None:
    """Record a report from a form; figures that its ending does not need may be empty."""
    figures = {
        each.id: parse_number(given[f"figure-{each.id}"], -1)
        for each in sight.match.figures(sight.catalog)
        if given.get(f"figure-{each.id}", "").strip()
    }
    winner = given.get("winner", "")
    if winner not in ("first", "second", "nobody"):
        raise HorahError("TOURNAMENT.winner")
    result = Report(cast(Any, winner), given.get("how", ""), figures, clean_line(given.get("note", "")))
    place = parse_number(given.get("round", ""), 0), parse_number(given.get("table", ""), 0)
    tournaments.report(context(), sight, *place, result)


def _page_variables(sight: Sight) -> dict[str, Any]:
    tournament, words = sight.tournament, formatter(sight.tournament.game)
    table: Grid = tournament_text.make_standings_grid(tournament, sight.lines, sight.match, words)
    return {
        "sight": sight,
        "tournament": tournament,
        "title": tournament_text.tournament_title(tournament, words),
        "about": tournament_text.tournament_summary(tournament, words),
        "so_far": tournament_text.list_provisional_notes(tournament, words),
        "halves": tournament_text.explain_halves(sight.lines, sight.match, words),
        "heads": table.head,
        "lines": table.rows,
        "rounds": [
            {
                "number": each.number,
                "open": each.open,
                "rows": _rows(sight, each),
                "settled": _describe_round_settings(sight, each),
            }
            for each in reversed(tournament.rounds)
        ],
        "sides": [words.name("seat", side) for side in sight.match.sides],
        "endings": [(each, words.name("ended", each)) for each in sight.match.endings],
        "figures": sight.match.figures(sight.catalog),
        "draws": sight.match.draws and tournament.system != "knockout",
        "finished": actions.is_finished(tournament),
        "papers": get_args(Paper),
    }


def _rows(sight: Sight, played: Round) -> list[Row]:
    tournament, words = sight.tournament, formatter(sight.tournament.game)
    names = _name_battles(sight, played)
    return [
        Row(
            each,
            played.number,
            tuple(tournament.player(one).name for one in each.players),
            tournament_text.battle_name(played, each.table, words, names) if each.second else "",
            tournament_text.format_result(tournament, each, words),
            cards.is_generated(tournament, played.number, each.table),
        )
        for each in played.pairings
    ]


def _name_battles(sight: Sight, played: Round) -> dict[int, str]:
    """Return the titles of the generated battles of a round, by table."""
    tournament, number = sight.tournament, played.number
    settings = json.dumps(dict(played.plan.settings), sort_keys=True, default=list)
    return {
        pairing.table: _name_battle(
            sight.catalog, language(), settings, cards.table_seed(tournament, number, pairing.table)
        )
        for pairing in played.pairings
        if cards.is_generated(tournament, number, pairing.table)
    }


@lru_cache(maxsize=1024)
def _name_battle(catalog: Catalog, lang: Language, settings: str, seed: str) -> str:
    """Return the title of a generated battle with its map; cached, because it must be generated."""
    match, words = cards.find_match(catalog.game), formatter_of(catalog, lang)
    card = cards.generate_from_seed(match, catalog, json.loads(settings), seed)
    facts = diary_facts_from_card(catalog.game, card, match, words)
    where = f"{words.term('card.map').lower()} {facts['map']}" if facts.get("map") else ""
    return ", ".join(part for part in (facts.get("title", ""), where) if part)


def _public_card_url(sight: Sight) -> Callable[[Row], str]:
    return lambda row: url_for(
        "tournament_pages.card", tournament_id=sight.id, number=row.round, table=row.pairing.table,
        name="card.pdf",
    )  # fmt: skip


def _send_sheet(sight: Sight, sheet: str, passes: Mapping[int, str] | None = None) -> Response:
    lang, paper = request.args.get("lang", language()), request.args.get("paper", "a4")
    if lang not in language_names() or paper not in get_args(Paper) or sheet not in SHEETS:
        raise NotHere
    where = address("tournament_pages.show", tournament_id=sight.id)
    wish = RenderRequest("pdf", lang, cast(Any, paper), url=where)
    round_number = parse_number(request.args.get("round", ""), 0)
    played = sight.tournament.rounds[round_number - 1] if sight.tournament.rounds else None
    names = _name_battles(sight, played) if played and sheet in ("pairings", "slips") else None
    printed = tournaments.render_sheet(context(), sight, sheet, wish, round_number, passes, names)
    return send_rendering(printed, f"hora-h-{sheet}")


def _send_card(sight: Sight, number: int, table: int, name: str) -> Response:
    wish = wish_for(name, address("tournament_pages.show", tournament_id=sight.id))
    if not cards.is_generated(sight.tournament, number, table):
        raise NotHere
    printed = tournaments.render_card(context(), sight, number, table, wish)
    return send_rendering(printed, f"hora-h-round-{number}-table-{table}")
