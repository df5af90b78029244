"""ST-C1 to ST-C3: the Stalingrad campaign from its first battle to its last."""

from __future__ import annotations

from dataclasses import replace

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import StalingradFigures, figures_of
from generator.table import Procedure, Stand

from ...battle.state import SIDES
from ..forces import leaders_in
from ..settings import CampaignSettings
from .aftermath import aftermath
from .battle import fight
from .state import Stalingrad


def begin(catalog: Catalog, settings: CampaignSettings) -> Stalingrad:
    """ST-C1: return the campaign before its first battle."""
    sheet = catalog.campaigns["stalingrad"]
    figures = figures_of(sheet, StalingradFigures)
    return Stalingrad(
        catalog,
        sheet,
        settings,
        position=figures.start,
        quality=dict(figures.quality),
        points=dict(figures.fortification.points),
        pool={side: leaders_in(sheet, side, "regiment") for side in SIDES},
        committed=dict.fromkeys(SIDES, ()),
        reinforcements=dict.fromkeys(SIDES, ()),
    )


def campaign(state: Stalingrad) -> Procedure[Stalingrad]:
    """ST-C1 to ST-C3: play battle after battle until one side has won."""
    while state.verdict is None:
        state = replace(state, stage="forces", at_hand=None, result=None)
        yield Stand(state)
        state = yield from fight(state)
        state = yield from aftermath(state)
    yield Stand(state)
    return state
