"""Time of rehearsed fights, against dealing their cards and looking up their lines of sight."""

from __future__ import annotations

from time import process_time

from catalogs.games.combat_commander import Catalog, load
from generator.chance import roll_dice, shuffle_by_key
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.cards import SHUFFLE_DICE
from generator.games.combat_commander.rehearsal.fight import new_fight
from generator.games.combat_commander.rehearsal.outcome import Outcome, simulate_fight

LIMIT = 60.0
FIGHTS = 30
DEALT_FIRST = 2  # shuffles before the first turn; then one for each advance of Time


def run() -> None:
    """Time thirty fights on three maps between two bots."""
    catalog = load()
    cards = [make(catalog, Settings(map=(1, 6, 13)[n % 3]), str(n)).card() for n in range(FIGHTS)]
    for card in cards[:3]:
        new_fight(card, catalog)  # compute the ground of each map once
    start = process_time()
    fought = [simulate_fight(card, catalog, str(n)) for n, card in enumerate(cards)]
    ours = process_time() - start
    start = process_time()
    for number, outcome in enumerate(fought):
        _bare(catalog, outcome, number)
    floor = process_time() - start
    held = "held" if ours / floor <= LIMIT else "NOT HELD"
    print(
        f"a fight                  {ours / FIGHTS * 1e3:6.1f} ms   {FIGHTS / ours:5.1f} a second on one core"
    )
    print(f"cards and sight bare     {floor / FIGHTS * 1e3:6.2f} ms")
    print(f"ratio                    {ours / floor:6.1f} x (limit {LIMIT:.0f}): {held}")
    print(f"answers in a fight       {sum(each.answers for each in fought) / FIGHTS:6.0f}")


def _bare(catalog: Catalog, outcome: Outcome, number: int) -> int:
    """Do as many shuffles and line-of-sight lookups as the fight had."""
    deck = catalog.decks["german"]
    for shuffle in range(DEALT_FIRST + outcome.advances):
        seal = roll_dice(f"{number}/{shuffle}", SHUFFLE_DICE)
        shuffle_by_key(bytes(byte - 1 for byte in seal).hex(), deck)
    view = tuple((0,) * 150 for _ in range(150))
    total = 0
    for look in range(outcome.lookups):
        total += view[look % 150][look % 149]
    return total
