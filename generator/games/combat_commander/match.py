"""Tournaments: a battle as it is reported and counted. The points are computed in :mod:`.tournament`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from catalogs.games.combat_commander import Catalog
from generator.tournament.match import Figure, Match, Played, Texts

from .battle.procedure import NAME
from .battle.state import SIDES
from .tournament import Ending, Game, compute_round_points, get_win_class

# Endings as reports name them (``ended.``), and as the scoring does. The rules forbid resigning.
ENDINGS: dict[str, Ending] = {
    "surrender": "surrender",
    "elimination": "elimination",
    "chit_v": "all_objectives",
    "vp": "points",
    "initiative": "initiative",
    "no_show": "no_show",
}
FOUGHT = tuple(ended for ended in ENDINGS if ended != "no_show")


def list_figures(_: Catalog) -> tuple[Figure, ...]:
    """Return the reported figures that order the classes: Time, casualties, VP, and objective 5."""
    return (
        Figure("time", endings=FOUGHT),
        Figure("casualties", endings=FOUGHT),
        Figure("vp", endings=("vp",)),
        Figure("objective_5", 1, ("vp", "initiative"), tick=True),
    )


def score(catalog: Catalog, played: Sequence[Played], byes: Sequence[int]) -> dict[int, Fraction]:
    """Return the points of a round from the single ranking of all players."""
    games = [_to_game(battle) for battle in played]
    games += [Game(str(number), "", "no_show") for number in byes]
    points_by_name = compute_round_points(games, catalog.guide.tournament)
    return {int(number): points for number, points in points_by_name.items()}


def _to_game(battle: Played) -> Game:
    first, second = str(battle.first), str(battle.second)
    winner, loser = (first, second) if battle.winner == "first" else (second, first)
    held = bool(battle.figures.get("objective_5"))
    how = get_win_class(ENDINGS[battle.how], holds_objective_5=held, objective_5_counts=held)
    time, casualties, vp = (battle.figures.get(name, 0) for name in ("time", "casualties", "vp"))
    return Game(winner, loser, how, time=time, casualties=casualties, vp=vp)


def list_linked_titles(catalog: Catalog) -> Sequence[tuple[Texts, Texts]]:
    """Return the titles of library cards that four players play side by side."""
    cards = catalog.scenarios
    return [
        (card["title"], cards[card["link"]["card"]]["title"])
        for card in cards.values()
        if card.get("link", {}).get("card") in cards
    ]


def list_nations(catalog: Catalog) -> tuple[str, ...]:
    """Return the factions that a side may have."""
    return tuple(each.id for each in catalog.factions.values() if each.side in SIDES)


# Settings that need a person, which a generated round does not have. The search for balance is too slow for a
# round.
ABSENT = {"axis_commander": "person", "allied_commander": "person", "dice": "typed"}

MATCH = Match(
    sides=(SIDES[0], SIDES[1]),
    endings=tuple(ENDINGS),
    figures=list_figures,
    score=score,
    draws=False,  # a tie goes to the holder of the Initiative card (9.2)
    procedure=NAME,
    linked=list_linked_titles,
    also=("sudden_death", "exit", "objective_5", "forfeit"),
    nations=list_nations,
    postures=("attack", "defend", "recon"),
    alone={**ABSENT, "balance": ""},
)
