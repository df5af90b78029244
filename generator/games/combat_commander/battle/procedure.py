"""RS.1 to RS.16 in the order the rules prescribe."""

from __future__ import annotations

from collections.abc import Callable

from catalogs.games.combat_commander import Catalog
from generator.table import Stand

from .checks import check_settings
from .rs01_battlefield import battlefield
from .rs02_sides import sides
from .rs03_quality import quality
from .rs04_objectives import objectives
from .rs05_orders_of_battle import orders_of_battle
from .rs06_leaders import leaders
from .rs07_support import support
from .rs08_posture import posture
from .rs09_fortifications import fortifications
from .rs10_defender import defender_setup
from .rs11_attacker import attacker_setup
from .rs12_fortification_setup import fortification_setup
from .rs13_recon import recon_setup
from .rs14_markers import markers
from .rs15_cards import cards
from .rs16_start import start
from .settings import Settings
from .state import Battle, Steps

NAME = "battle/1"

Step = Callable[[Battle], Steps]

ROLL_UP: tuple[Step, ...] = (
    battlefield,
    sides,
    quality,
    objectives,
    orders_of_battle,
    leaders,
    support,
    posture,
)
AGAINST_A_DEFENDER: tuple[Step, ...] = (
    fortifications,
    defender_setup,
    attacker_setup,
    fortification_setup,
)
READY: tuple[Step, ...] = (markers, cards, start)


def new_battle(catalog: Catalog, settings: Settings) -> Battle:
    """Return an empty battle; raise if the settings are impossible."""
    check_settings(catalog, settings)
    return Battle(catalog, settings, catalog.editions[settings.edition])


def run_in_order(battle: Battle, steps: tuple[Step, ...]) -> Steps:
    for step in steps:
        battle = yield from step(battle)
    return battle


def run_and_show(battle: Battle, steps: tuple[Step, ...]) -> Steps:
    """Run steps in order and show the battle after each."""
    for step in steps:
        battle = yield from step(battle)
        yield Stand(battle)
    return battle


def roll_up(battle: Battle) -> Steps:
    """RS.1 to RS.8: forces and postures."""
    return (yield from run_and_show(battle, ROLL_UP))


def set_up(battle: Battle) -> Steps:
    """RS.9 to RS.16: recon goes through RS.13, other postures through RS.9 to RS.12."""
    recon = battle.axis.posture == "recon"
    battle = yield from run_and_show(battle, (recon_setup,) if recon else AGAINST_A_DEFENDER)
    return (yield from run_in_order(battle, READY))


def fight(battle: Battle) -> Steps:
    """RS.1 to RS.16: make a battle ready to be played."""
    battle = yield from roll_up(battle)
    return (yield from set_up(battle))
