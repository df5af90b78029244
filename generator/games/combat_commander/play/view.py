"""Views of a fight: the only place where a seat's secrets are removed from it.

1.2, 7.3.3: hidden are the other hand, the order of both decks and the other side's secret chits. Everything
on the map and the tracks is open.
"""

from __future__ import annotations

from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.table import EVERYONE, REFEREE, Choose, Seat, Table
from schemas.errors import HorahError

from ..rehearsal.cards import Rolled
from ..rehearsal.fire import Attack
from ..rehearsal.pieces import Unit, Weapon
from ..rehearsal.state import SIDES, Camp, Fight
from .briefing import list_briefing
from .previews import describe_roll
from .prompt_view import view_card, view_prompt
from .settings import FightSettings
from .state import Play, get_play

FORMAT = "hora-h/fight-view/1"
SEATS = (*SIDES, REFEREE, EVERYONE)
Document = dict[str, Any]


def view_play(catalog: Catalog, settings: FightSettings, table: Table[Any], seat: Seat) -> Document:
    """Return a fight as a seat may see it."""
    if seat not in SEATS:
        raise HorahError("BAD_SEAT", given=seat, seats=SEATS)
    play = get_play(table)
    fight, question = play.fight, play.question
    own: Side | None = "axis" if seat == "axis" else "allied" if seat == "allied" else None
    card = play.card
    view: Document = {
        "format": FORMAT,
        "seat": seat,
        "title": card.get("title") or None,
        "year": fight.year,
        "players": {side: settings.get_player(side) for side in SIDES},
        "briefing": list_briefing(catalog, card),
        "turn": {
            "number": fight.turns,
            "side": fight.turn_of,
            "orders_given": fight.orders_given,
            "order": play.order if fight.turns else "",
        },
        "tracks": {
            "marker": fight.marker,
            "time": fight.time,
            "sudden_death": fight.sudden_death,
            "initiative": fight.initiative,
            "mines": fight.mine_strength,
        },
        "sides": {side: _view_camp(fight, fight.camps[side]) for side in SIDES},
        "hand": _view_hand(play, own) if own else [],
        "chits": {"open": list(fight.chits), "own": list(fight.camps[own].secret) if own else []},
        "objectives": [
            {
                "number": number,
                "hexes": sorted(fight.board.names[hex_] for hex_ in hexes),
                "control": fight.control.get(number),
            }
            for number, hexes in sorted(fight.objectives.items())
        ],
        "map": {
            "number": card["map"].get("number"),
            "columns": len(catalog.board.columns),
            "rows": len(catalog.board.rows),
            "edges": {side: fight.camps[side].edge for side in SIDES},
        },
        "units": [view_unit(fight, unit) for side in SIDES for unit in fight.camps[side].units],
        **_view_markers(fight),
        "roll": _view_roll(play),
        "attack": _view_attack(play),
        "prompt": None,
        "waiting": question.seat if isinstance(question, Choose) else None,
        "over": None,
    }
    if isinstance(question, Choose) and seat in (question.seat, REFEREE):
        view["prompt"] = view_prompt(play, len(table.entries))
    if seat == REFEREE:
        view["hands"] = {side: _view_hand(play, side) for side in SIDES}
        view["chits"]["secret"] = {side: list(fight.camps[side].secret) for side in SIDES}
    if fight.winner is not None:
        view["over"] = {"winner": fight.winner, "ending": fight.ending, "marker": fight.marker}
    return view


def _view_hand(play: Play, side: Side) -> list[Document]:
    question = play.question
    choosing = isinstance(question, Choose) and question.seat == side
    options = set(question.options) if isinstance(question, Choose) and choosing else set()
    numbers = {option.rpartition(":")[2] for option in options}
    return [
        view_card(play.fight, card, playable=str(card.number) in numbers)
        for card in play.fight.camps[side].hand
    ]


def _view_camp(fight: Fight, camp: Camp) -> Document:
    return {
        "faction": camp.faction,
        "nationality": camp.nationality,
        "posture": camp.posture,
        "quality": camp.quality,
        "edge": camp.edge,
        "orders": camp.orders,
        "hand_size": camp.hand_size,
        "discard_limit": camp.discards,
        "surrender": camp.surrender,
        "casualties": [{"ref": unit.ref, "kind": unit.kind} for unit in camp.lost],
        "hand": len(camp.hand),
        "deck": len(camp.deck),
        "pile": len(camp.pile),
        "pile_top": view_card(fight, camp.pile[-1]) if camp.pile else None,
        "radio": {"ref": camp.radio.counter.ref, "broken": camp.radio.broken} if camp.radio else None,
        "secret": len(camp.secret),
        "coming": {
            str(space): [view_unit(fight, unit) for unit in units]
            for space, units in sorted(camp.coming.items())
            if units
        },
        "loose": [weapon.counter.ref for weapon in camp.loose],
    }


def view_unit(fight: Fight, unit: Unit) -> Document:
    """3: return a unit with its figures as they are now; morale is without cover."""
    on_map = unit.hex >= 0
    return {
        "id": unit.id,
        "ref": unit.ref,
        "kind": unit.kind,
        "side": unit.side,
        "hex": fight.board.names[unit.hex] if on_map else None,
        "soldiers": unit.soldiers,
        "broken": unit.broken,
        "suppressed": unit.suppressed,
        "veteran": unit.veteran,
        "active": unit.active,
        "moving": unit.moving,
        "fp": fight.get_fp(unit) if on_map else unit.face.fp or 0,
        "range": fight.get_range(unit) if on_map else unit.face.range or 0,
        "move": fight.get_move_points(unit) if on_map else unit.face.move or 0,
        "morale": fight.get_bare_morale(unit) if on_map else unit.face.morale or 0,
        "command": unit.command,
        "boxed": sorted(unit.face.boxed),
        "cover": fight.get_cover(unit.hex, unit.side) if on_map else 0,
        "weapon": _view_weapon(fight, unit, unit.weapon) if unit.weapon else None,
    }


def _view_weapon(fight: Fight, unit: Unit, weapon: Weapon) -> Document:
    return {
        "id": weapon.id,
        "ref": weapon.counter.ref,
        "broken": weapon.broken,
        "fp": fight.get_weapon_fp(unit, weapon) if unit.hex >= 0 else weapon.fp,
        "range": fight.get_weapon_range(unit, weapon) if unit.hex >= 0 else weapon.counter.front.range or 0,
        "move": weapon.counter.front.move or 0,
        "ordnance": weapon.ordnance,
    }


def _view_markers(fight: Fight) -> Document:
    names = fight.board.names
    return {
        "works": {names[hex_]: kind for hex_, kind in sorted(fight.works.items())},
        "smoke": {names[hex_]: value for hex_, value in sorted(fight.smoke.items())},
        "blaze": [names[hex_] for hex_ in sorted(fight.blaze)],
        "rubble": sorted(fight.special.overlay.rubble),
        "wrecks": [weapon.counter.ref for weapon in fight.wrecks],
    }


def _view_roll(play: Play) -> Document | None:
    """9.1: return the roll that the holder of the Initiative card may cancel."""
    question, rolled = play.question, play.fight.subject
    if not isinstance(question, Choose) or question.ask != "reroll" or not isinstance(rolled, Rolled):
        return None
    return {
        "side": rolled.side,
        "purpose": rolled.purpose,
        "white": rolled.card.dice.white,
        "coloured": rolled.card.dice.coloured,
        "total": rolled.card.total,
        "trigger": rolled.card.dice.trigger,
        "text": describe_roll(play, rolled),
    }


#: Questions during which the attack being resolved is worth showing.
ATTACK_QUESTIONS = (
    "reroll",
    "fire_action",
    "hide_action",
    "light_wounds",
    "spray",
    "overheated",
    "give_initiative",
)


def _view_attack(play: Play) -> Document | None:
    question, attack = play.question, play.fight.attack
    if (
        not isinstance(question, Choose)
        or question.ask not in ATTACK_QUESTIONS
        or not isinstance(attack, Attack)
    ):
        return None
    rolled = play.fight.subject
    if (
        question.ask == "reroll"
        and isinstance(rolled, Rolled)
        and rolled.purpose not in ("attack", "defence")
    ):
        return None
    names = play.fight.board.names
    return {
        "side": attack.side,
        "targets": [names[hex_] for hex_ in attack.targets],
        "from": list(dict.fromkeys(names[piece.unit.hex] for piece in attack.pieces if piece.unit.hex >= 0)),
        "fp": attack.fp,
        "total": attack.total,
        "units": [piece.id for piece in attack.pieces],
    }
