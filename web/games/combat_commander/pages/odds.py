"""Exact odds: a form for the known facts, and a table for each of the others."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from exports.games.combat_commander.odds import format_head, make_tables
from generator.games.combat_commander.balance.matchup_odds import (
    Known,
    compute_matchup_odds,
    list_known_values,
    to_document,
)
from schemas.errors import HorahError
from web.http.request_context import parse_number, sentence

from ..request_context import catalog, formatter

blueprint = Blueprint("odds_pages", __name__, url_prefix="/odds")

DEFAULT_EDITION = "corrected"
QUALITIES = ("", "green", "line", "elite")  # order of the slider's positions; empty is any
FACTIONS, GRADES = ("axis", "allied"), ("axis_quality", "allied_quality")


@blueprint.get("")
def show() -> str | Response:
    """Show the form with the known facts, and the odds of the rest."""
    edition = request.args.get("edition", DEFAULT_EDITION)
    edition = edition if edition in catalog().editions else DEFAULT_EDITION
    choices = list_known_values(catalog(), edition)
    known = _parse_known(choices)
    rows: list[Any] = []
    head = refusal = ""
    try:
        document = to_document(compute_matchup_odds(catalog(), known, edition), edition)
        rows, head = list(make_tables(document, formatter())), format_head(document, formatter())
    except HorahError as fault:
        refusal = sentence(fault)
    page = render_template(
        "odds/show.html",
        known=known,
        edition=edition,
        editions=tuple(catalog().editions),
        choices=choices,
        years=(min(choices["year"]) - 1, max(choices["year"])),
        grades=QUALITIES,
        places={part: QUALITIES.index(getattr(known, part) or "") for part in GRADES},
        tables=rows,
        head=head,
        chosen=known != Known(),
        refusal=refusal,
    )
    return make_response(page, 422) if refusal else page


def _parse_known(choices: Any) -> Known:
    """Parse the known facts; values that the form does not offer count as unknown."""
    values: dict[str, Any] = {}
    for part in FACTIONS:
        value = request.args.get(part, "")
        values[part] = value if value in choices[part] else None
    year = parse_number(request.args.get("year", ""), 0)
    values["year"] = year if year in choices["year"] else None
    for part in GRADES:
        place = parse_number(request.args.get(part, ""), 0)
        value = QUALITIES[place] if 0 <= place < len(QUALITIES) else ""
        values[part] = value if value in choices[part] else None
    return Known(**values)
