"""Rehearsals on pages: start, progress, result, PDF sheet, and film."""

from __future__ import annotations

from datetime import UTC, datetime
from math import ceil
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirect

from exports.games.combat_commander.drawings.hexgrid import HexGrid
from exports.games.combat_commander.drawings.rehearsal import draw_histogram, draw_odds_bar
from exports.games.combat_commander.ground.map_sheet import FRAME_WIDTH, render_ground_svg
from exports.games.combat_commander.ground.overlay import NO_OVERLAY, Chip, Overlay
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.pdf.rehearsal import render_rehearsal
from exports.games.combat_commander.rehearsal import (
    collect_points,
    format_commanders,
    format_estimate,
    format_even_shift,
    format_odds,
    is_healthy,
    list_behaviour,
    list_figures,
    list_judgement,
    list_rules,
)
from exports.games.combat_commander.situation import card_title
from exports.kit.svg import to_svg
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.balance.estimate import estimate_odds
from generator.games.combat_commander.ground.los_map import Marker
from generator.games.combat_commander.hexes import all_hexes
from generator.games.combat_commander.rehearsal.commander_names import DEFAULT_LEVEL, list_commanders
from generator.games.combat_commander.rehearsal.evidence import MIN_FIGHTS_FOR_VERDICT
from generator.games.combat_commander.rehearsal.fight_builder import require_ground
from generator.games.combat_commander.rehearsal.outcome import Film
from generator.table import EVERYONE
from web.games.combat_commander.service import battles, rehearsals, scenarios
from web.http.downloads import send_rendering
from web.http.rate_limit import costs
from web.http.request_context import client_owner, context, parse_number
from web.http.request_context import paper as wished_paper
from web.service import documents, jobs
from web.service.rendering import make_rendering
from web.storage.jobs import StoredJob

from ..request_context import catalog, formatter
from . import ground_view

ODDS_WIDTH_POINTS, MARKERS_WIDTH_POINTS = 340.0, 420.0  # readable on a phone without zoom
SECONDS_PER_MINUTE = 60
#: Steps of a fight that people would stop at.
HIGHLIGHTS = frozenset(
    ("eliminated", "broke", "melee", "objective", "sudden_death", "over", "blaze", "weapon_broke", "barrage")
)

blueprint = Blueprint("rehearsal_pages", __name__, url_prefix="/rehearsals")


@blueprint.post("")
@costs(10)
def begin() -> Redirect:
    """Start a rehearsal of a battle or of a scenario."""
    times = (
        parse_number(request.form["times"], rehearsals.DEFAULT_FIGHTS) if "times" in request.form else None
    )
    levels = {side: request.form.get(f"{side}_level", DEFAULT_LEVEL) for side in SIDES}
    job = rehearsals.begin_rehearsal(context(), _requested_card(), times, client_owner(), levels)
    battle = request.form.get("battle") or None
    return redirect(url_for("rehearsal_pages.show", job_id=job.id, battle=battle), 303)


def _requested_card() -> dict[str, Any]:
    """Return the card of a scenario, of a battle, or of another rehearsal."""
    if "rehearsal" in request.form:
        return dict(rehearsals.load_job(context(), request.form["rehearsal"]).body["card"])
    scenario = request.form.get("scenario", "")
    if scenario:
        return documents.require_possible(scenarios.find(context(), scenario))
    return battles.view_battle_card(context(), request.form.get("battle", ""), EVERYONE)


@blueprint.get("/<job_id>")
def show(job_id: str) -> Response:
    """Show the progress and the results so far."""
    job = rehearsals.load_job(context(), job_id)
    result, words = rehearsals.summarise_job(job), formatter()
    factions: dict[str, str] = {side: job.body["card"]["sides"][side]["faction"] for side in SIDES}
    known = {
        level: rehearsals.summarise_job(other)
        for level, other in rehearsals.list_rehearsals(context(), job.body["card"]).items()
    }
    page = render_template(
        "rehearsals/show.html",
        job=job,
        battle=_find_battle(request.args.get("battle", "")),
        ahead=jobs.count_ahead(context(), job),
        minutes=_estimate_minutes_left(job),
        least_fights=MIN_FIGHTS_FOR_VERDICT,
        document=result,
        endings=_list_endings(result, words),
        lengths=_list_lengths(result),
        even=format_even_shift(result["even_shift"], words) if result["verdict"] else "",
        verdict=format_odds(result, words),
        players=format_commanders(result["commanders"], words),
        judgement=list_judgement(collect_points(known.values()), factions, words),
        known=_list_known(known, words),
        others=[(name, words.term(f"bot.{name}")) for name in list_commanders(catalog())],
        about=[
            f"{words.term(f'bot.{name}')}: {words.term(f'bot_about.{name}')}"
            for name in sorted(set(result["commanders"].values()))
        ],
        estimate=describe_estimate(job.body["card"]),
        behaviour=list_behaviour(result, words),
        healthy=is_healthy(result),
        lines=list(list_figures(result, words)) if result["fights"] else [],
        rules=list(list_rules(job.body["card"], words)),
        odds=_to_markup(
            draw_odds_bar(result, factions, words, ODDS_WIDTH_POINTS), words.term("rehearsal.page.odds")
        ),
        markers=_to_markup(
            draw_histogram(result, MARKERS_WIDTH_POINTS), words.term("rehearsal.page.markers")
        ),
        ground=_draw_losses(job, result) if result["fights"] else "",
    )
    answer = make_response(page)
    if job.state == "waiting":
        answer.headers["Refresh"] = "4"
    return answer


def _list_known(results: dict[str, dict[str, Any]], words: MessageFormatter) -> list[str]:
    """Return the odds of a card at each level that has enough fights."""
    return [
        words.format("rehearsal.known", level=level, fights=result["fights"], **result["verdict"])
        for level, result in results.items()
        if result["verdict"] is not None
    ]


def _find_battle(battle_id: str) -> tuple[str, str] | None:
    """Return title and address of the battle that a visitor came from; a rehearsal knows only a card."""
    if not battle_id:
        return None
    card = battles.view_battle_card(context(), battle_id, EVERYONE)
    return card_title(card, formatter()), url_for("battle_pages.show", battle_id=battle_id)


def _list_endings(result: dict[str, Any], words: MessageFormatter) -> list[tuple[str, str, int, int]]:
    """Return how the fights ended: side, ending, number and share of 100, most frequent first."""
    fights = max(1, result["fights"])
    rows = [
        (side, words.term(f"fight_end.{ending}"), count, round(100 * count / fights))
        for side, endings in result["endings"].items()
        for ending, count in endings.items()
    ]
    return sorted(rows, key=lambda row: -row[2])


def _list_lengths(result: dict[str, Any]) -> list[tuple[str, int, int]]:
    """Return in how many fights the Time marker advanced how often, with the share of the longest bar."""
    advances: dict[str, int] = result["length"]["advances"]
    most = max(advances.values(), default=1)
    return [(time, count, round(100 * count / most)) for time, count in advances.items()]


def describe_estimate(card: dict[str, Any]) -> str:
    estimate = estimate_odds(card, catalog())
    return format_estimate(estimate.json(), formatter()) if estimate else ""


def _to_markup(drawing: Any, words: str) -> Markup:
    return Markup(to_svg(drawing, words))


def _draw_losses(job: StoredJob, result: dict[str, Any]) -> Markup:
    """Draw the losses on the ground, in units per ten fights."""
    words = formatter()
    notes = {hex_: str(round(10 * n / result["fights"])) for hex_, n in result["fallen"].items()}
    over = Overlay(notes={hex_: note for hex_, note in notes.items() if note != "0"})
    return _draw_ground(job, words.term("rehearsal.page.fallen"), over)


def _draw_ground(job: StoredJob, words: str, over: Overlay) -> Markup:
    card = job.body["card"]
    objectives = {int(n): hex_ for n, hex_ in card["map"]["objectives"].items()}
    ground = require_ground(card, catalog())
    return Markup(render_ground_svg(ground, formatter(), words, key=False, objectives=objectives, over=over))


@blueprint.post("/<job_id>/stop")
def stop(job_id: str) -> Redirect:
    """Stop a rehearsal; the fights so far stay."""
    jobs.stop_job(context(), rehearsals.load_job(context(), job_id))
    return redirect(url_for("rehearsal_pages.show", job_id=job_id), 303)


@blueprint.post("/<job_id>/resume")
@costs(10)
def resume(job_id: str) -> Redirect:
    """Go on with a rehearsal that was stopped."""
    jobs.resume_job(context(), rehearsals.load_job(context(), job_id))
    return redirect(url_for("rehearsal_pages.show", job_id=job_id), 303)


def _estimate_minutes_left(job: StoredJob) -> int | None:
    """Return the minutes that a running rehearsal still takes, judged by its fights so far."""
    if job.state != "waiting" or not job.done:
        return None
    elapsed = datetime.now(UTC) - datetime.fromisoformat(job.made_at)
    return ceil(elapsed.total_seconds() / job.done * (job.total - job.done) / SECONDS_PER_MINUTE)


@blueprint.get("/<job_id>/sheet.pdf")
@costs(10)
def sheet(job_id: str) -> Response:
    """Return the result as PDF."""
    job = rehearsals.load_job(context(), job_id)
    paper = wished_paper()
    content = render_rehearsal(rehearsals.summarise_job(job), job.body["card"], formatter(), paper)
    return send_rendering(make_rendering("pdf", content), f"hora-h-rehearsal-{job.id[:8]}")


@blueprint.get("/<job_id>/film")
@costs(5)
def film(job_id: str) -> str:
    """Show one fight turn by turn: the events, and the map after them."""
    job = rehearsals.load_job(context(), job_id)
    fight = max(0, min(parse_number(request.args.get("fight", ""), 0), job.total - 1))
    fight_film = rehearsals.film_fight(context(), job, fight)
    turns = _split_turns(fight_film)
    turn = max(0, min(parse_number(request.args.get("turn", ""), 0), len(turns) - 1))
    first, last = turns[turn]
    words = formatter()
    frame = fight_film.frames[fight_film.shown[last - 1]]
    map_title = (
        words.format("rehearsal.page.turn", turn=turn) if turn else words.term("rehearsal.page.after_set_up")
    )
    return render_template(
        "rehearsals/film.html",
        job=job,
        fight=fight,
        turn=turn,
        turns=len(turns),
        lines=[
            (rule, words.format(f"note.fight_{what}", **facts))
            for rule, what, facts in fight_film.steps[first:last]
        ],
        frame=frame,
        map_title=map_title,
        ground=_draw_ground(job, map_title, NO_OVERLAY),
        units=ground_view.draw_overlay(_make_overlay(frame), words.catalog.board),
        stacks=_list_stacks(frame),
    )


@blueprint.get("/<job_id>/film.json")
@costs(5)
def film_steps(job_id: str) -> Response:
    """Return a fight for the player: every step in words, and the units after each."""
    job = rehearsals.load_job(context(), job_id)
    fight = max(0, min(parse_number(request.args.get("fight", ""), 0), job.total - 1))
    fight_film, words = rehearsals.film_fight(context(), job, fight), formatter()
    grid, turn = HexGrid(words.catalog.board, ground_view.HEX_SIZE_POINTS), 0
    steps = []
    for (_, what, facts), frame in zip(fight_film.steps, fight_film.shown, strict=True):
        turn += what == "turn"
        text = words.format(f"note.fight_{what}", **facts)
        steps.append({"text": text, "frame": frame, "turn": turn, "stop": what in HIGHLIGHTS})
    tall = grid.tall + FRAME_WIDTH
    return jsonify(
        steps=steps,
        frames=[_make_film_frame(frame) for frame in fight_film.frames],
        frame=ground_view.outline_map(words.catalog.board)[0],
        centres={
            hex_id: (round(x + FRAME_WIDTH, 1), round(tall - y, 1))
            for hex_id in all_hexes(words.catalog.board)
            for x, y in (grid.centre(hex_id),)
        },
    )


def _make_film_frame(frame: Any) -> dict[str, Any]:
    """Return the units of a frame by hex, with time and marker in words."""
    stacks: dict[str, list[tuple[str, int, bool, bool]]] = {}
    for unit in frame["units"]:
        chip = (unit["side"], unit["soldiers"], unit["broken"], bool(unit["weapon"]))
        stacks.setdefault(unit["hex"], []).append(chip)
    stand = formatter().format("rehearsal.page.stand", time=frame["time"], marker=frame["marker"])
    return {
        "units": stacks,
        "smoke": list(frame["smoke"]),
        "blaze": list(frame["blaze"]),
        "stand": stand,
    }


def _split_turns(fight_film: Film) -> list[tuple[int, int]]:
    """Return the first and last step of the set-up and of each turn."""
    starts = [0, *(place for place, step in enumerate(fight_film.steps) if step[1] == "turn")]
    return list(zip(starts, [*starts[1:], len(fight_film.steps)], strict=True))


def _make_overlay(frame: Any) -> Overlay:
    """Return the overlay of a frame: units as small counters, and smoke, fire and rubble."""
    stacks: dict[str, list[Chip]] = {}
    for unit in frame["units"]:
        chip = Chip(unit["side"] == "axis", unit["soldiers"], unit["broken"], armed=bool(unit["weapon"]))
        stacks.setdefault(unit["hex"], []).append(chip)
    markers = {
        **dict.fromkeys(frame["rubble"], Marker("rubble")),
        **{hex_: Marker("smoke", value) for hex_, value in frame["smoke"].items()},
        **dict.fromkeys(frame["blaze"], Marker("blaze")),
    }
    return Overlay(stacks={hex_: tuple(chips) for hex_, chips in stacks.items()}, markers=markers)


def _list_stacks(frame: Any) -> list[tuple[str, str, str]]:
    """List the units in words: hex, side, units."""
    words = formatter()
    stacks: dict[tuple[str, str], list[str]] = {}
    for unit in frame["units"]:
        state = f" ({words.term('rehearsal.page.broken')})" if unit["broken"] else ""
        carried = f" + {words.thing(unit['weapon'])}" if unit["weapon"] else ""
        stacks.setdefault((unit["hex"], unit["side"]), []).append(
            f"{words.thing(unit['ref'])}{carried}{state}"
        )
    return [
        (hex_, words.term(f"side.{side}"), ", ".join(units)) for (hex_, side), units in sorted(stacks.items())
    ]
