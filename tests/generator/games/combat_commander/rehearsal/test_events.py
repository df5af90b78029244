"""E42-E77: every event of the Fate cards, with what it may, must and cannot do."""

from typing import Any

import pytest

from generator.games.combat_commander.rehearsal import events, melee
from generator.games.combat_commander.rehearsal.activation import ready
from generator.games.combat_commander.rehearsal.cards import roll
from generator.games.combat_commander.rehearsal.events import happen
from generator.games.combat_commander.rehearsal.pieces import NOWHERE, Radio, Unit, Weapon
from generator.games.combat_commander.rehearsal.state import Fight
from generator.games.combat_commander.rehearsal.victory import eliminate
from tests.generator.games.combat_commander.rehearsal.scenes import (
    CATALOG,
    die,
    fight,
    ground,
    in_hand,
    put,
    rolls,
    run,
)


def scene(**terrain: str) -> Fight:
    """Somebody of either side far off, so that nobody is wiped out."""
    found = fight(ground(**terrain))
    put(found, "axis", "squad_rifle", "A1")
    put(found, "allied", "squad_line", "A9")
    return found


def event(found: Fight, name: str, hex_: str = "E5", /, **answers: Any) -> list[str]:
    """An event of the Axis player, whose random hex is told."""
    rolls(found, "axis", die(1, 1, event=name), die(1, 1, hex_=hex_))
    return run(happen(found, "axis"), answers)


@pytest.mark.parametrize(("where", "broken"), [("E5", True), ("G5", True), ("none", False)])
def test_air_support(where: str, broken: bool) -> None:
    """E43: everybody in the hex, or in the nearest that holds anybody, if he likes."""
    found = scene()
    stand = "G5" if where == "G5" else "E5"
    units = [put(found, "allied", kind, stand) for kind in ("squad_line", "team_line")]
    event(found, "air_support", air_support=where)
    assert all(unit.broken is broken for unit in units)


def test_battle_harden() -> None:
    """E44, E44.1: one more of everything but command; nobody twice."""
    found = scene()
    unit = found.camps["axis"].units[0]
    before = found.fp(unit), found.reach(unit), found.moves(unit), found.morale(unit)
    event(found, "battle_harden")
    assert unit.veteran
    assert (found.fp(unit), found.reach(unit), found.moves(unit), found.morale(unit)) == tuple(
        value + 1 for value in before
    )
    event(found, "battle_harden")
    assert not found.camps["allied"].units[0].veteran


@pytest.mark.parametrize(("reading", "theirs", "vp"), [("a", 3, 3), ("b", 3, 1), ("b", 1, 0)])
def test_battlefield_integrity(reading: str, theirs: int, vp: int) -> None:
    """E45: the enemy's casualties, or one point for having fewer of one's own."""
    found = scene()
    found.options.variants = {**found.options.variants, "E45": reading}
    found.camps["allied"].lost = [put(found, "allied", "squad_line", "A9") for _ in range(theirs)]
    found.camps["axis"].lost = [put(found, "axis", "squad_rifle", "A1")]
    event(found, "battlefield_integrity")
    assert found.marker == vp


def test_blaze_drives_everybody_out() -> None:
    """E46: smoke and works go; the inactive player leaves first; both may meet again and fight."""
    found = scene()
    german, american = put(found, "axis", "squad_rifle", "E5"), put(found, "allied", "squad_line", "F5")
    here = german.hex
    found.smoke[here], found.works[here] = 3, "foxholes"
    event(found, "blaze", flee="E6")
    assert here in found.blaze and here not in found.smoke and here not in found.works
    assert found.ground.names[german.hex] == "E6"
    assert american.hex == found.ground.numbers["F5"]


def test_nothing_burns_in_water() -> None:
    """E46, T89."""
    found = scene(E5="marsh")
    event(found, "blaze")
    assert found.blaze == set()


@pytest.mark.parametrize(
    ("name", "work"), [("booby_trap", "mines"), ("rubble", "wire"), ("shellholes", "foxholes")]
)
def test_works_that_events_bring(name: str, work: str) -> None:
    """E47, E69, E73, 8.1.3: into an empty hex; the first work of a hex stays; none in water or fire."""
    found = scene(G5="stream")
    unit = put(found, "allied", "squad_line", "E5")
    event(found, name)
    assert found.works[unit.hex] == work
    assert not unit.broken
    found.works[unit.hex] = "trench"
    event(found, name)
    assert found.works[unit.hex] == "trench"
    event(found, name, "G5")
    assert found.ground.numbers["G5"] not in found.works


def test_breeze_clears_smoke_and_spreads_fire() -> None:
    """E48: one hex downwind, not over water, not twice."""
    found = scene()
    numbers = found.ground.numbers
    found.smoke = {numbers["H5"]: 4}
    found.blaze = {numbers["E5"]}
    rolls(found, "axis", die(4, 1, event="breeze"))
    run(happen(found, "axis"))
    assert found.smoke == {}
    assert found.blaze == {numbers["E5"], numbers["E6"]}


@pytest.mark.parametrize(("reading", "held", "vp"), [("a", 3, 3), ("b", 3, 1), ("b", 2, 0)])
def test_command_and_control(reading: str, held: int, vp: int) -> None:
    """E49: a point for each objective held, or one for holding more."""
    found = scene()
    found.options.variants = {**found.options.variants, "E49": reading}
    found.control = {number: "axis" if number <= held else "allied" for number in range(1, 5)}
    if held == 2:
        assert found.control[3] == "allied"
    event(found, "command_and_control")
    assert found.marker == vp


@pytest.mark.parametrize(("dice", "out"), [((4, 4), "casualty"), ((3, 4), "")])
def test_commissar(dice: tuple[int, int], out: str) -> None:
    """E50: above his morale of 7 he is shot, else he rallies."""
    found = scene()
    unit = put(found, "axis", "squad_rifle", "E5", broken=True)
    rolls(found, "axis", die(1, 1, event="commissar"), dice)
    run(happen(found, "axis"))
    assert (unit.out, unit.broken) == (out, False)


def test_cower() -> None:
    """E51: squads out of every command; teams, and those a leader reaches, stand."""
    found = scene()
    put(found, "axis", "sgt_grein", "E5")  # command 2
    near, far = put(found, "axis", "squad_rifle", "E7"), put(found, "axis", "squad_rifle", "E8")
    team = put(found, "axis", "team_line", "K5")
    event(found, "cower")
    assert [near.suppressed, far.suppressed, team.suppressed] == [False, True, False]


def test_deploy() -> None:
    """E52.1, E52.2: two teams of the side's quality; broken as the squad was; markers go to one."""
    found = scene()
    squad = put(found, "axis", "squad_rifle", "E5", broken=True, suppressed=True, weapon="light_mg")
    event(found, "deploy", deploy=squad.id)
    teams = found.here(found.ground.numbers["E5"], "axis")
    assert [team.kind for team in teams] == ["team", "team"]
    assert all(team.broken for team in teams)
    assert [team.suppressed for team in teams] == [True, False]
    assert [team.weapon is not None for team in teams] == [True, False]


def test_dust() -> None:
    """E53: smoke from the cup, not in water."""
    found = scene(G5="stream")
    event(found, "dust")
    event(found, "dust", "G5")
    assert [found.ground.names[hex_] for hex_ in found.smoke] == ["E5"]


def test_elan() -> None:
    """E54: one casualty more."""
    found = scene()
    event(found, "elan")
    assert (found.camps["axis"].surrender, found.camps["allied"].surrender) == (21, 20)


def test_entrench() -> None:
    """E55: foxholes under one's own, where there is no work, if he likes."""
    found = scene()
    unit = put(found, "axis", "squad_rifle", "E5")
    assert "entrench" in event(found, "entrench", entrench="E5")
    assert found.works == {unit.hex: "foxholes"}
    event(found, "entrench")
    assert len(found.works) == 1


def test_field_promotion() -> None:
    """E56: the private, once, beside somebody broken."""
    found = scene()
    event(found, "field_promotion")
    assert len(found.camps["axis"].units) == 1
    put(found, "axis", "squad_rifle", "E5", broken=True)
    for _ in range(2):
        event(found, "field_promotion", promote="E5")
    privates = [unit for unit in found.camps["axis"].units if unit.ref == "german:private"]
    assert [found.ground.names[unit.hex] for unit in privates] == ["E5"]


def test_fog_of_war() -> None:
    """E57: each loses a card of his hand by chance."""
    found = scene()
    for camp in found.camps.values():
        camp.hand = [in_hand(number=number) for number in (90, 91)]
    event(found, "fog_of_war")
    assert [len(camp.hand) for camp in found.camps.values()] == [1, 1]
    assert all(camp.pile for camp in found.camps.values())


def test_hero() -> None:
    """E58, E58.1: among friends, rallying one; not twice; worth nothing; activated as often as one likes."""
    found = scene()
    broken = put(found, "axis", "squad_rifle", "E5", broken=True)
    event(found, "hero", hero="E5", hero_rallies=broken.id)
    (hero,) = (unit for unit in found.camps["axis"].units if unit.kind == "hero")
    assert not broken.broken
    event(found, "hero", hero="A1")
    assert sum(unit.kind == "hero" for unit in found.camps["axis"].units) == 1
    hero.active = True
    assert hero in ready(found, "axis")
    eliminate(found, hero, "test")
    assert (found.marker, found.camps["axis"].lost, hero.out) == (0, [], "gone")


@pytest.mark.parametrize("waits", [False, True])
def test_a_hero_who_came_with_his_side_is_the_only_one(waits: bool) -> None:
    """E58: a campaign's side may bring the one that its last battle left it, on the Time track too."""
    found = scene()
    camp = found.camps["axis"]
    brought = put(found, "axis", "hero", "E5")
    if waits:
        camp.units.remove(brought)
        found.put(brought, NOWHERE)
        camp.coming = {3: [brought]}
    where = camp.units[0].hex
    event(found, "hero", hero=found.ground.names[where])
    assert [unit for unit in camp.units if unit.kind == "hero"] == [brought]
    assert not camp.coming.get(3)
    assert (brought.hex == where) is waits


def reinforced(found: Fight, name: str, *hexes: Any, **answers: Any) -> list[Unit]:
    """An event with a roll on the Support table, from the cheapest column that offers a unit."""
    before = list(found.camps["axis"].units)
    found.stock |= dict.fromkeys(CATALOG.leaders, 1)
    offer = next(
        o
        for o in CATALOG.support.values()
        if o.faction == "german" and 1943 in o.years and o.kind != "radio" and not o.restriction
    )
    total = offer.roll
    rolls(found, "axis", die(1, 1, event=name), (max(1, total - 6), min(6, total - 1)), *hexes)
    run(happen(found, "axis"), {"support": offer.id, **answers})
    return [unit for unit in found.camps["axis"].units if unit not in before]


def test_infiltration_leads_to_a_melee() -> None:
    """E59, O16.4: support around a random hex, upon an enemy if one likes; they fight as the event ends."""
    found = scene()
    enemy = put(found, "allied", "squad_line", "E6")
    rolls(found, "allied", (1, 1))
    reinforced(found, "infiltration", die(1, 1, hex_="E5"), (6, 6), place="E6")
    assert not found.enemy_in(enemy.hex, "axis") or enemy.out
    assert melee.mixed(found) == []


def test_interrogation() -> None:
    """E61: the enemy shows his hand, and loses the card that is picked."""
    found = scene()
    found.camps["allied"].hand = [in_hand(number=number) for number in (90, 91)]
    event(found, "interrogation", interrogate="91")
    assert [card.number for card in found.camps["allied"].hand] == [90]


@pytest.mark.parametrize(("name", "out", "broken"), [("kia", "casualty", False), ("medic", "", False)])
def test_what_befalls_a_broken_unit_of_either_side(name: str, out: str, broken: bool) -> None:
    """E62, E64: it must be one, friend or foe; without one nothing happens."""
    found = scene()
    event(found, name)
    unit = put(found, "axis", "squad_rifle", "E5", broken=True)
    event(found, name)
    assert (unit.out, unit.broken) == (out, broken)


def test_malfunction_takes_the_nearest_weapon() -> None:
    """E63: friend or foe; one that is broken already is passed over."""
    found = scene()
    near, far = (put(found, "allied", "squad_line", name, weapon="medium_mg") for name in ("E6", "E9"))
    assert near.weapon is not None and far.weapon is not None
    event(found, "malfunction")
    assert (near.weapon.broken, far.weapon.broken) == (True, False)
    event(found, "malfunction", "E6")
    assert far.weapon.broken


def test_chits_that_events_draw() -> None:
    """E65, E74, 7.3.3: a secret one is hidden unless it has no secret side; an open one counts at once."""
    found = scene()
    secret = next(letter for letter, chit in CATALOG.chits.items() if chit.secret_side)
    plain = next(letter for letter, chit in CATALOG.chits.items() if not chit.secret_side)
    found.cup = [secret]
    event(found, "mission_objective")
    assert (found.camps["axis"].secret, found.cup) == ([secret], [])
    found.cup = [plain]
    event(found, "mission_objective")
    assert found.chits == [plain]
    valued = next(letter for letter, chit in CATALOG.chits.items() if chit.objectives and chit.vp)
    found.cup, found.control = [valued], dict.fromkeys(CATALOG.chits[valued].objectives, "axis")
    before = found.marker
    event(found, "strategic_objective")
    assert found.marker == before + CATALOG.chits[valued].vp * len(CATALOG.chits[valued].objectives)


@pytest.mark.parametrize(("where", "out"), [("E6", "casualty"), ("E7", "")])
def test_prisoners_of_war(where: str, out: str) -> None:
    """E66: a broken unit of one's own beside an enemy."""
    found = scene()
    put(found, "allied", "squad_line", where)
    unit = put(found, "axis", "squad_rifle", "E5", broken=True)
    event(found, "prisoners_of_war")
    assert unit.out == out


def test_reconnaissance() -> None:
    """E67: the enemy picks one of his secret chits and lays it open."""
    found = scene()
    found.camps["allied"].secret = ["A", "B"]
    event(found, "reconnaissance", reveal="B")
    assert (found.camps["allied"].secret, found.chits) == (["A"], ["B"])


def test_reinforcements_at_the_edge() -> None:
    """E68: along the friendly edge, from what the box still holds."""
    found = scene()
    [unit] = reinforced(found, "reinforcements", enter="H1")
    assert found.ground.names[unit.hex] == "H1"


PAIR = next(o for o in CATALOG.support.values() if o.choices and 1943 in o.years)


def summoned(found: Fight, **answers: Any) -> list[str]:
    """The leaders whom Reinforcements bring of a pair that "or" joins."""
    before = list(found.camps["axis"].units)
    rolls(found, "axis", die(1, 1, event="reinforcements"), (PAIR.roll - 6, 6))
    run(happen(found, "axis"), answers)
    return [unit.ref for unit in found.camps["axis"].units if unit not in before and unit.leads]


def test_of_two_leaders_in_a_cell_never_both_come() -> None:
    """RS.7: the player picks one of them; his next reinforcements have neither."""
    found = scene()
    found.stock |= dict.fromkeys(CATALOG.leaders, 1)
    second = PAIR.choices[1]
    assert summoned(found, support=PAIR.id, which_leader=second) == [second]
    assert PAIR.id not in offers_of(found, PAIR.roll)


def test_a_leader_bought_before_play_keeps_the_other_away() -> None:
    """RS.7: what was bought is a reinforcement as well; who came with the order of battle is none."""
    for bought in (True, False):
        found = scene()
        found.stock |= dict.fromkeys(CATALOG.leaders, 1) | {PAIR.choices[0]: 0}
        found.called |= {PAIR.choices[0]} if bought else set()
        assert (PAIR.id in offers_of(found, PAIR.roll)) is not bought


def offers_of(found: Fight, total: int) -> list[str]:
    """What the Support table offers the Axis on a roll."""
    rolls(found, "axis", (max(1, total - 6), min(6, total - 1)))
    steps = events.reinforced(found, "axis", "E68", radios=True)
    prompt = next(steps)
    while prompt.ask == "reroll":
        prompt = steps.send("no")
    return list(prompt.options)


def test_reinforcements_come_whether_one_likes_or_not() -> None:
    """E59, E68: the events say that something is picked, not that it may be."""
    found = scene()
    found.stock |= dict.fromkeys(CATALOG.leaders, 1)
    assert "none" not in offers_of(found, PAIR.roll)


def test_sappers() -> None:
    """E70: mines or wire, and nothing else."""
    found = scene()
    numbers = found.ground.numbers
    found.works = {numbers["E5"]: "mines", numbers["E6"]: "trench"}
    event(found, "sappers", sappers="E5")
    assert found.works == {numbers["E6"]: "trench"}
    assert "sappers" not in event(found, "sappers")


def test_scrounge() -> None:
    """E71: a lost weapon comes back sound, with somebody who carries none."""
    found = scene()
    weapon = Weapon("w7", CATALOG.counters["american:weapon_medium_mg"], broken=True)
    found.wrecks = [weapon]
    event(found, "scrounge", scrounge="w7")
    assert found.camps["axis"].units[0].weapon is weapon
    assert (weapon.broken, found.wrecks) == (False, [])


def test_shell_shock_breaks_the_nearest() -> None:
    """E72: friend or foe."""
    found = scene()
    unit = put(found, "axis", "squad_rifle", "E6")
    event(found, "shell_shock")
    assert unit.broken


@pytest.mark.parametrize(("weapon", "works"), [("light_mg", True), ("light_mortar", False)])
def test_suppressing_fire(weapon: str, works: bool) -> None:
    """E75: an enemy in range and sight of a machine gun that works."""
    found = scene()
    gunner = put(found, "axis", "squad_rifle", "E3", weapon=weapon)
    target = put(found, "allied", "squad_line", "E6")
    event(found, "suppressing_fire", suppress=target.id) if works else event(found, "suppressing_fire")
    assert target.suppressed is works
    target.suppressed, gunner.broken = False, True
    assert "suppress" not in event(found, "suppressing_fire")


@pytest.mark.parametrize("where", ["wire", "stream"])
def test_a_machine_gun_works_where_it_may_not_fire(where: str) -> None:
    """E75 asks for a sound gun and a carrier neither broken nor suppressed, and for nothing else."""
    found = scene(**({"E3": "stream"} if where == "stream" else {}))
    gunner = put(found, "axis", "squad_rifle", "E3", weapon="light_mg")
    target = put(found, "allied", "squad_line", "E6")
    if where == "wire":
        found.works[gunner.hex] = "wire"
    assert not found.can_shoot_weapon(gunner)
    event(found, "suppressing_fire", suppress=target.id)
    assert target.suppressed


def test_white_phosphorus() -> None:
    """E77: smoke beside a sound squad; everybody there breaks one of his."""
    found = scene()
    put(found, "axis", "squad_rifle", "E5")
    victims = [put(found, "allied", kind, "E6") for kind in ("squad_line", "team_line")]
    event(found, "white_phosphorus", phosphorus="E6", burnt=victims[1].id)
    assert [unit.broken for unit in victims] == [False, True]
    assert found.ground.numbers["E6"] in found.smoke


def test_late_events_move_no_points() -> None:
    """H-E42: once Time stands on Sudden Death."""
    for optional, vp in (((), 3), (("H-E42",), 0)):
        found = fight(optional=optional)
        put(found, "axis", "squad_rifle", "A1")
        put(found, "allied", "squad_line", "A9")
        found.time = found.sudden_death
        found.control = dict.fromkeys((1, 2, 3), "axis")
        event(found, "command_and_control")
        assert found.marker == vp


def test_an_event_in_a_melee_does_not_settle_it() -> None:
    """E42, O16.4: the event ends, and then the roll that brought it counts."""
    found = scene()
    german, american = put(found, "axis", "squad_rifle", "E5"), put(found, "allied", "squad_line", "E5")
    rolls(found, "allied", die(1, 1, "event"), die(1, 1, event="elan"))
    rolls(found, "axis", (6, 6))
    found.telling = True
    run(melee.melees(found, "axis"))
    rolled = [line.facts["purpose"] for line in found.told if line.what == "rolled"]
    assert rolled == ["melee", "melee"]
    assert (german.out, american.out) == ("", "casualty")


def test_an_event_on_the_last_card_waits_for_time() -> None:
    """1.9.1: Time goes on first."""
    found = scene()
    found.telling = True
    found.camps["axis"].deck = [die(3, 3, "event")]
    found.camps["axis"].pile = [die(1, 1, number=number) for number in range(1, 9)]
    run(roll(found, "axis", "attack"))
    order = [line.what for line in found.told if line.what in ("time", "event")]
    assert order == ["time", "event"]


def test_a_radio_of_reinforcements_takes_an_empty_box() -> None:
    """8.1.2, E68: a second radio never comes."""
    found = scene()
    found.camps["axis"].radio = Radio(CATALOG.counters["german:radio_105mm"])
    kinds = set()
    for total in range(2, 13):
        rolls(found, "axis", (max(1, total - 6), min(6, total - 1)))
        steps = events.reinforced(found, "axis", "E68", radios=True)
        try:
            prompt = next(steps)
            while getattr(prompt, "ask", "") == "reroll":
                prompt = steps.send("no")
        except StopIteration:
            continue
        kinds |= {CATALOG.support[one].kind for one in prompt.options if one != "none"}
    assert "radio" not in kinds
