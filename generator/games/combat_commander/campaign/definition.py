"""What a campaign is: the one object that its folder exports as ``CAMPAIGN``.

Shared code asks the object, never for a name: a new campaign is a new folder.
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
    """Battles are rolled up; none is printed elsewhere."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A campaign: how it begins and runs, and what it knows of its cards, its roads and its outlook.

    The state that these functions take and give is the campaign's own, a :class:`.state.Common`.
    """

    name: str
    place: int  # where it stands among the campaigns
    begin: Callable[[Catalog, CampaignSettings], Any]  # the state before the first battle
    course: Callable[[Any], Procedure[Any]]  # from that state to the last battle
    card: Callable[[Table[Any], Shown, Shown, str | None, Own | None], Card]
    roads: Callable[[Sheet], Iterable[Road]]
    outlook: Callable[[Any, Assumptions], Ends]
    assumes: str  # the sentence that states what the outlook rests on
    printed: Callable[[Any], str | None] = _nothing_printed  # the scenario whose card its owner must attach
    changes: Callable[[Any], dict[str, Any] | None] = _nothing_printed  # what it changes in that scenario

    @property
    def procedure(self) -> str:
        """The name of its procedure."""
        return procedure_of(self.name)

    def start(self, catalog: Catalog, settings: CampaignSettings) -> Callable[[], Procedure[Any]]:
        """Return what starts its procedure."""
        return lambda: self.course(self.begin(catalog, settings))
