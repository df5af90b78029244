"""Gastadores: three phases, one printed scenario each, with resources rolled between them."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_commander import Catalog
from generator.table import Choose, Note, Procedure, Stand

from ...battle.state import SIDES, opponent
from ..report import ask_result, make_context
from ..settings import CampaignSettings
from ..state import Past
from .resources import roll_resource, take_effect
from .scoring import endings, net_of, totals, verdict
from .state import Gastadores

RULE = "Gastadores: La Campaña"


def begin(catalog: Catalog, settings: CampaignSettings) -> Gastadores:
    """Return the campaign before its first scenario."""
    return Gastadores(
        catalog,
        catalog.campaigns["gastadores"],
        settings,
        resources=dict.fromkeys(SIDES, ()),
        net=dict.fromkeys(SIDES, 0),
    )


def campaign(state: Gastadores) -> Procedure[Gastadores]:
    """La Campaña: play phase after phase, then apply the victory table."""
    for phase in state.figures.phases:
        state = replace(
            state,
            stage="forces",
            battle=phase.phase,
            scenario=None,
            chooser=None,
            resources=dict.fromkeys(SIDES, ()),
            in_force=(),
            result=None,
        )
        yield Stand(state)
        state = yield from prepare(state)
        state = replace(state, stage="ready")
        yield Stand(state)
        state = yield from play(state)
    ending = verdict(state.figures, state.history, state.net, state.reading("german_top_grade"))
    yield Note(ending.rule, "campaign_over", {"side": ending.winner, "grade": ending.grade})
    state = replace(state, verdict=ending, stage="over")
    yield Stand(state)
    return state


def prepare(state: Gastadores) -> Procedure[Gastadores]:
    """Roll the loser's resource; the winner then chooses the scenario, or cedes the choice and rolls too."""
    options = tuple(str(one.number) for one in state.scenarios())
    if state.history:
        winner = state.history[-1].winner
        loser = opponent(winner)
        state = yield from roll_resource(state, loser, state.figures.loser_rolls)
        option = yield Choose(RULE, "winner_option", winner, "winner_option", ("choose", "cede"))
        if option == "cede":
            state = yield from roll_resource(state, winner, state.figures.ceding_winner_rolls)
        state = replace(state, chooser=winner if option == "choose" else loser)
    number = options[0]
    if len(options) > 1:
        chooser = state.chooser or SIDES[0]
        number = yield Choose(RULE, "scenario", chooser, "scenario", options)
    yield Note(RULE, "scenario", {"value": number})
    state = yield from take_effect(replace(state, scenario=int(number)))
    yield from state.shuffle(RULE)
    return state


def play(state: Gastadores) -> Procedure[Gastadores]:
    """Ask for the result of the scenario; its net VP go to the winner."""
    reading = state.reading("automatic_objective")
    context = make_context(state.sheet.factions, endings=endings(reading))
    result = yield from ask_result(state.catalog, RULE, context)
    net = net_of(state.figures, reading, result)
    past = Past(
        state.battle,
        str(state.scenario),
        None,
        state.phase.first_day,
        result.winner,
        result.ended,
        result.marker,
        result.initiative,
        events={
            "net": net,
            "chooser": state.chooser,
            "resources": {side: list(state.resources[side]) for side in SIDES},
            "in_force": list(state.in_force),
        },
    )
    history = (*state.history, past)
    yield Note(RULE, "net", {"side": result.winner, "value": net})
    return replace(
        state, result=result, history=history, net=totals(history, state.counting()), stage="aftermath"
    )
