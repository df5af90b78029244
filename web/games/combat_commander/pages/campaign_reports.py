"""How did the battle end: the report of a campaign's battle, its summary, its correction; and the outlook."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from generator.game import procedure
from generator.games.combat_commander.campaign.correction import reports
from generator.games.combat_commander.campaign.outlook import POLICIES, Assumptions, outlook
from generator.games.combat_commander.campaign.play import state_of
from generator.games.combat_commander.campaign.positions import POSTURES
from generator.games.combat_commander.campaign.state import RESULT
from generator.table.answers import check
from generator.table.seen import whole as whole_prompt
from schemas.errors import HorahError
from web.current import context, language, sentence, speak_with
from web.locks import costs
from web.pages.prompts import Given
from web.pages.sitting import seated
from web.service import proposals, tables
from web.service.errors import Conflict, NotHere
from web.service.proposals import asked_at

from ..current import catalog
from .campaigns import name_of
from .ending import answer_of, form_of, in_words, start

blueprint = Blueprint("campaign_report_pages", __name__, url_prefix="/tables")
CHECK = "check"  # in an address: show what it says in plain words


@blueprint.get("/<link>/report")
def report(link: str) -> Response:
    """The report of the battle at hand, and its summary before it counts."""
    here = seated(link)
    with tables.seen(context(), here) as view:
        _check_campaign(view)
        asked = next((each for each in view.prompts if each["ask"] == RESULT), None)
        if asked is None:
            raise Conflict("NOT_ASKED.report")
        speak_with(view.live.session.catalog)
        prompt = view.live.session.asked(view.seat)
        return _page(link, here, asked, prompt, url_for("table_pages.answer", link=link))


@blueprint.get("/<link>/reports/<int:number>")
@costs(3)
def correction(link: str, number: int) -> Response:
    """The report of a battle that was fought, to be corrected."""
    here = seated(link)
    with tables.seen(context(), here) as view:
        _check_campaign(view)
        place = _place(view, number)
        prompt = asked_at(view.live, place)
        speak_with(view.live.session.catalog)
        old = view.live.table.entries[place].answer
        asked = whole_prompt(prompt, view.live.number)
        there = url_for("campaign_report_pages.correct", link=link, number=number)
        return _page(link, here, asked, prompt, there, number, old)


@blueprint.post("/<link>/reports/<int:number>")
@costs(5)
def correct(link: str, number: int) -> Redirect | Response:
    """Send a correction to the other side."""
    here = seated(link)
    with tables.seen(context(), here) as view:
        _check_campaign(view)
        place = _place(view, number)
        prompt = asked_at(view.live, place)
        speak_with(view.live.session.catalog)
        value = answer_of(prompt.context, request.form)  # type: ignore[union-attr]  # it is a report
    proposals.correct(context(), here, place, value)
    return redirect(url_for("table_pages.show", link=link), 303)


def _check_campaign(view: tables.View) -> None:
    if view.procedure.kind != "campaign":
        raise NotHere


def _place(view: tables.View, number: int) -> int:
    found = reports(view.live.table)
    if not 1 <= number <= len(found):
        raise NotHere
    return found[number - 1].n


def _page(
    link: str,
    here: tables.Sitting,
    asked: Mapping[str, Any],
    prompt: Any,
    there: str,
    number: int | None = None,
    old: Mapping[str, Any] | None = None,
) -> Response:
    """The form, or where it is filled in and sound the summary. Everything typed is in the address."""
    given: Given = request.args
    typed = any(name in given for name in ("winner", "ended", "marker"))
    values = given if typed else start(asked["context"], old)
    refusal, answer = "", None
    if CHECK in given:
        try:
            answer = check(prompt, answer_of(asked["context"], values))
        except HorahError as fault:
            refusal = sentence(fault)
    kept = [(name, value) for name, value in values.items(multi=True) if name not in (CHECK, "lang")]
    return make_response(
        render_template(
            "report.html",
            link=link,
            here=here,
            number=number,
            prompt=asked,
            ending=form_of(asked["context"], values),
            summary=in_words(asked["context"], answer) if answer else None,
            before=in_words(asked["context"], old) if old and answer else None,
            kept=kept,
            there=there,
            refusal=refusal,
        ),
        422 if refusal else 200,
    )


@blueprint.get("/<link>/outlook")
@costs(3)
def chances(link: str) -> Response:
    """How likely each kind of victory is from here, on what the reader assumes."""
    from exports.games.combat_commander.record import outlook_rows

    here = seated(link)
    refusal, rows = "", None
    with tables.seen(context(), here) as view:
        _check_campaign(view)
        name, state = name_of(procedure(view.state["procedure"])), state_of(view.live.table)
    try:
        rows = outlook_rows(outlook(state, _assumed()), name, catalog(), language())
    except HorahError as fault:
        refusal = sentence(fault)
    return make_response(
        render_template(
            "outlook.html",
            link=link,
            here=here,
            name=name,
            rows=rows,
            given=request.args,
            policies=POLICIES,
            postures=POSTURES,
            refusal=refusal,
        ),
        422 if refusal else 200,
    )


def _assumed() -> Assumptions:
    """Per cent as they are typed; what is left out is as the book of the outlook has it."""
    plain = Assumptions()
    parts = {posture: _percent(posture) for posture in POSTURES}
    if all(part is not None for part in parts.values()):
        postures: Mapping[Any, Fraction] = {name: part for name, part in parts.items() if part is not None}
    else:
        postures = plain.postures
    win = _percent("win")
    return Assumptions(
        axis_wins=plain.axis_wins if win is None else win,
        postures=postures,
        policy=request.args.get("policy", plain.policy),
    )


def _percent(name: str) -> Fraction | None:
    word = request.args.get(name, "").strip()
    if not word:
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise HorahError("BAD_ASSUMPTION.chance")
    return Fraction(int(word), 100)
