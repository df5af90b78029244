"""E42-E77: every event of the Fate cards."""

from typing import Any

import pytest

from generator.games.combat_commander.rehearsal import events, melee
from generator.games.combat_commander.rehearsal.activation import list_ready_units
from generator.games.combat_commander.rehearsal.cards import roll
from generator.games.combat_commander.rehearsal.events import resolve_event
from generator.games.combat_commander.rehearsal.pieces import OFF_MAP, Radio, Unit, Weapon
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


def make_scene(**terrain: str) -> Fight:
    """Return a fight with a distant unit of each side, so that no side is wiped out."""
    scene = fight(ground(**terrain))
    put(scene, "axis", "squad_rifle", "A1")
    put(scene, "allied", "squad_line", "A9")
    return scene


def resolve_event_card(scene: Fight, name: str, hex_: str = "E5", /, **answers: Any) -> list[str]:
    """Resolve an event of the Axis player with the given random hex."""
    rolls(scene, "axis", die(1, 1, event=name), die(1, 1, hex_=hex_))
    return run(resolve_event(scene, "axis"), answers)


@pytest.mark.parametrize(("where", "broken"), [("E5", True), ("G5", True), ("none", False)])
def test_air_support(where: str, broken: bool) -> None:
    """E43: break all units in the hex or the nearest occupied one, if the player wants."""
    scene = make_scene()
    stand = "G5" if where == "G5" else "E5"
    units = [put(scene, "allied", kind, stand) for kind in ("squad_line", "team_line")]
    resolve_event_card(scene, "air_support", air_support=where)
    assert all(unit.broken is broken for unit in units)


def test_battle_harden() -> None:
    """E44, E44.1: one more of every figure except command; never twice."""
    scene = make_scene()
    unit = scene.camps["axis"].units[0]
    before = scene.get_fp(unit), scene.get_range(unit), scene.get_move_points(unit), scene.get_morale(unit)
    resolve_event_card(scene, "battle_harden")
    assert unit.veteran
    assert (
        scene.get_fp(unit),
        scene.get_range(unit),
        scene.get_move_points(unit),
        scene.get_morale(unit),
    ) == tuple(value + 1 for value in before)
    resolve_event_card(scene, "battle_harden")
    assert not scene.camps["allied"].units[0].veteran


@pytest.mark.parametrize(("reading", "theirs", "vp"), [("a", 3, 3), ("b", 3, 1), ("b", 1, 0)])
def test_battlefield_integrity(reading: str, theirs: int, vp: int) -> None:
    """E45: VP for enemy casualties, or one VP for having fewer casualties."""
    scene = make_scene()
    scene.options.variants = {**scene.options.variants, "E45": reading}
    scene.camps["allied"].lost = [put(scene, "allied", "squad_line", "A9") for _ in range(theirs)]
    scene.camps["axis"].lost = [put(scene, "axis", "squad_rifle", "A1")]
    resolve_event_card(scene, "battlefield_integrity")
    assert scene.marker == vp


def test_blaze_drives_units_out() -> None:
    """E46: smoke and works are removed; the inactive player leaves first; a melee may follow."""
    scene = make_scene()
    german, american = put(scene, "axis", "squad_rifle", "E5"), put(scene, "allied", "squad_line", "F5")
    here = german.hex
    scene.smoke[here], scene.works[here] = 3, "foxholes"
    resolve_event_card(scene, "blaze", flee="E6")
    assert here in scene.blaze and here not in scene.smoke and here not in scene.works
    assert scene.board.names[german.hex] == "E6"
    assert american.hex == scene.board.numbers["F5"]


def test_nothing_burns_in_water() -> None:
    """E46, T89: no blaze in water."""
    scene = make_scene(E5="marsh")
    resolve_event_card(scene, "blaze")
    assert scene.blaze == set()


@pytest.mark.parametrize(
    ("name", "work"), [("booby_trap", "mines"), ("rubble", "wire"), ("shellholes", "foxholes")]
)
def test_events_place_works(name: str, work: str) -> None:
    """E47, E69, E73, 8.1.3: only without another work, and not in water or fire."""
    scene = make_scene(G5="stream")
    unit = put(scene, "allied", "squad_line", "E5")
    resolve_event_card(scene, name)
    assert scene.works[unit.hex] == work
    assert not unit.broken
    scene.works[unit.hex] = "trench"
    resolve_event_card(scene, name)
    assert scene.works[unit.hex] == "trench"
    resolve_event_card(scene, name, "G5")
    assert scene.board.numbers["G5"] not in scene.works


def test_breeze_clears_smoke_and_spreads_fire() -> None:
    """E48: one hex downwind, not over water, not twice."""
    scene = make_scene()
    numbers = scene.board.numbers
    scene.smoke = {numbers["H5"]: 4}
    scene.blaze = {numbers["E5"]}
    rolls(scene, "axis", die(4, 1, event="breeze"))
    run(resolve_event(scene, "axis"))
    assert scene.smoke == {}
    assert scene.blaze == {numbers["E5"], numbers["E6"]}


@pytest.mark.parametrize(("reading", "held", "vp"), [("a", 3, 3), ("b", 3, 1), ("b", 2, 0)])
def test_command_and_control(reading: str, held: int, vp: int) -> None:
    """E49: one VP for each objective held, or one for holding more."""
    scene = make_scene()
    scene.options.variants = {**scene.options.variants, "E49": reading}
    scene.control = {number: "axis" if number <= held else "allied" for number in range(1, 5)}
    if held == 2:
        assert scene.control[3] == "allied"
    resolve_event_card(scene, "command_and_control")
    assert scene.marker == vp


@pytest.mark.parametrize(("dice", "out"), [((4, 4), "casualty"), ((3, 4), "")])
def test_commissar(dice: tuple[int, int], out: str) -> None:
    """E50: above the morale of 7 the unit is eliminated, else it rallies."""
    scene = make_scene()
    unit = put(scene, "axis", "squad_rifle", "E5", broken=True)
    rolls(scene, "axis", die(1, 1, event="commissar"), dice)
    run(resolve_event(scene, "axis"))
    assert (unit.out, unit.broken) == (out, False)


def test_cower() -> None:
    """E51: squads outside every command; teams and led squads are not affected."""
    scene = make_scene()
    put(scene, "axis", "sgt_grein", "E5")  # command 2
    near, far = put(scene, "axis", "squad_rifle", "E7"), put(scene, "axis", "squad_rifle", "E8")
    team = put(scene, "axis", "team_line", "K5")
    resolve_event_card(scene, "cower")
    assert [near.suppressed, far.suppressed, team.suppressed] == [False, True, False]


def test_deploy() -> None:
    """E52.1, E52.2: two teams of the side's quality in the squad's state; one takes the markers."""
    scene = make_scene()
    squad = put(scene, "axis", "squad_rifle", "E5", broken=True, suppressed=True, weapon="light_mg")
    resolve_event_card(scene, "deploy", deploy=squad.id)
    teams = scene.list_units(scene.board.numbers["E5"], "axis")
    assert [team.kind for team in teams] == ["team", "team"]
    assert all(team.broken for team in teams)
    assert [team.suppressed for team in teams] == [True, False]
    assert [team.weapon is not None for team in teams] == [True, False]


def test_dust() -> None:
    """E53: random smoke, not in water."""
    scene = make_scene(G5="stream")
    resolve_event_card(scene, "dust")
    resolve_event_card(scene, "dust", "G5")
    assert [scene.board.names[hex_] for hex_ in scene.smoke] == ["E5"]


def test_elan() -> None:
    """E54: the surrender level rises by one."""
    scene = make_scene()
    resolve_event_card(scene, "elan")
    assert (scene.camps["axis"].surrender, scene.camps["allied"].surrender) == (21, 20)


def test_entrench() -> None:
    """E55: foxholes in a hex with own units and no work, if the player wants."""
    scene = make_scene()
    unit = put(scene, "axis", "squad_rifle", "E5")
    assert "entrench" in resolve_event_card(scene, "entrench", entrench="E5")
    assert scene.works == {unit.hex: "foxholes"}
    resolve_event_card(scene, "entrench")
    assert len(scene.works) == 1


def test_field_promotion() -> None:
    """E56: the private appears once, with a broken unit."""
    scene = make_scene()
    resolve_event_card(scene, "field_promotion")
    assert len(scene.camps["axis"].units) == 1
    put(scene, "axis", "squad_rifle", "E5", broken=True)
    for _ in range(2):
        resolve_event_card(scene, "field_promotion", promote="E5")
    privates = [unit for unit in scene.camps["axis"].units if unit.ref == "german:private"]
    assert [scene.board.names[unit.hex] for unit in privates] == ["E5"]


def test_fog_of_war() -> None:
    """E57: each player loses a random card."""
    scene = make_scene()
    for camp in scene.camps.values():
        camp.hand = [in_hand(number=number) for number in (90, 91)]
    resolve_event_card(scene, "fog_of_war")
    assert [len(camp.hand) for camp in scene.camps.values()] == [1, 1]
    assert all(camp.pile for camp in scene.camps.values())


def test_hero() -> None:
    """E58, E58.1: in a friendly hex, may rally a unit; only one; no VP; any number of activations."""
    scene = make_scene()
    broken = put(scene, "axis", "squad_rifle", "E5", broken=True)
    resolve_event_card(scene, "hero", hero="E5", hero_rallies=broken.id)
    (hero,) = (unit for unit in scene.camps["axis"].units if unit.kind == "hero")
    assert not broken.broken
    resolve_event_card(scene, "hero", hero="A1")
    assert sum(unit.kind == "hero" for unit in scene.camps["axis"].units) == 1
    hero.active = True
    assert hero in list_ready_units(scene, "axis")
    eliminate(scene, hero, "test")
    assert (scene.marker, scene.camps["axis"].lost, hero.out) == (0, [], "gone")


@pytest.mark.parametrize("waits", [False, True])
def test_a_hero_of_the_set_up_is_the_only_one(waits: bool) -> None:
    """E58: a campaign side may already have a hero, also on the Time track."""
    scene = make_scene()
    camp = scene.camps["axis"]
    brought = put(scene, "axis", "hero", "E5")
    if waits:
        camp.units.remove(brought)
        scene.place_unit(brought, OFF_MAP)
        camp.coming = {3: [brought]}
    where = camp.units[0].hex
    resolve_event_card(scene, "hero", hero=scene.board.names[where])
    assert [unit for unit in camp.units if unit.kind == "hero"] == [brought]
    assert not camp.coming.get(3)
    assert (brought.hex == where) is waits


def resolve_support_event(scene: Fight, name: str, *hexes: Any, **answers: Any) -> list[Unit]:
    """Resolve an event with a Support roll on the cheapest column that offers a unit."""
    before = list(scene.camps["axis"].units)
    scene.stock |= dict.fromkeys(CATALOG.leaders, 1)
    offer = next(
        o
        for o in CATALOG.support.values()
        if o.faction == "german" and 1943 in o.years and o.kind != "radio" and not o.restriction
    )
    total = offer.roll
    rolls(scene, "axis", die(1, 1, event=name), (max(1, total - 6), min(6, total - 1)), *hexes)
    run(resolve_event(scene, "axis"), {"support": offer.id, **answers})
    return [unit for unit in scene.camps["axis"].units if unit not in before]


def test_infiltration_leads_to_a_melee() -> None:
    """E59, O16.4: support may enter an enemy hex; the melee follows after the event."""
    scene = make_scene()
    enemy = put(scene, "allied", "squad_line", "E6")
    rolls(scene, "allied", (1, 1))
    resolve_support_event(scene, "infiltration", die(1, 1, hex_="E5"), (6, 6), place="E6")
    assert not scene.has_enemy(enemy.hex, "axis") or enemy.out
    assert melee.list_melee_hexes(scene) == []


def test_interrogation() -> None:
    """E61: the enemy's hand is seen and the chosen card discarded."""
    scene = make_scene()
    scene.camps["allied"].hand = [in_hand(number=number) for number in (90, 91)]
    resolve_event_card(scene, "interrogation", interrogate="91")
    assert [card.number for card in scene.camps["allied"].hand] == [90]


@pytest.mark.parametrize(("name", "out", "broken"), [("kia", "casualty", False), ("medic", "", False)])
def test_kia_and_medic_affect_a_broken_unit(name: str, out: str, broken: bool) -> None:
    """E62, E64: mandatory, for either side; without a broken unit nothing happens."""
    scene = make_scene()
    resolve_event_card(scene, name)
    unit = put(scene, "axis", "squad_rifle", "E5", broken=True)
    resolve_event_card(scene, name)
    assert (unit.out, unit.broken) == (out, broken)


def test_malfunction_takes_the_nearest_weapon() -> None:
    """E63: of either side; broken weapons are skipped."""
    scene = make_scene()
    near, far = (put(scene, "allied", "squad_line", name, weapon="medium_mg") for name in ("E6", "E9"))
    assert near.weapon is not None and far.weapon is not None
    resolve_event_card(scene, "malfunction")
    assert (near.weapon.broken, far.weapon.broken) == (True, False)
    resolve_event_card(scene, "malfunction", "E6")
    assert far.weapon.broken


def test_events_draw_chits() -> None:
    """E65, E74, 7.3.3: a secret chit is hidden unless it has no secret side; an open one scores at once."""
    scene = make_scene()
    secret = next(letter for letter, chit in CATALOG.chits.items() if chit.secret_side)
    plain = next(letter for letter, chit in CATALOG.chits.items() if not chit.secret_side)
    scene.cup = [secret]
    resolve_event_card(scene, "mission_objective")
    assert (scene.camps["axis"].secret, scene.cup) == ([secret], [])
    scene.cup = [plain]
    resolve_event_card(scene, "mission_objective")
    assert scene.chits == [plain]
    valued = next(letter for letter, chit in CATALOG.chits.items() if chit.objectives and chit.vp)
    scene.cup, scene.control = [valued], dict.fromkeys(CATALOG.chits[valued].objectives, "axis")
    before = scene.marker
    resolve_event_card(scene, "strategic_objective")
    assert scene.marker == before + CATALOG.chits[valued].vp * len(CATALOG.chits[valued].objectives)


@pytest.mark.parametrize(("where", "out"), [("E6", "casualty"), ("E7", "")])
def test_prisoners_of_war(where: str, out: str) -> None:
    """E66: an own broken unit adjacent to an enemy."""
    scene = make_scene()
    put(scene, "allied", "squad_line", where)
    unit = put(scene, "axis", "squad_rifle", "E5", broken=True)
    resolve_event_card(scene, "prisoners_of_war")
    assert unit.out == out


def test_reconnaissance() -> None:
    """E67: the enemy chooses one secret chit and reveals it."""
    scene = make_scene()
    scene.camps["allied"].secret = ["A", "B"]
    resolve_event_card(scene, "reconnaissance", reveal="B")
    assert (scene.camps["allied"].secret, scene.chits) == (["A"], ["B"])


def test_reinforcements_at_the_edge() -> None:
    """E68: along the friendly edge, from the unused counters."""
    scene = make_scene()
    [unit] = resolve_support_event(scene, "reinforcements", enter="H1")
    assert scene.board.names[unit.hex] == "H1"


PAIR = next(o for o in CATALOG.support.values() if o.choices and 1943 in o.years)


def list_summoned_leaders(scene: Fight, **answers: Any) -> list[str]:
    """Return the leaders that Reinforcements bring from a cell with "or"."""
    before = list(scene.camps["axis"].units)
    rolls(scene, "axis", die(1, 1, event="reinforcements"), (PAIR.roll - 6, 6))
    run(resolve_event(scene, "axis"), answers)
    return [unit.ref for unit in scene.camps["axis"].units if unit not in before and unit.leads]


def test_of_two_leaders_in_a_cell_never_both_come() -> None:
    """RS.7: the player chooses one; the next reinforcements offer neither."""
    scene = make_scene()
    scene.stock |= dict.fromkeys(CATALOG.leaders, 1)
    second = PAIR.choices[1]
    assert list_summoned_leaders(scene, support=PAIR.id, which_leader=second) == [second]
    assert PAIR.id not in list_offers(scene, PAIR.roll)


def test_a_leader_bought_before_play_keeps_the_other_away() -> None:
    """RS.7: a bought leader counts as a reinforcement; one from the order of battle does not."""
    for bought in (True, False):
        scene = make_scene()
        scene.stock |= dict.fromkeys(CATALOG.leaders, 1) | {PAIR.choices[0]: 0}
        scene.arrived_leaders |= {PAIR.choices[0]} if bought else set()
        assert (PAIR.id in list_offers(scene, PAIR.roll)) is not bought


def list_offers(scene: Fight, total: int) -> list[str]:
    """Return the Support offers to the Axis on a roll."""
    rolls(scene, "axis", (max(1, total - 6), min(6, total - 1)))
    steps = events.roll_support(scene, "axis", "E68", radios=True)
    prompt = next(steps)
    while prompt.ask == "reroll":
        prompt = steps.send("no")
    return list(prompt.options)


def test_reinforcements_are_mandatory() -> None:
    """E59, E68: the player must choose an offer."""
    scene = make_scene()
    scene.stock |= dict.fromkeys(CATALOG.leaders, 1)
    assert "none" not in list_offers(scene, PAIR.roll)


def test_sappers() -> None:
    """E70: only mines or wire."""
    scene = make_scene()
    numbers = scene.board.numbers
    scene.works = {numbers["E5"]: "mines", numbers["E6"]: "trench"}
    resolve_event_card(scene, "sappers", sappers="E5")
    assert scene.works == {numbers["E6"]: "trench"}
    assert "sappers" not in resolve_event_card(scene, "sappers")


def test_scrounge() -> None:
    """E71: an eliminated weapon returns unbroken to a unit without one."""
    scene = make_scene()
    weapon = Weapon("w7", CATALOG.counters["american:weapon_medium_mg"], broken=True)
    scene.wrecks = [weapon]
    resolve_event_card(scene, "scrounge", scrounge="w7")
    assert scene.camps["axis"].units[0].weapon is weapon
    assert (weapon.broken, scene.wrecks) == (False, [])


def test_shell_shock_breaks_the_nearest() -> None:
    """E72: of either side."""
    scene = make_scene()
    unit = put(scene, "axis", "squad_rifle", "E6")
    resolve_event_card(scene, "shell_shock")
    assert unit.broken


@pytest.mark.parametrize(("weapon", "works"), [("light_mg", True), ("light_mortar", False)])
def test_suppressing_fire(weapon: str, works: bool) -> None:
    """E75: an enemy in range and sight of a working machine gun."""
    scene = make_scene()
    gunner = put(scene, "axis", "squad_rifle", "E3", weapon=weapon)
    target = put(scene, "allied", "squad_line", "E6")
    resolve_event_card(scene, "suppressing_fire", suppress=target.id) if works else resolve_event_card(
        scene, "suppressing_fire"
    )
    assert target.suppressed is works
    target.suppressed, gunner.broken = False, True
    assert "suppress" not in resolve_event_card(scene, "suppressing_fire")


@pytest.mark.parametrize("where", ["wire", "stream"])
def test_a_machine_gun_works_where_it_may_not_fire(where: str) -> None:
    """E75 needs an unbroken gun and a carrier neither broken nor suppressed, nothing else."""
    scene = make_scene(**({"E3": "stream"} if where == "stream" else {}))
    gunner = put(scene, "axis", "squad_rifle", "E3", weapon="light_mg")
    target = put(scene, "allied", "squad_line", "E6")
    if where == "wire":
        scene.works[gunner.hex] = "wire"
    assert not scene.can_shoot_weapon(gunner)
    resolve_event_card(scene, "suppressing_fire", suppress=target.id)
    assert target.suppressed


def test_white_phosphorus() -> None:
    """E77: smoke beside an unbroken squad; each side there breaks one unit."""
    scene = make_scene()
    put(scene, "axis", "squad_rifle", "E5")
    victims = [put(scene, "allied", kind, "E6") for kind in ("squad_line", "team_line")]
    resolve_event_card(scene, "white_phosphorus", phosphorus="E6", burnt=victims[1].id)
    assert [unit.broken for unit in victims] == [False, True]
    assert scene.board.numbers["E6"] in scene.smoke


def test_late_events_move_no_points() -> None:
    """H-E42: once Time has reached Sudden Death."""
    for optional, vp in (((), 3), (("H-E42",), 0)):
        scene = fight(optional=optional)
        put(scene, "axis", "squad_rifle", "A1")
        put(scene, "allied", "squad_line", "A9")
        scene.time = scene.sudden_death
        scene.control = dict.fromkeys((1, 2, 3), "axis")
        resolve_event_card(scene, "command_and_control")
        assert scene.marker == vp


def test_an_event_in_a_melee_does_not_settle_it() -> None:
    """E42, O16.4: the event ends first, then the roll that triggered it counts."""
    scene = make_scene()
    german, american = put(scene, "axis", "squad_rifle", "E5"), put(scene, "allied", "squad_line", "E5")
    rolls(scene, "allied", die(1, 1, "event"), die(1, 1, event="elan"))
    rolls(scene, "axis", (6, 6))
    scene.log_enabled = True
    run(melee.resolve_melees(scene, "axis"))
    rolled = [line.facts["purpose"] for line in scene.log if line.what == "rolled"]
    assert rolled == ["melee", "melee"]
    assert (german.out, american.out) == ("", "casualty")


def test_an_event_on_the_last_card_waits_for_time() -> None:
    """1.9.1: Time advances first."""
    scene = make_scene()
    scene.log_enabled = True
    scene.camps["axis"].deck = [die(3, 3, "event")]
    scene.camps["axis"].pile = [die(1, 1, number=number) for number in range(1, 9)]
    run(roll(scene, "axis", "attack"))
    order = [line.what for line in scene.log if line.what in ("time", "event")]
    assert order == ["time", "event"]


def test_a_radio_of_reinforcements_takes_an_empty_box() -> None:
    """8.1.2, E68: a side never gets a second radio."""
    scene = make_scene()
    scene.camps["axis"].radio = Radio(CATALOG.counters["german:radio_105mm"])
    kinds = set()
    for total in range(2, 13):
        rolls(scene, "axis", (max(1, total - 6), min(6, total - 1)))
        steps = events.roll_support(scene, "axis", "E68", radios=True)
        try:
            prompt = next(steps)
            while getattr(prompt, "ask", "") == "reroll":
                prompt = steps.send("no")
        except StopIteration:
            continue
        kinds |= {CATALOG.support[one].kind for one in prompt.options if one != "none"}
    assert "radio" not in kinds
