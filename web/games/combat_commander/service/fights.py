"""Fights that people play: previews and hints at the board, films taken over, and battles of a campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.battle.card import FORMAT as CARD_FORMAT
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.campaign.state import RESULT
from generator.games.combat_commander.play.film import count_film_answers
from generator.games.combat_commander.play.hints import make_hint
from generator.games.combat_commander.play.previews import preview_answer as preview_options
from generator.games.combat_commander.play.result import make_campaign_report
from generator.games.combat_commander.play.state import get_play
from generator.games.combat_commander.rehearsal.outcome import make_fight_seed
from generator.table import EVERYONE, Choose
from schemas.messages import say
from web.service import tables
from web.service.context import Context
from web.service.errors import Conflict, NotHere
from web.service.tables import Sitting, View
from web.service.tables.live import Live
from web.service.tokens import derive_link, link_hash
from web.storage.jobs import StoredJob
from web.storage.records import Event

from ..request_context import catalog_of
from . import rehearsals

Document = dict[str, Any]
KIND = "fight"
#: Fields of a card that a rehearsal does not keep, because no fight depends on them.
UNKNOWN_FIELDS: Mapping[str, Any] = {
    "format": CARD_FORMAT,
    "seed": None,
    "edition": None,
    "points": dict.fromkeys(SIDES),
    "settings": {},
    "transcript": None,
}


def preview_answer(view: View, options: Sequence[str]) -> Document | None:
    """Return what options chosen together would do; None if this seat is asked nothing."""
    play = _find_play(view)
    question = play.question
    if not isinstance(question, Choose) or question.seat != view.seat:
        return None
    known = [option for option in dict.fromkeys(options) if option in question.options]
    return preview_options(play, question, known)


def find_hint(view: View) -> Document:
    """Return what a regular commander would answer to the question that this seat is asked."""
    _find_play(view)
    if not view.yours:
        raise Conflict("NOT_ASKED.seat")
    return make_hint(view.live.session, view.seat)


def describe_hint(hint: Document, words: MessageFormatter) -> list[str]:
    """Return the best orders of a hint, and the reasons, in words."""
    return [words.say(say(line["term"], **line["facts"])) for line in (*hint["orders"], *hint["why"])]


def place_rest(context: Context, sitting: Sitting) -> Document:
    """RS.10: answer every question of the set-up that is left as a regular commander would."""

    def place(live: Live) -> list[Event]:
        _find_play(View(live, sitting.seat))
        events: list[Event] = []
        while live.session.asked(sitting.seat) is not None and not get_play(live.table).fight.turns:
            answer = make_hint(live.session, sitting.seat)["answer"]
            events += [*live.answer(sitting.seat, answer), *live.fill()]
        return events

    return tables.change(context, sitting, place)


def _find_play(view: View) -> Any:
    if view.procedure.kind != KIND:
        raise NotHere
    return get_play(view.live.table)


# Films


def make_film_settings(context: Context, job: StoredJob, number: int, step: int, turn: int) -> Document:
    """Return the settings that take over a fight of a rehearsal from a step or a turn on."""
    if step < 0:
        film = rehearsals.film_fight(context, job, number)
        starts = [0, *(place for place, line in enumerate(film.steps) if line[1] == "turn")]
        step = starts[min(max(turn, 0), len(starts) - 1)]
    card, seed = {**UNKNOWN_FIELDS, **job.body["card"]}, make_fight_seed(job.body["seed"], number)
    kinds = job.body["commanders"]
    count = count_film_answers(catalog_of(context), card, seed, kinds, step)
    commanders = {f"film_{side}": kind for side, kind in kinds.items()}
    return {"card": card, "film": seed, **commanders, "film_answers": count}


# Campaigns


def find_campaign_card(context: Context, sitting: Sitting) -> Document:
    """Return the card of the battle that a campaign waits for; its secret objectives are drawn anew."""
    with tables.view_table(context, Sitting(sitting.table, EVERYONE)) as view:
        if view.procedure.kind != "campaign" or not _asks_for_result(view):
            raise NotHere
        return view.card(view.ready)


def _asks_for_result(view: View) -> bool:
    return any(asked["ask"] == RESULT for asked in view.state["asked"])


def derive_fight_link(context: Context, campaign: str) -> str:
    """Return the link of the seat at the fight of a campaign's battle, derived from the campaign's link."""
    with tables.view_table(context, tables.enter(context, campaign)) as view:
        return derive_link(campaign, "hora-h fight", str(view.ready))


def find_fight(context: Context, campaign: str) -> str:
    """Return the link of the fight that was opened for a campaign's battle; empty if there is none."""
    link = derive_fight_link(context, campaign)
    return link if context.repository.seat(link_hash(link)) else ""


def report_to_campaign(context: Context, campaign: Sitting, fight: Sitting) -> Document:
    """RS.17: answer a campaign's question for the result with that of a finished fight.

    Raise Conflict if the campaign does not ask for it, for example because it was reported already.
    """
    with tables.view_table(context, fight) as view:
        play = _find_play(view)
        if not view.live.session.finished:
            raise Conflict("NOT_FINISHED")
        finished = play.fight
    with tables.view_table(context, campaign) as view:
        number = view.live.number
        if not (_asks_for_result(view) and view.yours):
            raise Conflict("ANSWERED")

    def make(view: View) -> Mapping[str, Any]:
        prompt = next(prompt for prompt in view.prompts if prompt["ask"] == RESULT)
        return make_campaign_report(finished, prompt["context"])

    return tables.answer_with(context, campaign, number, make)
