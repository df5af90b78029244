"""The report of a campaign battle, its summary and its correction; and the outlook of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Redirect

from generator.game import find_procedure
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.campaign.correction import list_reports
from generator.games.combat_commander.campaign.outlook import POLICIES, Assumptions, Outlook, compute_outlook
from generator.games.combat_commander.campaign.play import get_state
from generator.games.combat_commander.campaign.positions import POSTURES
from generator.games.combat_commander.campaign.state import RESULT
from generator.table import REFEREE, Prompt
from generator.table.answers import check_answer
from generator.table.visibility import view_prompt as whole_prompt
from schemas.errors import HorahError
from web.http.rate_limit import costs
from web.http.request_context import context, language, sentence, use_catalog
from web.http.request_context import parse_number as whole
from web.pages.prompts import Given
from web.pages.tables import run_action
from web.pages.viewer import current_sitting
from web.service import drafts, tables
from web.service.errors import Conflict, Forbidden, NotHere
from web.service.tables import proposals
from web.storage.drafts import StoredDraft

from ..request_context import catalog, formatter
from .campaigns import campaign_name
from .report_form import describe_report, initial_values, make_form, parse_report, read_known_fields

blueprint = Blueprint("campaign_report_pages", __name__, url_prefix="/tables")


@dataclass(frozen=True, slots=True)
class Report:
    """A report that is asked for, or an earlier one to correct."""

    number: int | None  # number of the battle whose report is corrected
    place: int  # index of the answer in the transcript
    asked: Mapping[str, Any]
    prompt: Prompt | None  # None: the seat only watches
    old: Mapping[str, Any] | None = None

    @property
    def context(self) -> Mapping[str, Any]:
        facts: Mapping[str, Any] = self.asked["context"]
        return facts

    @property
    def question(self) -> str:
        return drafts.question_digest(self.place, self.asked)


@blueprint.get("/<link>/report")
@blueprint.get("/<link>/reports/<int:number>")
@costs(3)
def report(link: str, number: int | None = None) -> Response:
    """Show the form with the seat's draft."""
    seated = current_sitting(link)
    with tables.view_table(context(), seated) as view:
        battle_report = _find_report(view, number)
        draft = drafts.load_draft(context(), seated, battle_report.place, battle_report.question)
        return _render(link, seated, battle_report, _form_values(battle_report, draft))


@blueprint.post("/<link>/report")
@blueprint.post("/<link>/reports/<int:number>")
@costs(3)
def save(link: str, number: int | None = None) -> Redirect:
    """Save the form as the draft of the seat, and show its summary."""
    seated = current_sitting(link)
    with tables.view_table(context(), seated) as view:
        battle_report = _find_report(view, number)
        if battle_report.prompt is None:
            raise Forbidden("NOT_ASKED.seat")
        if request.form.get("question") != battle_report.question:
            raise Conflict("ANSWERED")
        values = read_known_fields(battle_report.context, request.form)
        drafts.save_draft(context(), seated, battle_report.place, battle_report.question, values)
    return redirect(url_for("campaign_report_pages.summary", link=link, number=number), 303)


@blueprint.get("/<link>/report/summary")
@blueprint.get("/<link>/reports/<int:number>/summary")
@costs(3)
def summary(link: str, number: int | None = None) -> Response:
    """Show the draft in plain words before it is sent; show the form again if it has an error."""
    seated = current_sitting(link)
    with tables.view_table(context(), seated) as view:
        battle_report = _find_report(view, number)
        draft = drafts.load_draft(context(), seated, battle_report.place, battle_report.question)
        values = _form_values(battle_report, draft)
        if draft is None or battle_report.prompt is None:
            return _render(
                link, seated, battle_report, values, refusal=sentence(Conflict("DRAFT_CHANGED")), status=409
            )
        try:
            answer = check_answer(battle_report.prompt, parse_report(battle_report.context, values))
        except HorahError as fault:
            return _render(link, seated, battle_report, values, refusal=sentence(fault), status=422)
        return _render(link, seated, battle_report, values, draft=draft, answer=answer)


@blueprint.post("/<link>/report/send")
@blueprint.post("/<link>/reports/<int:number>/send")
@costs(5)
def send(link: str, number: int | None = None) -> Redirect | Response:
    """Answer with the draft that was read, or propose it to the other side as a correction."""
    seated = current_sitting(link)

    def drafted(view: tables.View) -> Any:
        battle_report = _find_report(view, number)
        draft = drafts.load_draft(context(), seated, battle_report.place, battle_report.question)
        if draft is None or draft.at != request.form.get("draft"):
            raise Conflict("DRAFT_CHANGED")
        return parse_report(battle_report.context, _form_values(battle_report, draft))

    def correct() -> None:
        with tables.view_table(context(), seated) as view:
            place, value = _find_report(view, number).place, drafted(view)
        proposals.correct(context(), seated, place, value)

    if number is not None:
        return run_action(link, seated, correct)
    asked = whole(request.form.get("number", ""), -1)
    return run_action(link, seated, lambda: tables.answer_with(context(), seated, asked, drafted))


def _find_report(view: tables.View, number: int | None) -> Report:
    """Return the report of the current battle, or the one of an earlier battle."""
    if view.procedure.kind != "campaign":
        raise NotHere
    live = view.live
    use_catalog(live.session.catalog)
    if number is None:
        asked = next((candidate for candidate in view.prompts if candidate["ask"] == RESULT), None)
        if asked is None:
            raise Conflict("NOT_ASKED.report")
        return Report(None, len(live.table.entries), asked, live.session.asked(view.seat))
    fought = list_reports(live.table)
    if not 1 <= number <= len(fought):
        raise NotHere
    place = fought[number - 1].n
    prompt = proposals.find_question(live, place)
    mine = view.seat in (*live.session.persons, REFEREE)
    old = live.table.entries[place].answer
    return Report(number, place, whole_prompt(prompt, live.number), prompt if mine else None, old)


def _form_values(battle_report: Report, draft: StoredDraft | None) -> Given:
    """Return the values of the form: the draft, the earlier report, or all units alive."""
    return MultiDict(draft.fields) if draft else initial_values(battle_report.context, battle_report.old)


def _render(
    link: str,
    seated: tables.Sitting,
    battle_report: Report,
    values: Given,
    *,
    draft: StoredDraft | None = None,
    answer: Mapping[str, Any] | None = None,
    refusal: str = "",
    status: int = 200,
) -> Response:
    """Render the form, or the summary if there is an answer."""
    return make_response(
        render_template(
            "report.html",
            link=link,
            here=seated,
            number=battle_report.number,
            prompt=battle_report.asked,
            question=battle_report.question,
            draft=draft,
            ending=make_form(battle_report.context, values),
            summary=describe_report(battle_report.context, answer) if answer else None,
            before=describe_report(battle_report.context, battle_report.old)
            if battle_report.old and answer
            else None,
            refusal=refusal,
        ),
        status,
    )


@blueprint.get("/<link>/outlook")
@costs(3)
def chances(link: str) -> Response:
    """Show how likely each kind of victory is, under the reader's assumptions."""
    from exports.games.combat_commander.record import make_prospects

    seated = current_sitting(link)
    refusal, rows, chart = "", None, None
    with tables.view_table(context(), seated) as view:
        if view.procedure.kind != "campaign":
            raise NotHere
        name, state = campaign_name(find_procedure(view.state["procedure"])), get_state(view.live.table)
    try:
        outlook = compute_outlook(state, _parse_assumptions())
        rows = make_prospects(outlook, name, catalog(), language())
        chart = _make_chart(outlook)
    except HorahError as fault:
        refusal = sentence(fault)
    return make_response(
        render_template(
            "outlook.html",
            link=link,
            here=seated,
            name=name,
            rows=rows,
            chart=chart,
            given=request.args,
            policies=POLICIES,
            postures=POSTURES,
            refusal=refusal,
        ),
        422 if refusal else 200,
    )


def _make_chart(outlook: Outlook) -> dict[str, Any]:
    """Return the bars of an outlook: each side, each kind of victory, and the number of battles."""
    words = formatter()
    grades = [
        (side, f"{words.side(side)}: {words.term(f'victory.{grade}')}", chance)
        for (side, grade), chance in outlook.victories.items()
    ]
    most = max(outlook.battles.values(), default=Fraction(1))
    return {
        "sides": [_make_bar(side, words.side(side), outlook.side(side)) for side in SIDES],
        "grades": [_make_bar(*grade) for grade in sorted(grades, key=lambda grade: -grade[2])],
        "battles": [
            (str(battles), words.percent(chance), round(float(100 * chance / most)))
            for battles, chance in outlook.battles.items()
        ],
    }


def _make_bar(side: str, name: str, chance: Fraction) -> tuple[str, str, int, str]:
    return side, name, round(float(100 * chance)), formatter().percent(chance)


def _parse_assumptions() -> Assumptions:
    """Parse the assumptions in per cent; missing ones take their defaults."""
    plain = Assumptions()
    parts = {posture: _parse_percent(posture) for posture in POSTURES}
    if all(part is not None for part in parts.values()):
        postures: Mapping[Any, Fraction] = {name: part for name, part in parts.items() if part is not None}
    else:
        postures = plain.postures
    win = _parse_percent("win")
    return Assumptions(
        axis_wins=plain.axis_wins if win is None else win,
        postures=postures,
        policy=request.args.get("policy", plain.policy),
    )


def _parse_percent(name: str) -> Fraction | None:
    word = request.args.get(name, "").strip()
    if not word:
        return None
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise HorahError("BAD_ASSUMPTION.chance")
    return Fraction(int(word), 100)
