"""The surroundings of a question, on desktop and phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.playing import answer, asked, open_table, send
from tests.browser.test_all_pages import battle, serious
from tests.browser.test_tables import asked_with

pytestmark = pytest.mark.browser

LOW = {"width": 360, "height": 330}  # so low that no shelf fits on the screen


def box(found: Locator) -> dict[str, float]:
    size = found.bounding_box()
    assert size is not None
    return dict(size)


def test_tracks_fit_a_phone(visit: Visit) -> None:
    """No part of a track, and so no marker, is outside of the screen."""
    page = visit(viewport=PHONE)
    battle(page)
    page.locator("#conditions > summary").click()
    tracks = page.locator("#conditions svg.track:visible").all()
    assert len(tracks) == 4
    for track in tracks:
        size = box(track)
        assert size["x"] >= 0 and size["x"] + size["width"] <= PHONE["width"]
    for part in page.locator(".tracks div").all():
        assert part.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_what_a_purchase_does_to_the_marker(visit: Visit) -> None:
    """Wares have counters; the sum shows where it moves the VP marker, which stands beside the question."""
    page = asked_with(visit, "[data-least]")
    page.set_viewport_size(PHONE)
    assert 0 < box(page.locator("#question"))["y"] < box(page.locator("#known"))["y"]
    assert page.locator(".wares svg.counter").count() >= page.locator(".wares li").count()
    before = page.locator(".balance").inner_text()
    assert re.fullmatch(r"VP marker: (Axis|Allies) \d+", before)
    page.locator(".stepper button:not(:disabled)").nth(1).click()
    expect(page.locator(".balance")).to_have_text(re.compile(f"{before} → ((Axis|Allies) \\d+|0)"))
    expect(page.locator("#known .track:visible")).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0
    assert serious(page) == []


def test_purchase_total_stays_visible(visit: Visit) -> None:
    page = asked_with(visit, "[data-buy]")
    page.set_viewport_size(LOW)
    page.locator(".wares li").first.evaluate(
        "one => one.scrollIntoView({ block: 'start', behavior: 'instant' })"
    )
    size = box(page.locator(".total"))
    assert size["y"] >= 0 and size["y"] + size["height"] <= LOW["height"]


def test_basket_is_limited_by_the_stock(visit: Visit) -> None:
    page = asked_with(visit, "[data-buy]")
    ware = page.locator(".wares li").filter(has_text="available").first
    found = re.search(r"(\d+) available", ware.inner_text())
    assert found is not None
    more = ware.locator(".stepper button").last
    for _ in range(int(found[1])):
        expect(more).to_be_enabled()
        more.click()
    expect(more).to_be_disabled()
    expect(page.locator(".total")).to_contain_text("VP")


def test_hexes_are_chosen_on_the_map(visit: Visit) -> None:
    page = asked_with(visit, ".units select", placement="hexes", sizes="platoon")
    page.set_viewport_size(PHONE)
    assert page.evaluate(OVERFLOW) <= 0
    right = box(page.locator("#question .units"))
    for select in page.locator(".units select").all():
        size = box(select)
        assert size["x"] + size["width"] <= right["x"] + right["width"] + 1
    first, second = (page.locator(".units input").nth(place) for place in (0, 1))
    expect(page.locator("[data-next]")).to_contain_text(first.get_attribute("data-unit") or "?")
    places = page.locator(".net polygon")
    places.nth(0).dispatch_event("click")
    expect(first).to_have_value(places.nth(0).get_attribute("data-hex") or "?")
    places.nth(3).dispatch_event("click")
    expect(second).to_have_value(places.nth(3).get_attribute("data-hex") or "?")
    first.focus()
    places.nth(2).dispatch_event("click")
    expect(first).to_have_value(places.nth(2).get_attribute("data-hex") or "?")
    assert serious(page) == []


def rolling(visit: Visit) -> dict[str, Page]:
    links = open_table(visit(), dice="typed")
    return {name: visit(links[name]) for name in ("axis", "allied")}


def test_repeated_roll_is_explained(visit: Visit) -> None:
    """Equal rolls give the same leader twice, or a tie for the Initiative."""
    seats = rolling(visit)
    for _ in range(80):
        page = next(page for page in seats.values() if asked(page))
        if page.locator(".dice").count() and page.locator("#question-hint").count():
            words = page.locator("#question-hint").inner_text()
            assert re.search("and rerolled|Both sides rolled|Next roll", words)
            return
        answer(page, 0)
        for each in seats.values():
            each.reload()
    raise AssertionError("no roll was asked again")


def test_no_seed_is_shown_for_typed_dice(visit: Visit) -> None:
    opener = visit()
    links = open_table(opener, dice="typed")
    page = visit(links["axis"])
    for each in (opener, page):
        assert "All dice" not in each.locator(".seal").inner_text()
        expect(each.locator(".seal")).to_contain_text("roll your own dice")
    answer(page)
    expect(page.locator("#log li").first).to_contain_text("1 + 1 = 2")


def test_a_purchase_without_script(visit: Visit) -> None:
    """Numbers are typed, and the map is only shown."""
    page = asked_with(visit, "[data-buy]")
    plain = visit(page.url, java_script_enabled=False)
    plain.locator(".stepper input").first.fill("1")
    number = plain.locator("#question").get_attribute("data-number")
    send(plain, plain.locator("#question"))
    expect(plain.locator(f"form[data-number='{number}']")).to_have_count(0)
