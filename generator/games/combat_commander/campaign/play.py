"""A campaign under way: begun, answered, undone, and filled by dice and commanders as its settings say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.table import EVERYONE, Answer, Answerer, Entry, Prompt, Refused, Table
from schemas.errors import HorahError

from ..battle.settings import check_seed
from ..battle.state import SIDES
from ..commanders import Commander
from ..dice import dice_for
from .results import RandomResults, Staff
from .settings import CampaignSettings, check_settings
from .state import LATEST, Common

NAMES = ("stalingrad", "normandy", "gastadores")


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign on its table. ``table`` changes as answers come in; all else stays."""

    catalog: Catalog
    name: str
    settings: CampaignSettings
    seed: str
    table: Table[Any]
    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # Gastadores: cards by scenario

    @property
    def state(self) -> Common:
        """How the campaign stands now."""
        return state_of(self.table)

    @property
    def procedure(self) -> str:
        return self.state.procedure

    def again(self, entries: Iterable[Entry]) -> Campaign:
        """The same campaign, of the same version, over another transcript."""
        version = self.state.version
        return replay(self.catalog, self.name, self.seed, self.settings, entries, self.cards, version)


def state_of(table: Table[Any]) -> Common:
    """How the campaign on a table stands now."""
    state: Common = table.stands[-1].state
    return state


def check_name(name: str) -> str:
    if name not in NAMES:
        raise HorahError(
            f"There is no campaign {name!r}; the campaigns are {', '.join(NAMES)}.",
            f"No hay ninguna campaña {name!r}; las campañas son {', '.join(NAMES)}.",
            code="NO_CAMPAIGN",
        )
    return name


def course(
    catalog: Catalog, name: str, settings: CampaignSettings, version: int = LATEST
) -> Callable[[], Any]:
    """What starts a version of the campaign's procedure."""
    if name == "stalingrad":
        from .stalingrad.course import begin as begin_stalingrad
        from .stalingrad.course import campaign as stalingrad

        return lambda: stalingrad(begin_stalingrad(catalog, settings, version))
    if name == "normandy":
        from .normandy.course import begin as begin_normandy
        from .normandy.course import campaign as normandy

        return lambda: normandy(begin_normandy(catalog, settings, version))
    from .gastadores.course import begin as begin_gastadores
    from .gastadores.course import campaign as gastadores

    return lambda: gastadores(begin_gastadores(catalog, settings, version))


def new(
    catalog: Catalog,
    name: str,
    seed: str,
    settings: CampaignSettings | None = None,
    cards: Mapping[str, Mapping[str, Any]] | None = None,
) -> Campaign:
    """A campaign from its beginning to the first question that a person must answer."""
    campaign = replay(catalog, name, seed, settings or CampaignSettings(), (), cards)
    fill(campaign)
    return campaign


def replay(
    catalog: Catalog,
    name: str,
    seed: str,
    settings: CampaignSettings,
    entries: Iterable[Entry],
    cards: Mapping[str, Mapping[str, Any]] | None = None,
    version: int = LATEST,
) -> Campaign:
    """A campaign from its transcript; nothing is filled in."""
    check_name(name)
    check_seed(seed)
    settings = check_settings(settings, catalog, catalog.campaigns[name])
    table: Table[Any] = Table(course(catalog, name, settings, version))
    table.replay(entries)
    return Campaign(catalog, name, settings, seed, table, dict(cards or {}))


def answerers(catalog: Catalog, settings: CampaignSettings, seed: str) -> list[Answerer]:
    """Dice and commanders as the settings say; what is left to people is answered by none of them."""
    seats: dict[str, str] = {side: settings.commander(side) for side in SIDES}
    found: list[Answerer] = [
        dice_for(catalog, settings.dice, seed),
        Commander(seats, seed),
        Staff([side for side, name in seats.items() if name != "person"], seed),
    ]
    if settings.results == "random":
        found.append(RandomResults(catalog, seed))
    return found


def fill(campaign: Campaign) -> None:
    """Let dice and commanders go on until a person is asked."""
    campaign.table.fill(answerers(campaign.catalog, campaign.settings, campaign.seed))


def answer(campaign: Campaign, seat: str, given: Answer) -> Entry:
    """Take a person's answer and go on to the next question. What everyone is asked, any seat may answer."""
    asked = {prompt.seat for prompt in campaign.table.pending}
    entry = campaign.table.answer(EVERYONE if EVERYONE in asked else seat, given)
    fill(campaign)
    return entry


def attach(campaign: Campaign, scenario: int | None, card: Any) -> Campaign:
    """Gastadores: put the owner's own card of a printed scenario beside its number."""
    from schemas.validation import problems

    legal = tuple(campaign.catalog.campaigns[campaign.name].scenarios)
    if scenario not in legal:
        shown = ", ".join(map(str, legal)) or "-"
        raise HorahError(
            f"Scenario {scenario} is not one of this campaign's: {shown}.",
            f"El escenario {scenario} no es de esta campaña: {shown}.",
            code="NO_SCENARIO",
        )
    fault = next(problems(card, "games/combat_commander/card"), None)
    if fault is not None:
        raise HorahError(
            f"The card cannot be attached: {fault.place or '/'}: {fault.problem[0]}.",
            f"La ficha no se puede adjuntar: {fault.place or '/'}: {fault.problem[1]}.",
            code="BAD_CARD",
        )
    return replace(campaign, cards={**campaign.cards, str(scenario): card})


def by_person(settings: CampaignSettings, entry: Entry | Prompt) -> bool:
    """Was this answered by a person, and not by dice, a commander or chance?"""
    if entry.kind == "roll":
        return settings.dice == "typed"
    if entry.kind == "draw":
        return False
    if entry.seat == EVERYONE:
        return settings.results == "person"
    return settings.commander("axis" if entry.seat == "axis" else "allied") == "person"


def undo(campaign: Campaign, count: int = 1) -> Campaign:
    """The campaign before the last answers that people gave; what dice and commanders said since goes too."""
    entries = campaign.table.entries
    given = [entry.n for entry in entries if by_person(campaign.settings, entry)]
    if not 1 <= count <= len(given):
        raise Refused(
            f"{len(given)} answers were given by people; {count} cannot be undone.",
            f"Las personas han dado {len(given)} respuestas; no se pueden deshacer {count}.",
            code="UNDO",
        )
    return campaign.again(entries[: given[-count]])
