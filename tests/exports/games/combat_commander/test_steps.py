"""RS.2 to RS.16 as a player does them: each step is read, executed and compared with the card."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from exports.games.combat_commander.checklist import list_steps
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.render import render
from generator.games.combat_commander.authoring.force import SIDES, opponent
from generator.games.combat_commander.authoring.scenario import from_battle
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.campaign.card import make_cards
from generator.games.combat_commander.campaign.play import make_answerers, replay
from generator.games.combat_commander.campaign.settings import CampaignSettings
from tests.exports.games.combat_commander.cards import LANGUAGES, SEATS, battle, catalog, sample, scenario

Card = dict[str, Any]
WISHES: tuple[dict[str, Any], ...] = (
    {},
    {"placement": "hexes"},
    {"defender_radio": True},
    {"maps": (28,)},  # if no source has the objectives, a side may claim any of them
    {"balance": "even"},
)


@cache
def battles() -> tuple[Card, ...]:
    """Return three hundred random battles, of every kind of set-up."""
    return tuple(battle(f"walk-{number}", **WISHES[number % len(WISHES)]) for number in range(300))


@cache
def seed_15() -> Card:
    return make(catalog(), Settings(), "15").card()


@cache
def campaign_battles(name: str) -> tuple[Card, ...]:
    """Return the battles of some random campaigns."""
    settings = CampaignSettings(axis_commander="random", allied_commander="random", results="random")
    found: list[Card] = []
    for number in range(8):
        campaign = replay(catalog(), name, f"walk-{number}", settings, ())
        campaign.table.fill(make_answerers(catalog(), campaign.settings, campaign.seed))
        found += make_cards(campaign.table, None)
    return tuple(found)


READ: dict[str, dict[str, str]] = {
    "en": {
        "start": r"VP marker(?: after purchases)?: (?P<where>[^.]+)\.",
        "set up": r"(?P<who>[^:.]+) sets up (?:first|last):",
        "occupies": r"It starts on objectives? (?P<numbers>[^.]+)\.",
        "all": r"Put control markers on all objectives, (?P<who>.+) side up\.",
        "given": r"Put (?:the )?control markers? of (?P<who>.+) on objectives? (?P<numbers>[^.]+)\.",
        "turn": r"Only (?P<who>.+) occupies objectives? (?P<numbers>[^:]+): flip",
        "place": r"Only (?P<who>.+) occupies objectives? (?P<numbers>[^:]+): put its",
        "bare": r"Nobody controls objectives? (?P<numbers>.+)\.",
        "move": r"VP marker (?P<count>\d+) toward (?P<who>.+?) \(now (?P<where>[^)]+)\)\.",
        "at": r"(?P<who>.+) (?P<space>\d+)",
        "year": r"Year marker: (?P<year>\d+)\.",
        "stats": r"OB Stats markers: (?P<rows>[^.]+)\.",
        "works": r"(?P<who>[^:]+) places ",
    },
    "es": {
        "start": r"Marcador de PV(?: después de las compras)?: (?P<where>[^.]+)\.",
        "set up": r"(?P<who>[^:.]+) despliega (?:primero|después):",
        "occupies": r"Empieza en (?:el|los) objetivos? (?P<numbers>[^.:]+)\.",
        "all": r"Ponga marcadores de control en todos los objetivos, con la cara de (?P<who>[^.]+)\.",
        "given": r"Ponga (?:el )?marcador(?:es)? de control de (?P<who>.+) en (?:el|los) objetivos? "
        r"(?P<numbers>[^.]+)\.",
        "turn": r"Solo (?P<who>.+) ocupa (?:el|los) objetivos? (?P<numbers>[^:]+): dé la vuelta",
        "place": r"Solo (?P<who>.+) ocupa (?:el|los) objetivos? (?P<numbers>[^:]+): ponga",
        "bare": r"Nadie controla (?:el|los) objetivos? (?P<numbers>.+)\.",
        "move": r"marcador de PV (?P<count>\d+) hacia (?P<who>.+?) \(queda en (?P<where>[^)]+)\)\.",
        "at": r"(?P<who>.+) (?P<space>\d+)",
        "year": r"Marcador de Año: (?P<year>\d+)\.",
        "stats": r"Factores OB: (?P<rows>[^.]+)\.",
        "works": r"(?P<who>[^:]+) coloca ",
    },
}


@dataclass
class Player:
    """A player who reads one step after the other and does only what it says."""

    card: Card
    lang: Any
    control: dict[str, str] = field(default_factory=dict)
    units: dict[str, set[str]] = field(default_factory=lambda: {side: set() for side in SIDES})
    vp: int | None = None
    started: int | None = None
    path: list[tuple[str, str, int]] = field(default_factory=list)  # rule, toward, resulting space
    done: list[str] = field(default_factory=list)  # who set up, what was placed
    year: int | None = None
    stats: int = 0

    def play(self) -> Player:
        for rule, sentence in list_steps(self.card, MessageFormatter(catalog(), self.lang)):
            self.do(rule, sentence)
        return self

    def do(self, rule: str, sentence: str) -> None:
        found = {what: re.search(words, sentence) for what, words in READ[self.lang].items() if what != "at"}
        acts = {what: match.groupdict() for what, match in found.items() if match}
        if "start" in acts:
            assert self.vp is None, "a marker that is under way is put somewhere else"
            assert not self.control and not self.done
            self.vp = self.started = self.where(acts["start"]["where"])
        if "year" in acts:
            self.year = int(acts["year"]["year"])
        if "stats" in acts:
            self.stats += len(acts["stats"]["rows"].split("; "))
        if "works" in acts:
            self.done.append(f"{rule} works {self.side(acts['works']['who'])}")
        if "set up" in acts:
            side = self.side(acts["set up"]["who"])
            self.done.append(f"{rule} units {side}")
            self.units[side] = self.numbers(acts.get("occupies"))
        if "all" in acts:
            assert not self.control
            self.control = dict.fromkeys(self.card["objectives"]["control"], self.side(acts["all"]["who"]))
        for what in ("given", "place", "turn"):
            if what in acts:
                self.mark(what, self.side(acts[what]["who"]), self.numbers(acts[what]))
        if "bare" in acts:
            assert not self.numbers(acts["bare"]) & self.control.keys()
        if "move" in acts:
            self.move(rule, self.side(acts["move"]["who"]), acts["move"])

    def mark(self, what: str, side: Any, numbers: set[str]) -> None:
        for number in numbers:
            before = {"turn": opponent(side)}.get(what)
            assert self.control.get(number) == before, f"{what} {number}: there lies {before}"
            if what != "given":
                assert number in self.units[side], f"{side} is not on objective {number}"
                assert number not in self.units[opponent(side)]
            self.control[number] = side

    def move(self, rule: str, side: str, said: dict[str, str]) -> None:
        assert self.vp is not None
        self.vp += int(said["count"]) if side == "axis" else -int(said["count"])
        assert self.vp == self.where(said["where"]), (
            "what the step announces is not where the marker comes to"
        )
        self.path.append((rule, side, self.vp))

    def side(self, name: str) -> Any:
        formatter = MessageFormatter(catalog(), self.lang)
        bare = re.sub("^[Tt]he ", "", name.strip())
        return {formatter.faction(self.card, side): side for side in SIDES}[bare]

    def where(self, said: str) -> int:
        if said == "0":
            return 0
        found = re.fullmatch(READ[self.lang]["at"], said)
        assert found, said
        return int(found["space"]) * (1 if self.side(found["who"]) == "axis" else -1)

    def numbers(self, said: dict[str, str] | None) -> set[str]:
        """Return objectives by number; hexes in brackets must be those of the map."""
        if said is None:
            return set()
        for number, hex_ in re.findall(r"(\d) \((\w+)[,)]", said["numbers"]):
            assert self.card["map"]["objectives"][number] == hex_
        return set(re.findall(r"\d", re.sub(r"\([^)]*\)", "", said["numbers"])))


def on_card(card: Card) -> dict[str, str]:
    return {number: holder for number, holder in card["objectives"]["control"].items() if holder != "none"}


def events_of(card: Card) -> tuple[int, list[tuple[str, str, int]]]:
    """Return from the card the marker before RS.10 or RS.13, and its spaces after each step and side."""
    moves = [(e["rule"], e["facts"]) for e in card["events"] if e["what"] == "marker"]
    before = [facts for rule, facts in moves if not set_up(rule)]
    found = [(rule, facts["toward"], facts["to"]) for rule, facts in moves if set_up(rule)]
    ends = [one for one, after in pairwise([*found, ("", "", 0)]) if one[:2] != after[:2]]
    return before[-1]["to"] if before else 0, ends


def set_up(rule: str) -> bool:
    return rule in ("RS.10", "RS.11.1", "RS.11.2", "RS.13")


def occupied(card: Card, side: str) -> set[str]:
    """Return from the card where a side said that it stands, or where its units are."""
    for entry in card["transcript"]["entries"]:
        if entry["seat"] == side and entry["ask"].startswith("occupied"):
            return {entry["answer"]} if isinstance(entry["answer"], str) else set(entry["answer"])
    mine, theirs = (
        {place["hex"] for place in card["sides"][one]["setup"].get("fixed", ())}
        for one in (side, opponent(side))
    )
    ground = catalog().ground.get(str(card["map"]["number"]))
    found = set()
    for number, hex_ in (card["map"]["objectives"] or {}).items():
        houses = [group for group in (ground.buildings if ground else ()) if hex_ in group]
        spot = {hex_}.union(*houses)  # 7.3.1.1
        if spot & mine and not spot & theirs:
            found.add(number)
    return found


def check(card: Card, lang: Any) -> Player:
    """Check that the steps lead to the state of the card, in the same way."""
    player = Player(card, lang).play()
    assert player.control == on_card(card)
    assert player.vp == card["marker"]
    assert (player.started, player.path) == events_of(card)
    for side in SIDES:
        if card["sides"][side]["posture"] != "defend":
            assert player.units[side] == occupied(card, side)
    assert player.year == card["year"]
    assert player.stats == len(SIDES)
    return player


@pytest.mark.parametrize("lang", LANGUAGES)
def test_following_the_steps_gives_the_card(lang: Any) -> None:
    for card in battles():
        check(card, lang)


def test_the_battles_walked_through_are_of_every_kind() -> None:
    """Otherwise the walk above would prove little."""
    found = [Player(card, "en").play() for card in battles()]
    recon = [player for player in found if player.card["sides"]["axis"]["posture"] == "recon"]
    held = [len(set(player.control.values())) for player in found]
    rules = {rule for player in found for rule, _, _ in player.path}
    assert len(recon) > 30 and held.count(2) > 60 and rules == {"RS.10", "RS.11.1", "RS.11.2", "RS.13"}
    assert any(player.units["axis"] & player.units["allied"] for player in recon)
    assert any(max(map(len, player.units.values())) > 1 for player in found)


@pytest.mark.parametrize("name", ["stalingrad", "normandy"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_in_campaigns(name: str, lang: Any) -> None:
    found = [check(card, lang) for card in campaign_battles(name)]
    assert len(found) > 10


@pytest.mark.parametrize("seat", SEATS)
def test_every_seat_does_the_same(seat: str) -> None:
    for number in range(0, 300, 15):
        wishes = WISHES[number % len(WISHES)]
        seen = list_steps(battle(f"walk-{number}", seat, **wishes), MessageFormatter(catalog(), "en"))
        assert seen == list_steps(battles()[number], MessageFormatter(catalog(), "en"))


def test_walk_fails_if_card_and_steps_differ() -> None:
    """The walk fails if a card and its steps differ."""
    card = copy.deepcopy(next(c for c in battles() if len(set(c["objectives"]["control"].values())) > 1))
    taken = next(e for e in card["transcript"]["entries"] if e["ask"].startswith("occupied"))
    taken["answer"] = []
    with pytest.raises(AssertionError):
        check(card, "en")
    card = copy.deepcopy(battles()[0])
    card["marker"] += 1
    with pytest.raises(AssertionError):
        check(card, "en")


def test_the_attacker_who_occupies_an_objective() -> None:
    """RS.10, RS.11.2: everything is the defender's until the attacker stands there."""
    card = seed_15()
    found = [
        words
        for rule, words in list_steps(card, MessageFormatter(catalog(), "en"))
        if rule in ("RS.8", "RS.10", "RS.11.2")
    ]
    spot = f"4 ({card['map']['objectives']['4']})"
    for sentence, due in zip(
        found,
        (
            "OB Stats markers: Germany: orders 4, Elite, Attack; Britain: orders 3, Line, Defend.",
            "VP marker after purchases: Britain 13.",
            "Britain sets up first: ",
            "Bought units that set up without a weapon: 2 × Territorial squad.",
            "Put control markers on all objectives, Britain side up. "
            "Open objectives: move the VP marker 3 toward Britain (now Britain 16).",
            f"Germany sets up last: within 2 rows of the top edge. It starts on objective {spot}.",
            "Only Germany occupies objective 4: flip its control marker. "
            "Open objectives: move the VP marker 6 toward Germany (now Britain 10).",
            "If Germany starts on other objectives, flip only those",
        ),
        strict=True,
    ):
        assert sentence.startswith(due)


def in_order(body: bytes) -> str:
    """Return the text of a file in drawing order, column after column."""
    document = PdfDocument(body)
    return " ".join(document[number].get_textpage().get_text_range() for number in range(len(document)))


def spaced(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_forum_and_paper_have_the_same_steps(lang: Any) -> None:
    card = seed_15()
    plain = spaced(render(card, "text", catalog=catalog(), lang=lang).decode())
    forum = render(card, "markdown", catalog=catalog(), lang=lang).decode()
    paper = spaced(in_order(render(card, "pdf", catalog=catalog(), lang=lang)))
    for rule, sentence in list_steps(card, MessageFormatter(catalog(), lang)):
        assert f"[ ] {rule} {sentence}" in plain
        assert sentence in forum.replace("\\", "")
        assert sentence in paper


def test_fortifications_bought_with_points_go_down_with_the_units() -> None:
    """RS.16: with the units of their side; only fortifications paid in VP wait for RS.12."""
    seen = set()
    for card in (*campaign_battles("stalingrad"), *campaign_battles("normandy"), sample("stalingrad")):
        done = Player(card, "en").play().done
        for side in SIDES:
            paid = {work["paid"] for work in card["fortifications"] if work["side"] == side}
            at = next(n for n, one in enumerate(done) if one.endswith(f"units {side}"))
            rule = done[at].split()[0]
            with_units = [one for one in done[at + 1 :] if one == f"{rule} works {side}"]
            assert bool(with_units) == bool(paid - {"vp"}), done
            assert (f"RS.12 works {side}" in done) == ("vp" in paid), done
            seen |= {(rule, one) for one in paid}
    assert {("RS.10", "points"), ("RS.11.2", "points"), ("RS.10", "vp")} <= seen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_printed_scenario_keeps_its_control_markers(lang: Any) -> None:
    """7.3.1: nothing turns during set-up; the markers lie as on the card."""
    cards = [scenario("hill-236"), scenario("castle-hill")]
    cards += [from_battle(card, "mine") for card in battles()[:40]]
    printed = {"kind": "campaign", "campaign": "gastadores", "battle": 1, "position": "1"}
    cards += [{**card, "source": printed} for card in battles()[:40]]  # an owner's card of a printed scenario
    for card in cards:
        player = Player(card, lang).play()
        assert (player.control, player.vp, player.path) == (on_card(card), card["marker"], [])
