"""A battle at a glance: taps from the home page to paper, what the first screen shows, and what it weighs."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.axe import serious
from tests.browser.conftest import OVERFLOW, Visit
from tests.browser.playing import open_table
from tests.browser.taps import Taps

pytestmark = pytest.mark.browser

DESK, PHONE = {"width": 1366, "height": 900}, {"width": 390, "height": 844}
SCREENS = ({"viewport": DESK}, {"viewport": PHONE, "has_touch": True})
MAX_FOLDED_PIXELS = 2500  # height of the page on the desk with everything folded
MAX_HOME_BYTES, MAX_BATTLE_BYTES, MAX_TABLE_BYTES = 150_000, 300_000, 300_000  # of a first visit
BITS_PER_SECOND, LATENCY_MILLISECONDS = 1_600_000, 150
ROLLS = 4  # battles, so that long names and tall maps are met


def taken(page: Page) -> list[str]:
    """Return the pages of the file behind the print button."""
    reply = page.request.get(page.locator("#pdf").get_attribute("href") or "")
    return [sheet.extract_text() for sheet in PdfReader(BytesIO(reply.body())).pages]


def test_home_to_printed_pack_in_two_taps(visit: Visit) -> None:
    """The pack holds the card, a sheet for each side with its secret, and the lists of counters."""
    page = visit("/", viewport=PHONE, has_touch=True)
    taps = Taps(page)
    taps.tap(page.locator("#quick"))
    page.wait_for_url("**/battles/*")
    with page.expect_request("**/pack.pdf?**") as asked:
        taps.tap(page.locator("#pdf"))
    assert taps.count == 2
    wished = set(asked.value.url.partition("?")[2].split("&"))
    assert {"seat=referee", "sheet=card", "sheet=side", "sheet=pull"} <= wished


def test_chosen_nation_year_and_size_in_six_taps(visit: Visit) -> None:
    """The form of wishes is no higher than a phone, and needs no script."""
    page = visit("/", viewport=PHONE, has_touch=True, java_script_enabled=False)
    taps = Taps(page)
    taps.tap(page.locator("#details"))
    page.wait_for_url("**/battles/new")
    for place in (".tri >> nth=0", ".balance-choice >> nth=3", ".map-choice >> nth=0", "#roll"):
        assert_whole(page, place)
    taps.tap(page.locator(".tri label[for=nation-italian-must]"))
    taps.tap(page.locator(".chips label", has_text="1941"))
    taps.tap(page.locator(".chips label", has_text="Platoon"))
    taps.tap(page.locator("#roll"))
    page.wait_for_url(re.compile("/battles/[a-z2-7]{20,}$"))
    assert "1941" in page.locator(".poster .eyebrow").inner_text()
    expect(page.locator(".nation-card").first).to_contain_text("Italy")
    card = page.request.get(f"{page.url}/card.json").json()
    assert {side["size"] for side in card["sides"].values()} == {"platoon"}
    taps.tap(page.locator("#pdf"))
    assert taps.count == 6


def test_third_state_of_a_nation_is_never(visit: Visit) -> None:
    """Two taps: never; a third: as before. The keyboard reaches all three."""
    page = visit("/battles/new")
    nation = page.get_by_role("radiogroup", name="Germany")
    for state in ("must be in", "never", "may come up"):
        nation.locator("label:visible").click()
        expect(nation.get_by_role("radio", name=f"Germany: {state}")).to_be_checked()
    nation.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(nation.get_by_role("radio", name="Germany: never")).to_be_checked()
    page.locator("#roll").click()
    page.wait_for_url(re.compile("/battles/[a-z2-7]{20,}$"))
    expect(page.locator(".nation-card").first).to_contain_text("Italy")


def test_new_battle_is_revealed(visit: Visit) -> None:
    """Any press ends it; with reduced motion, and on a second visit, there is none."""
    page = visit("/", reduced_motion="no-preference")
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    page.get_by_role("button", name="Skip").click(force=True)
    expect(page.locator(".revealing, .reveal-dice, .reveal-skip")).to_have_count(0)
    page.reload()
    expect(page.locator(".revealing")).to_have_count(0)
    calm = visit("/")
    calm.locator("#quick").click()
    calm.wait_for_url("**/battles/*")
    expect(calm.locator(".revealing")).to_have_count(0)


def test_pack_keeps_the_secrets_apart(visit: Visit) -> None:
    """The card names no secret chit; a side's sheet names its own."""
    from catalogs.games.combat_commander import load

    page, words = visit("/"), load()
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    sheets = [" ".join(text.split()) for text in taken(page)]
    objectives = page.request.get(f"{page.url}/card.json?seat=referee").json()["objectives"]
    secrets = {
        side: [words.term(f"chit.{chit}", "en") for chit in objectives["secret"][side]]
        for side in ("axis", "allied")
    }
    for name, side in zip(page.locator(".nation-words b").all_inner_texts(), secrets, strict=True):
        own = [text for text in sheets if re.search(f"Sheet (for|of) (the )?{name}", text)]
        assert own and all(secret in own[0] for secret in secrets[side]), (name, secrets, own)
    opened = [words.term(f"chit.{chit}", "en") for chit in objectives["open"]]
    hidden = [secret for both in secrets.values() for secret in both if secret not in opened]
    assert not [secret for secret in hidden if secret in sheets[0]]


def test_first_screen_shows_the_battle(visit: Visit) -> None:
    """Title, nations, map, fairness and print, on the desk and on a phone, in both languages."""
    for screen in SCREENS:
        for locale in ("en-GB", "es-ES"):
            page = visit("/", locale=locale, **screen)
            page.locator("#quick").click()
            page.wait_for_url("**/battles/*")
            for _ in range(ROLLS):
                for place in (
                    "h1",
                    ".nation-card >> nth=0",
                    ".nation-card >> nth=1",
                    "#map svg.map",
                    "#fairness",
                    "#pdf",
                ):
                    assert_whole(page, place)
                assert page.evaluate(OVERFLOW) <= 0
                if screen["viewport"] is DESK:
                    height = page.evaluate("document.documentElement.scrollHeight")
                    assert height <= MAX_FOLDED_PIXELS
                there = page.url
                page.locator("#again").click()
                page.wait_for_url(lambda address, there=there: address != there)


def assert_whole(page: Page, place: str) -> None:
    """Fail unless an element is wholly on the first screen, above the bar of a phone."""
    box = page.locator(place).bounding_box()
    bar = page.locator(".bar").bounding_box()
    bottom = bar["y"] if bar else page.viewport_size["height"]  # type: ignore[index]
    assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= bottom, (place, box, page.url)


def test_accessibility_with_everything_open(visit: Visit) -> None:
    for screen in SCREENS:
        for locale in ("en-GB", "es-ES"):
            page = visit("/", locale=locale, **screen)
            page.locator("#quick").click()
            page.wait_for_url("**/battles/*")
            page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
            assert serious(page) == []
            assert page.evaluate(OVERFLOW) <= 0


def test_folded_parts_open_by_keyboard_and_link(visit: Visit) -> None:
    page = visit("/")
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    page.locator("#more > summary").press("Enter")
    page.get_by_role("link", name="Other files").press("Enter")
    expect(page.locator("#downloads .pack")).to_be_visible()
    page.locator("#forces > summary").press("Enter")
    expect(page.locator("#forces .counter").first).to_be_visible()


def test_fairness_from_the_first_second_and_measured(visit: Visit) -> None:
    """The estimate is there at once; the measuring page and the battle link to each other by name."""
    page = visit("/")
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    title, battle = page.locator("h1").inner_text(), page.url
    expect(page.locator("#fairness")).to_contain_text(re.compile(r"(Fair|Edge): .*about \d+–\d+ estimated"))
    page.locator("#measure").click()
    page.wait_for_url("**/rehearsals/**")
    page.get_by_role("link", name=title).first.click()
    assert page.url == battle
    expect(page.locator("#fairness a")).to_have_attribute("href", re.compile("/rehearsals/"))


def weigh(page: Page, path: str) -> tuple[int, float]:
    """Return the bytes of a first visit and the seconds to the finished page at 1.6 Mbit/s."""
    page.goto("about:blank")  # a picture of the page before that still loads would be counted
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    network.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MILLISECONDS,
            "downloadThroughput": BITS_PER_SECOND / 8,
            "uploadThroughput": BITS_PER_SECOND / 16,
        },
    )
    sizes: list[int] = []
    network.on("Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"])))
    page.goto(path, wait_until="networkidle")
    timing: dict[str, Any] = page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
    return sum(sizes), timing["loadEventEnd"] / 1000


def test_weight_of_a_first_visit(visit: Visit, record_property: Any) -> None:
    page = visit("/")
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    battle, table = page.url, open_table(page)["axis"]
    for path, most in (("/", MAX_HOME_BYTES), (battle, MAX_BATTLE_BYTES), (table, MAX_TABLE_BYTES)):
        size, seconds = weigh(visit("/guide"), path)
        record_property(path.rpartition("/")[0][-8:], f"{size} bytes, {seconds:.1f} s")
        print(path, size, seconds)
        assert 0 < size < most, path
