"""NO-C1 to NO-C4: the Normandy campaign from its first battle to its last."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import NormandyFigures, figures_of
from generator.table import Procedure, Stand

from ...battle.state import SIDES
from ..forces import leaders_in
from ..settings import CampaignSettings
from .aftermath import aftermath
from .battle import fight
from .state import Normandy


def begin(catalog: Catalog, settings: CampaignSettings) -> Normandy:
    """NO-C1: return the campaign before its first battle."""
    sheet = catalog.campaigns["normandy"]
    figures = figures_of(sheet, NormandyFigures)
    return Normandy(
        catalog,
        sheet,
        settings,
        position=figures.start,
        wins=dict.fromkeys(SIDES, 0),
        quality=dict(figures.quality),
        pool={side: leaders_in(sheet, side, "regiment") for side in SIDES},
        division={side: leaders_in(sheet, side, "division") for side in SIDES},
        exhausted=dict.fromkeys(SIDES, ()),
        committed=dict.fromkeys(SIDES, ()),
        points=dict(figures.fortification.points),
        assets={asset.id: asset.points for asset in sheet.assets.values()},
        air=figures.air_superiority.start,
    )


def campaign(state: Normandy) -> Procedure[Normandy]:
    """NO-C1 to NO-C3: play battle after battle until one side has its wins."""
    while state.verdict is None:
        state = replace(state, stage="forces", at_hand=None, result=None)
        yield Stand(state)
        state = yield from fight(state)
        state = yield from aftermath(state)
    yield Stand(state)
    return state
