"""Plays of one battle or scenario, collected from several diaries and tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from .figures import Figures, count_club_figures
from .model import Battle, Diary


@dataclass(frozen=True, slots=True)
class Play:
    """A battle that was fought, with title and path of the diary or tournament that lists it."""

    battle: Battle
    listed_in: str
    path: str


@dataclass(frozen=True, slots=True)
class Plays:
    """Plays, the latest first, and their figures; ``figures.whole`` counts victories of the first side."""

    plays: tuple[Play, ...]
    figures: Figures
    last_played: str

    @property
    def wins(self) -> tuple[int, int, int]:
        """Victories of the first side, of the second side, and draws."""
        whole = self.figures.whole
        return whole.won, whole.fought - whole.won - whole.drawn, whole.drawn

    @property
    def odds(self) -> float | None:
        """Mean of the odds that were shown for the first side."""
        whole = self.figures.whole
        return whole.expected / whole.judged if whole.judged else None


def collect_plays(found: Iterable[Play]) -> Plays:
    """Return fought battles, each once even if two diaries list it."""
    plays: dict[object, Play] = {}
    seen: Counter[object] = Counter()
    for play in found:
        if play.battle.winner:
            key = _identify(play.battle)
            seen[play.path, key] += 1  # two battles of one diary are two plays
            plays.setdefault((key, seen[play.path, key]), play)
    ordered = sorted(plays.values(), key=lambda play: (play.battle.day, play.battle.number), reverse=True)
    figures = count_club_figures(Diary("", "", tuple(play.battle for play in ordered)))
    return Plays(tuple(ordered), figures, max((play.battle.day for play in ordered), default=""))


def is_play_of(battle: Battle, path: str, titles: Iterable[str]) -> bool:
    """Tell whether a battle was fought at an address of this service, or has one of some titles."""
    return get_path(battle.address) == path or battle.title.casefold() in titles


def get_path(address: str) -> str:
    """Return the path of an address, with the part after the hash."""
    parts = urlsplit(address)
    return parts.path.rstrip("/") + (f"#{parts.fragment}" if parts.fragment else "")


def _identify(battle: Battle) -> object:
    names = frozenset(fighter.name.casefold() for fighter in battle.fighters)
    path = get_path(battle.address)
    return path if "#" in path else (battle.day, names, battle.winner)
