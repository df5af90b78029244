"""Thunder at Cassino: one turn at a table for two, on desktop and phone."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from generator.games.thunder_at_cassino.procedures import PLAY
from tests.browser.axe import serious
from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.playing import taken
from tests.browser.taps import Taps

pytestmark = pytest.mark.browser
MAX_TURN_TAPS = 50  # the first turn of the Round House
PICTURES = os.environ.get("HORAH_TEST_PICTURES")  # folder for screenshots, optional


def sound(page: Page, name: str) -> None:
    """Check width and accessibility; take a screenshot if wanted."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)
    assert page.evaluate(OVERFLOW) <= 0, name
    assert serious(page) == [], name


def pick(page: Page, answer: str) -> None:
    page.locator(f"#question button[value='{answer}']").click()


def opened(page: Page, **settings: str) -> list[str]:
    page.goto(f"/tables/new?procedure={PLAY.name}&lang=en")
    page.locator("#details > summary").click()
    for name, value in settings.items():
        page.locator(f"[name={name}][value={value}]").check(force=True)
    page.get_by_role("button", name="Open the table").first.click()
    return [link.rpartition("/")[2] for link in taken(page).values()]


def test_a_turn_at_a_table_for_two(visit: Visit) -> None:
    german = visit(expects=(422,))
    links = opened(german, scenario="campaign", mode="strict", allied_guns="ready")
    allied = visit(f"/tables/{links[1]}?lang=en", viewport=PHONE, expects=(422,))
    german.goto(f"/tables/{links[0]}?lang=en")
    expect(german.locator("#question-title")).to_contain_text("How many artillery units")
    sound(german, "guns")
    german.get_by_label("German division").fill("1")
    german.locator("#question .button").click()

    expect(allied.locator("#question-title")).to_contain_text("How many artillery units")
    allied.get_by_label("Allied brigade").fill("2")
    allied.locator("#question .button").click()

    expect(german.locator("#question-title")).to_have_text("How many German units are in each town area?")
    sound(german, "stacks")
    german.get_by_label("area 3", exact=True).fill("3")
    german.locator("#question .button").click()
    expect(german.locator("#question-title")).to_contain_text("How many German observers")
    pick(german, "0")

    expect(allied.locator("#question-title")).to_have_text("What do you do this impulse?")
    sound(allied, "impulse-phone")
    pick(allied, "smoke")
    expect(allied.locator("#question-title")).to_have_text("Which unit fires?")
    pick(allied, "allied_brigade_1")
    allied.get_by_label("Target", exact=True).select_option("22")
    allied.get_by_label("Observer's place").select_option("3")
    allied.locator("#question .button").click()
    if allied.locator("#refusal").count():  # without typed neighbours nothing is refused because of them
        raise AssertionError(allied.locator("#refusal").inner_text())

    expect(german.locator("#question-title")).to_have_text("What do you do this impulse?")
    expect(german.locator("#question button[value='artillery']")).to_have_count(0)  # the first turn
    sound(german, "impulse-desktop")
    pick(german, "fire")
    german.get_by_label("From", exact=True).select_option("3")
    german.get_by_label("Target", exact=True).select_option("22")
    german.get_by_label("Attack factor").fill("5")
    german.get_by_label("Firing infantry").fill("7")
    german.get_by_label("Lowest visible defence factor").fill("3")
    german.get_by_label(re.compile("Target's terrain")).fill("2")
    german.locator("#question .button").click()
    expect(german.locator("#refusal")).to_contain_text("7 units fire (infantry)")
    sound(german, "fire-refused")
    german.get_by_label("Firing infantry").fill("3")
    german.get_by_label("Three units of one company").check()
    german.locator("#question .button").click()
    expect(allied.locator("#question-title")).to_contain_text("Use the tactical advantage")
    sound(allied, "reroll-phone")
    pick(allied, "no")
    expect(german.locator("#question-title")).to_have_text("Another attack from the same area?")
    pick(german, "no")
    pick(allied, "pass")
    pick(german, "pass")
    expect(allied.locator("#question-title")).to_contain_text("Both sides passed")
    pick(allied, "no")
    pick(allied, "done")

    expect(allied.locator("#question-title")).to_contain_text("End of the turn")
    sound(allied, "points-phone")
    allied.locator(".of-allied .chips label", has_text="9 Castle Hill").click()
    allied.locator(".of-fifth .chips label", has_text="16").click()
    allied.get_by_role("button", name="End the turn").click()
    expect(allied.locator("#question-title")).to_have_text("How many points are printed in the area?")
    allied.get_by_label("Number").fill("3")
    allied.locator("#question .button").click()
    expect(allied.locator("#vp")).to_have_text("4")
    expect(german.locator("#vp")).to_have_text("4")
    expect(german.locator("#record-title ~ .slide-table tbody tr")).to_have_count(1)
    sound(german, "turn-2-desktop")
    german.goto(f"/tables/{links[0]}?lang=es")
    sound(german, "turn-2-es")


def test_pages_on_desktop_and_phone(visit: Visit) -> None:
    for size, lang, options in (("desktop", "en", {}), ("phone", "es", {"viewport": PHONE})):
        page = visit(f"/cassino?lang={lang}", **options)
        sound(page, f"index-{size}-{lang}")
        page.goto(
            f"/cassino/aids?lang={lang}&what=fire&attack=6&infantry=4&company=1&defence=3&terrain=2&adjacent=1"
        )
        sound(page, f"aids-{size}-{lang}")
        page.goto(f"/cassino/aids?lang={lang}&what=ranking&place-0=12&neighbours-0=2&place-1=9&infantry-1=1")
        sound(page, f"retreat-{size}-{lang}")
        page.goto(f"/tables/new?procedure={PLAY.name}&lang={lang}")
        sound(page, f"new-{size}-{lang}")


def test_a_table_without_script(visit: Visit) -> None:
    page = visit("/cassino?lang=en", java_script_enabled=False)
    page.locator("button[name='scenario'][value='castle_hill']").click()
    link = re.findall(r"/tables/([\w-]{20,})", page.content())[0]
    page.goto(f"/tables/{link}?lang=en")
    expect(page.locator("#question-title")).to_have_text("Impulse of the Germans")
    page.locator("#question button[value=pass]").click()
    expect(page.locator("#question-title")).to_have_text("Impulse of the Allies")


def test_the_round_house_on_a_phone(visit: Visit) -> None:
    """The companion: 7 fires and 6 moves cost few taps, and nobody hands the phone over."""
    page = visit("/cassino?lang=en", viewport=PHONE, has_touch=True, expects=(422,))
    page.locator("button[name='scenario'][value='round_house']").click()
    page.goto(f"{taken(page)['german']}?lang=en")
    taps = Taps(page)
    button = page.locator("#question button")
    page.locator("#question button[value=fire]").tap()
    expect(page.locator("#refusal")).to_contain_text("enter attack and defence")
    for impulse in range(13):
        expect(page.locator("#question-title")).to_contain_text("Impulse of the")
        if impulse % 2:
            taps.answer(button.and_(page.locator("[value=move]")))
            continue
        taps.type(page.locator("#attack"), "8")
        taps.type(page.locator("#defence"), "6")
        taps.answer(button.and_(page.locator("[value=fire]")))
        expect(page.locator("#before")).to_contain_text("34% no effect")
    for _ in range(2):
        taps.answer(button.and_(page.locator("[value=pass]")))
    expect(page.locator("#question-title")).to_have_text("Close combat")
    sound(page, "round-house-phone")
    taps.answer(button.and_(page.locator("[value=end]")))
    taps.tap(page.locator(".of-german .chips label", has_text="22"))
    taps.answer(page.get_by_role("button", name="End the turn"))
    taps.type(page.get_by_label("Number"), "2")
    taps.answer(page.locator("#question .button"))
    expect(page.locator("#vp")).to_have_text("-2")
    expect(page.locator(".cassino-strip dd").first).to_contain_text("2")
    expect(page.locator("#hide")).to_have_count(0)
    assert taps.count <= MAX_TURN_TAPS, taps.count
    page.locator(".undo button").tap()
    expect(page.get_by_label("Number")).to_have_count(1)
