"""A running campaign: a session with the campaign's own data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from catalogs.games.combat_commander import Catalog
from generator.chance import check_seed
from generator.game import find_procedure
from generator.session import Session, begin
from generator.table import Answer, Answerer, Entry, Table
from schemas.errors import HorahError
from schemas.validation import problems

from ..battle.state import SIDES
from ..commanders import Commander
from ..dice import make_dice
from .random_results import RandomResults, Staff
from .registry import find_campaign as named
from .settings import CampaignSettings, check_settings
from .state import Common


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign at its table. Only the session's table changes as answers come in."""

    name: str
    session: Session
    # cards of printed scenarios, by number
    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def catalog(self) -> Catalog:
        catalog: Catalog = self.session.catalog  # type: ignore[assignment]  # always the catalogue of this game
        return catalog

    @property
    def settings(self) -> CampaignSettings:
        settings: CampaignSettings = self.session.settings
        return settings

    @property
    def seed(self) -> str:
        return self.session.seed

    @property
    def table(self) -> Table[Any]:
        return self.session.table

    @property
    def state(self) -> Common:
        """The current state of the campaign."""
        return get_state(self.table)

    @property
    def procedure(self) -> str:
        """The name of the procedure that the transcript answers."""
        return self.session.procedure.name


def get_state(table: Table[Any]) -> Common:
    """Return the current state of the campaign on a table."""
    state: Common = table.stands[-1].state
    return state


def start_campaign(
    catalog: Catalog,
    name: str,
    seed: str,
    settings: CampaignSettings | None = None,
    cards: Mapping[str, Mapping[str, Any]] | None = None,
) -> Campaign:
    """Start a campaign and play it to the first question for a person."""
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
    """Restore a campaign from its transcript, without filling in further answers."""
    definition = named(name)
    check_seed(seed)
    settled = check_settings(settings, catalog, catalog.campaigns[name])
    session = begin(find_procedure(definition.procedure, game=catalog.game), catalog, settled, seed)
    session.table.replay(entries)
    return Campaign(name, session, dict(cards or {}))


def make_answerers(
    catalog: Catalog,
    settings: CampaignSettings,
    seed: str,
    cards: Mapping[str, Mapping[str, Any]] | None = None,
) -> list[Answerer]:
    """Return dice and commanders as the settings say; none of them answers what is left to people."""
    seats: dict[str, str] = {side: settings.commander(side) for side in SIDES}
    chain: list[Answerer] = [
        make_dice(catalog, settings.dice, seed),
        Commander(seats, seed),
        Staff([side for side, name in seats.items() if name != "person"], seed),
    ]
    if settings.results == "fought":
        from .simulated_battle import FoughtResults  # imported here because the rehearsal is slow to import

        chain.append(FoughtResults(catalog, seed, cards))
    if settings.results != "person":  # chance decides battles that cannot be simulated
        chain.append(RandomResults(catalog, seed))
    return chain


def fill(campaign: Campaign) -> None:
    """Let dice and commanders answer until a person is asked."""
    session = campaign.session
    session.table.fill(make_answerers(campaign.catalog, campaign.settings, session.seed, campaign.cards))


def answer(campaign: Campaign, seat: str, given: Answer) -> Entry:
    """Take a person's answer and go on to the next question. Any seat may answer a prompt for everyone."""
    entry = campaign.session.answer(seat, given)
    fill(campaign)
    return entry


def undo(campaign: Campaign, count: int = 1) -> Campaign:
    """Return the campaign before people's last answers and the automatic answers since."""
    session = replace(campaign.session)
    session.undo(count)
    return replace(campaign, session=session)


def attach(campaign: Campaign, scenario: int | None, card: Any) -> Campaign:
    """Attach the owner's card of a printed scenario."""
    legal = tuple(campaign.catalog.campaigns[campaign.name].scenarios)
    if scenario not in legal:
        raise HorahError("NO_SCENARIO", given=scenario, legal=legal)
    fault = next(problems(card, "games/combat_commander/card"), None)
    if fault is not None:
        raise HorahError("BAD_CARD.attach", place=fault.place or "/", problem=fault.problem)
    return replace(campaign, cards={**campaign.cards, str(scenario): card})
