"""A campaign under way: a session, with what is a campaign's own beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.chance import check_seed
from generator.game import procedure
from generator.session import Session, begin
from generator.table import Answer, Answerer, Entry, Table
from schemas.errors import HorahError
from schemas.validation import problems

from ..battle.state import SIDES
from ..commanders import Commander
from ..dice import dice_for
from .registry import campaign as named
from .results import RandomResults, Staff
from .settings import CampaignSettings, check_settings
from .state import Common


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign on its table. The session's table changes as answers come in; all else stays."""

    name: str
    session: Session
    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # of printed scenarios, by number

    @property
    def catalog(self) -> Catalog:
        found: Catalog = self.session.catalog  # type: ignore[assignment]  # the game's own
        return found

    @property
    def settings(self) -> CampaignSettings:
        found: CampaignSettings = self.session.settings
        return found

    @property
    def seed(self) -> str:
        return self.session.seed

    @property
    def table(self) -> Table[Any]:
        return self.session.table

    @property
    def state(self) -> Common:
        """How the campaign stands now."""
        return state_of(self.table)

    @property
    def procedure(self) -> str:
        """The name of the procedure that the transcript answers."""
        return self.session.procedure.name


def state_of(table: Table[Any]) -> Common:
    """How the campaign on a table stands now."""
    state: Common = table.stands[-1].state
    return state


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
) -> Campaign:
    """A campaign from its transcript; nothing is filled in."""
    found = named(name)
    check_seed(seed)
    settled = check_settings(settings, catalog, catalog.campaigns[name])
    session = begin(procedure(found.procedure, game=catalog.game), catalog, settled, seed)
    session.table.replay(entries)
    return Campaign(name, session, dict(cards or {}))


def answerers(
    catalog: Catalog,
    settings: CampaignSettings,
    seed: str,
    cards: Mapping[str, Mapping[str, Any]] | None = None,
) -> list[Answerer]:
    """Dice and commanders as the settings say; what is left to people is answered by none of them."""
    seats: dict[str, str] = {side: settings.commander(side) for side in SIDES}
    found: list[Answerer] = [
        dice_for(catalog, settings.dice, seed),
        Commander(seats, seed),
        Staff([side for side, name in seats.items() if name != "person"], seed),
    ]
    if settings.results == "fought":
        from .fought import FoughtResults  # the rehearsal is heavy

        found.append(FoughtResults(catalog, seed, cards))
    if settings.results != "person":  # chance has what cannot be fought
        found.append(RandomResults(catalog, seed))
    return found


def fill(campaign: Campaign) -> None:
    """Let dice and commanders go on until a person is asked."""
    session = campaign.session
    session.table.fill(answerers(campaign.catalog, campaign.settings, session.seed, campaign.cards))


def answer(campaign: Campaign, seat: str, given: Answer) -> Entry:
    """Take a person's answer and go on to the next question. What everyone is asked, any seat may answer."""
    entry = campaign.session.answer(seat, given)
    fill(campaign)
    return entry


def undo(campaign: Campaign, count: int = 1) -> Campaign:
    """The campaign before the last answers that people gave; what dice and commanders said since goes too."""
    session = replace(campaign.session)
    session.undo(count)
    return replace(campaign, session=session)


def attach(campaign: Campaign, scenario: int | None, card: Any) -> Campaign:
    """Put the owner's own card of a printed scenario beside its number."""
    legal = tuple(campaign.catalog.campaigns[campaign.name].scenarios)
    if scenario not in legal:
        raise HorahError("NO_SCENARIO", given=scenario, legal=legal)
    fault = next(problems(card, "games/combat_commander/card"), None)
    if fault is not None:
        raise HorahError("BAD_CARD.attach", place=fault.place or "/", problem=fault.problem)
    return replace(campaign, cards={**campaign.cards, str(scenario): card})
