"""Combat! solitaire: one player with a phone plays the first turn of a scenario."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import serious
from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.chance import known_seeds

pytestmark = pytest.mark.browser

MOST_ANSWERS = 200  # answers in a turn of the strict referee
QUIET_TAPS, CONTACT_TAPS = 25, 90
CONTACT_SEED = "contact"  # of the deal, on which the taps of a contact turn depend


class Hand:
    """A player's thumb: every button, option and field that is touched is one tap."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    @property
    def title(self) -> str:
        return self.page.locator("#question-title").inner_text()

    def tap(self, locator: Locator) -> None:
        locator.click()
        self.taps += 1

    def send(self, locator: Locator) -> None:
        """Tap what answers the question, and wait for the next one."""
        number = self.page.locator("#question").get_attribute("data-number")
        self.tap(locator)
        expect(self.page.locator(f"form[data-number='{number}']")).to_have_count(0)
        expect(self.page.locator("#refusal")).to_have_count(0)

    def button(self, name: str) -> None:
        self.send(self.page.locator("#question").get_by_role("button", name=name, exact=True))

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label).first.fill(text)
        self.taps += 1

    def decide(self) -> None:
        self.send(self.page.locator("#question .actions .button"))


def start(visit: Visit, *, strict: bool = False) -> Hand:
    """Open Lantern patrol on a phone and set the squad up."""
    page = visit("/combat", viewport=PHONE)
    assert serious(page) == []
    page.get_by_role("link", name="Lantern patrol").click()
    if strict:
        page.locator("[name=mode][value=strict]").check(force=True)
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#question-title")).to_have_text("Where does each soldier start?")
    assert serious(page) == []
    hand = Hand(page)
    hand.decide()
    expect(page.locator(".combat-track")).to_contain_text("1/6")
    expect(page.locator(".combat-board").first).to_contain_text("Face down")
    hand.taps = 0
    return hand


def play_card(hand: Hand) -> None:
    for team, value in (("Able", "4"), ("Baker", "24"), ("Charlie", "60")):
        hand.fill(team, value)
    hand.decide()


def test_a_quiet_turn_takes_few_taps(visit: Visit) -> None:
    """The companion asks for the card, and once in each impulse."""
    hand = start(visit)
    play_card(hand)
    for _ in range(4):
        expect(hand.page.locator("#question-title")).to_contain_text("Does any enemy see it")
        assert serious(hand.page) == []
        hand.button("Nobody sees us")
    expect(hand.page.locator(".combat-track")).to_contain_text("2/6")
    assert hand.taps <= QUIET_TAPS, hand.taps
    assert hand.page.evaluate(OVERFLOW) <= 0
    hand.page.get_by_role("button", name="Ask to undo").click()
    expect(hand.page.locator(".combat-track")).to_contain_text("1/6")


def answer_simply(hand: Hand) -> None:
    """Give a plain answer to what the enemy must know: one soldier is seen, numbers are small."""
    form = hand.page.locator("#question")
    if form.locator(".combat-taps").count():
        hand.send(form.locator(".combat-taps button").first)
        return
    boxes = form.locator("input[type=checkbox]")
    if boxes.count():
        boxes.first.check(force=True)
        hand.taps += 1
    for field in form.locator("input.figure[required]").all():
        field.fill("2")
        hand.taps += 1
    hand.decide()


def test_a_contact_turn_takes_few_taps(visit: Visit) -> None:
    """Two soldiers go forward, are seen in every impulse and shot at; one enemy is spotted and hit."""
    with known_seeds(CONTACT_SEED):
        hand = start(visit)
    play_card(hand)
    names = hand.page.locator(".combat-board").last.locator("tbody tr td:first-child").all_inner_texts()
    for impulse in range(1, 5):
        if impulse == 1:
            hand.button("We spotted an enemy")
            answer_simply(hand)
            hand.button("We hit an enemy")
            while not hand.title.startswith("Move your squad"):
                answer_simply(hand)
        hand.button("They see us")
        for name, hex_ in zip(names[:2], (f"{10 + impulse:02}.06", f"{10 + impulse:02}.07"), strict=True):
            hand.fill(name, hex_)
        hand.decide()
        while f"{impulse}/4" in hand.page.locator(".combat-track").inner_text():
            if hand.title.startswith("Move your squad"):
                break
            done = hand.page.locator("#question").get_by_role("button", name="Done", exact=True)
            hand.send(done) if done.count() else answer_simply(hand)
    while "1/6" in hand.page.locator(".combat-track").inner_text():
        answer_simply(hand)
    assert hand.taps <= CONTACT_TAPS, hand.taps
    assert hand.page.evaluate(OVERFLOW) <= 0


def test_a_turn_of_the_strict_referee(visit: Visit) -> None:
    hand = start(visit, strict=True)
    titles = [hand.title]
    answer_simply(hand)
    hand.page.get_by_label("Sgt").first.select_option("evade")
    for _ in range(MOST_ANSWERS):
        titles.append(hand.title)
        form = hand.page.locator("#question")
        done = form.get_by_role("button", name=re.compile("^(Done|Nobody else on this team)$"))
        hand.send(done) if done.count() else answer_strictly(hand)
        if "2/6" in hand.page.locator(".combat-track").inner_text():
            break
    expect(hand.page.locator(".combat-track")).to_contain_text("2/6")
    assert {"Which orders does the squad get?", "Which enemy card did you draw?"} <= set(titles)
    assert hand.page.evaluate(OVERFLOW) <= 0


def answer_strictly(hand: Hand) -> None:
    """Give the simplest answer: nobody is seen, the first option, the smallest number."""
    form = hand.page.locator("#question")
    if form.locator(".combat-taps").count():
        hand.send(form.locator(".combat-taps button").first)
    else:
        for field in form.locator("input.figure[required]").all():
            field.fill("2")
        hand.decide()


HANDSET = {"width": 390, "height": 844}
WIDER = "frame => frame.scrollWidth - frame.clientWidth"


@pytest.mark.parametrize("part", [2, 4])
def test_owner_data_rows_on_a_phone(visit: Visit, part: int) -> None:
    """Each field is below its label and inside the screen."""
    page = visit(f"/owner-data/combat_solitaire/{part}", viewport=HANDSET)
    assert page.evaluate(OVERFLOW) <= 0
    assert page.locator(".grid-frame").first.evaluate(WIDER) <= 0
    row = page.locator(".typed tbody tr").first
    name, box = row.locator("th").bounding_box(), row.locator("input").last.bounding_box()
    assert name is not None and box is not None
    assert name["y"] + name["height"] <= box["y"], "the name of a row stands above its fields"
    assert box["x"] + box["width"] <= HANDSET["width"]
    assert serious(page) == []


def test_without_script(visit: Visit) -> None:
    """Plain forms work."""
    page = visit("/combat/sight", java_script_enabled=False)
    page.get_by_label("From", exact=True).fill("27.08")
    page.get_by_label("To", exact=True).fill("21.12")
    page.get_by_role("button", name="Check the line").click()
    expect(page.locator("#found")).to_contain_text(": Clear")
    expect(page.locator(".combat-passes")).to_contain_text("23.11")
