"""4.0: the companion: the player leads the squad on the board, the program leads the enemy.

It asks for the initiative of the squad, who is seen when somebody is, and what happens to enemies. What the
board shows of the squad stays there: hand, orders, wounds, morale.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.combat_solitaire import FRIENDLY
from generator.table import Choose, Note, Report, Stand
from generator.table import Procedure as Steps
from schemas.errors import HorahError

from .enemy_turn import activate, ask_team_sight, sort_team
from .events import resolve_event
from .hexes import parse_hex
from .melee import free_prisoners
from .prompts import HEX_FORM, make_form
from .squad import DONE, apply_tool
from .state import PLAYER, State
from .turn import INITIATIVE_FORM, begin_step, play_end_phase, play_enemy_phase, score_game

QUIET, CONTACT = "quiet", "contact"
TOOLS = (
    "enemy_hit",
    "spotted",
    "fired",
    "lost",
    "alert",
    "explosion",
    "event",
    "light",
    "smoke",
    "score",
    "relocate",
    "correct",
    "number",
    "stop",
)


def play_companion_turn(s: State) -> Steps[State]:
    """4.0: the squad's initiative, the enemy's orders, four impulses, the end of the turn."""
    s = replace(s, turn=s.turn + 1, impulse=0)
    yield Note("4.0", "turn", {"turn": s.turn, "last": s.scenario["length_turns"]})
    s = yield from begin_step(s, "1d")
    s = yield from _ask_initiative(s)
    s = yield from play_enemy_phase(s)
    s = yield from begin_step(s, "4")
    for impulse in range(1, s.catalog.figures["impulses"] + 1):
        s = yield from _play_impulse(replace(s, impulse=impulse))
        if s.stopped:
            return (yield from score_game(s))
    for man in s.soldiers_of("friendly", prisoners=True):
        s = s.change(man.id, order="melee" if man.order == "melee" else None)  # the board has the orders
    return (yield from play_end_phase(s))


def _ask_initiative(s: State) -> Steps[State]:
    """4.0-1d, 1e: ask for the initiative of the card that was played, and its event."""
    teams = [team for team in FRIENDLY if s.team_members(team)]
    form = make_form(
        {**dict.fromkeys(teams, INITIATIVE_FORM), "event": {"enum": ["none", "friendly", "enemy"]}}, *teams
    )
    answer = yield Report("4.0-1d", "companion_card", PLAYER, form)
    s = replace(s, initiative={team: answer[team] for team in teams})
    event = answer.get("event", "none")
    return s if event == "none" else (yield from resolve_event(s, event))


def _play_impulse(s: State) -> Steps[State]:
    """4.0-4: move and fire the enemy; without contact nobody is asked about sight."""
    yield Note("4.0-4", "impulse", {"impulse": s.impulse})
    s = replace(s, known_since=frozenset(soldier.id for soldier in s.known_enemies()))
    s, choice = yield from _run_menu(s, "companion", (QUIET, CONTACT))
    if choice == CONTACT:
        s = yield from _ask_positions(s)
    s = replace(s, quiet=choice == QUIET)
    for team in s.sequence:
        if s.stopped:
            break
        s = yield from free_prisoners(s)
        if team in FRIENDLY:
            if choice == CONTACT and s.team_members(team):
                yield Note("4.0-4", "team_acts", {"team": team})
                s, _ = yield from _run_menu(s, "companion_team", (DONE,), team=team)
            continue
        if not s.team_members(team):
            continue
        yield Note("4.0-4", "team_acts", {"team": team})
        if not s.quiet:
            s = yield from ask_team_sight(s, team)
        for who in (yield from sort_team(s, team)):
            s = yield from activate(s, who)
        yield Stand(s)
    return replace(s, quiet=False)


def _run_menu(s: State, ask: str, ways: tuple[str, ...], **context: Any) -> Steps[tuple[State, str]]:
    """Offer what happens on the board until the player goes on in one of the ways."""
    about = {"impulse": s.impulse, "teams": list(s.sequence), **context}
    while not s.stopped:
        yield Stand(s)
        what = str((yield Choose("4.0-4", ask, PLAYER, "act", (*ways, *TOOLS), context=about)))
        if what in ways:
            return s, what
        s = yield from apply_tool(s, what)
    return s, ways[0]


def _ask_positions(s: State) -> Steps[State]:
    """12.0: ask where the men are whom an enemy may see; the others stay where they were."""
    men = list(s.soldiers_of("friendly"))

    def check(answer: Mapping[str, Any]) -> HorahError | None:
        off = next((who for who, hex_ in answer.items() if s.edge_beyond(*parse_hex(hex_))), None)
        return HorahError("OFF_BOARD", who=off, hex=answer[off]) if off else None

    form = make_form({man.id: HEX_FORM for man in men})
    context = {"now": {man.id: man.hex for man in men}}
    answer = yield Report("12.0", "positions", PLAYER, form, check, context)
    for who, hex_ in answer.items():
        s = s.change(who, hex=hex_)
    return s
