"""Definition of a campaign: the object that its folder exports as ``CAMPAIGN``.

Shared code uses the object and never a campaign's name, so a new campaign is a new folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from generator.table import Procedure, Shown, Table

from .state import procedure_of

if TYPE_CHECKING:
    from ..battle.card import Card
    from .outlook import Assumptions, Ends
    from .positions import Road
    from .settings import CampaignSettings

Own = Mapping[str, Any]  # the owner's card of a printed scenario


def _nothing_printed(_: Any) -> None:
    """Return None: this campaign has no printed scenarios."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A campaign: its start, its flow, its cards, its roads and its outlook.

    The functions take and return the campaign's own state, a subclass of :class:`.state.Common`.
    """

    name: str
    place: int  # place in the list of campaigns
    begin: Callable[[Catalog, CampaignSettings], Any]  # the state before the first battle
    course: Callable[[Any], Procedure[Any]]  # plays from that state to the last battle
    card: Callable[[Table[Any], Shown, Shown, str | None, Own | None], Card]
    roads: Callable[[Sheet], Iterable[Road]]
    outlook: Callable[[Any, Assumptions], Ends]
    assumes: str  # the sentence that states the assumptions of the outlook
    printed: Callable[[Any], str | None] = _nothing_printed  # the scenario whose card the owner must attach
    # the campaign's changes to that scenario
    changes: Callable[[Any], dict[str, Any] | None] = _nothing_printed

    @property
    def procedure(self) -> str:
        """The name of its procedure."""
        return procedure_of(self.name)

    def start(self, catalog: Catalog, settings: CampaignSettings) -> Callable[[], Procedure[Any]]:
        """Return a function that starts its procedure."""
        return lambda: self.course(self.begin(catalog, settings))
