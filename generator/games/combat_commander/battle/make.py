"""A battle from a seed and settings: dice and commanders answer, and a wish for balance is searched for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from catalogs.games.combat_commander import Catalog
from generator.chance import Seeded, check_seed, open_part
from generator.table import Answerer, Entry, Table, entry_from, run
from generator.table.bare import state_of
from generator.table.untold import untold
from schemas.errors import HorahError

from ..commanders import Commander
from ..dice import dice_for
from .card import Card, card_of
from .procedure import NAME, fight, new_battle, roll_up, tables_of, unseen
from .settings import Settings, settings_from
from .state import PERSONS, SIDES, Battle

if TYPE_CHECKING:
    from ..rehearsal.search import Tried


@dataclass(frozen=True, slots=True)
class Made:
    """A battle that is ready, with the table it was made on."""

    battle: Battle
    table: Table[Battle]
    seed: str | None
    procedure: str = NAME

    def card(self) -> Card:
        return card_of(self.battle, self.table, self.seed, self.procedure)


def answerers(catalog: Catalog, settings: Settings, seed: str) -> list[Answerer]:
    """Dice and commanders as the settings say; what is left to people is answered by none of them."""
    return list(_fillers(catalog, settings, seed))


def _fillers(catalog: Catalog, settings: Settings, seed: str) -> tuple[Seeded, Commander]:
    return dice_for(catalog, settings.dice, seed), Commander(_seats(settings), seed)


@lru_cache(maxsize=256)
def _seats(settings: Settings) -> Mapping[str, str]:
    """Who decides for whom; before the coin has fallen the persons stand for the sides."""
    commanders = tuple(settings.commander(side) for side in SIDES)
    return dict(zip((*SIDES, *PERSONS), commanders * 2, strict=True))


@lru_cache(maxsize=256)
def _empty(catalog: Catalog, settings: Settings) -> Battle:
    return new_battle(catalog, settings)


def table_for(
    catalog: Catalog, settings: Settings, seed: str, entries: Sequence[Entry] = ()
) -> Table[Battle]:
    """A battle as far as dice, commanders and the transcript take it."""
    check_seed(seed)
    battle = new_battle(catalog, settings)
    return run(lambda: fight(battle), entries, answerers(catalog, settings, seed))


def state(catalog: Catalog, settings: Settings, seed: str) -> Battle:
    """The battle that :func:`make` gives, without a record of how it came to be."""
    seed = find_seed(catalog, settings, seed)
    found = state_of(untold(unseen)(_empty(catalog, settings)), *_fillers(catalog, settings, seed))
    return make(catalog, settings, seed).battle if found is None else found


def make(catalog: Catalog, settings: Settings, seed: str) -> Made:
    """A finished battle; every choice must have a commander and every die a source."""
    return finished(catalog, settings, find_seed(catalog, settings, seed))


def finished(catalog: Catalog, settings: Settings, seed: str) -> Made:
    """The battle of this very seed."""
    table = table_for(catalog, settings, seed)
    if table.state is None:
        asked = table.pending[0]
        raise HorahError("UNANSWERED", rule=asked.rule, seat=asked.seat, ask=asked.ask)
    return Made(table.state, table, seed)


def seeds(seed: str, count: int) -> Iterator[str]:
    """seed, seed~1, seed~2 ...; a secret part stays behind the dot."""
    start, dot, secret = seed.partition(".")
    for number in range(count):
        yield f"{start}~{number}{dot}{secret}" if number else seed


def find_seed(
    catalog: Catalog, settings: Settings, seed: str, tell: Callable[[Tried], None] = lambda tried: None
) -> str:
    """The first of seed, seed~1, seed~2 ... whose battle meets the wish for balance."""
    check_seed(seed)
    if settings.balance == "any":
        return seed
    if settings.balance == "rehearsed":
        return _fought_for(catalog, settings, seed, tell)
    battle = _empty(catalog, settings)
    most = catalog.procedure.search_tries
    for tried in seeds(seed, most):
        found = state_of(untold(roll_up)(battle), *_fillers(catalog, settings, tried))
        if found is not None and meets(found, settings):
            return tried
    raise HorahError("NO_BALANCE", balance=settings.balance, tries=most, seed=open_part(seed))


def _fought_for(catalog: Catalog, settings: Settings, seed: str, tell: Callable[[Tried], None]) -> str:
    """The first battle that fights say is fair."""
    from ..rehearsal.search import refusal  # most battles are fought out by nobody

    seen = []
    for tried in rehearsed(catalog, settings, seed):
        tell(tried)
        seen.append(tried)
        if tried.fair:
            return tried.seed
    raise refusal(catalog, seen, open_part(seed))


def rehearsed(
    catalog: Catalog, settings: Settings, seed: str, *, start: int = 0, cores: int | None = None
) -> Iterator[Tried]:
    """Battle after battle fought out, from one of them on, until one is fair."""
    from ..rehearsal.search import search, tries

    due = list(seeds(seed, tries(catalog)))[start:]
    return search(catalog, due, lambda each: finished(catalog, settings, each).card(), cores=cores)


def meets(battle: Battle, settings: Settings) -> bool:
    """Is this the balance wished for, before set-up?"""
    if settings.balance == "even":
        return battle.marker == 0
    return abs(battle.marker) <= battle.catalog.procedure.close_marker


def remake(catalog: Catalog, card: dict[str, Any]) -> Made:
    """The battle of a referee's card, made again from its transcript alone."""
    transcript = card["transcript"]
    name = transcript["procedure"]
    settings = settings_from(card["settings"])
    battle = new_battle(tables_of(catalog, name), settings, name)
    table = run(lambda: fight(battle), map(entry_from, transcript["entries"]))
    if table.state is None:
        asked = table.pending[0]
        raise HorahError("DEPARTED.unfinished", rule=asked.rule, ask=asked.ask)
    made = Made(table.state, table, card["seed"], name)
    _check_same(card, made.card())
    return made


def _completed(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The sides of a card; bindings (RS.7), which version 0.1 did not write, are taken as they come out."""
    sides = {side: dict(force) for side, force in old["sides"].items()}
    for side, force in sides.items():
        due = [purchase["weapon"] for purchase in new["sides"][side]["support"]]
        if len(due) == len(force["support"]):
            bought = zip(force["support"], due, strict=True)
            force["support"] = [{"weapon": weapon, **purchase} for purchase, weapon in bought]
    return sides


def _check_same(old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Every answer fits; does the battle come out as the card says?"""
    old = {**old, "settings": settings_from(old["settings"]).json(), "sides": _completed(old, new)}
    for part in new:
        same = old.get(part) == new[part]
        if part == "settings":  # a setting that came later stands at its default
            same = settings_from(old[part]) == settings_from(new[part])
        if part not in ("transcript", "seat") and not same:
            begun, here = old["transcript"]["catalog"], new["transcript"]["catalog"]
            raise HorahError("DEPARTED.otherwise", part=part, begun=begun, here=here)
