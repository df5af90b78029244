"""The battlefield editor: hexes, paths, hexsides, keyboard, no script, phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.test_all_pages import serious

pytestmark = pytest.mark.browser


def take(page: Page, tool: str) -> None:
    page.locator(f"[name=tool][value='{tool}']").check(force=True)


def press(page: Page, hex_id: str, **options: Any) -> None:
    page.locator(f"#board [data-hex={hex_id}]").click(**options)


def drawn(page: Page) -> dict[str, Any]:
    """Return the board after all pending clicks are drawn."""
    expect(page.locator("#board[aria-busy]")).to_have_count(0)
    found: dict[str, Any] = json.loads(page.locator("[name=document]").input_value())
    return found


def steps(page: Page, count: int) -> None:
    expect(page.locator("#said")).to_contain_text(str(count))


def test_edit_a_random_battlefield(visit: Visit) -> None:
    page = visit("/battlefields")
    page.select_option("#kind", "open")
    page.fill("#seed", "12")
    page.get_by_role("button", name="Draw a battlefield").click()
    page.wait_for_url("**/battlefields/open/12")
    page.locator("#look [data-hex=H5]").click()
    expect(page.locator("#count")).to_contain_text("H5 sees")
    page.locator("#change").click()
    take(page, "terrain:woods")
    press(page, "H5")
    steps(page, 1)
    take(page, "way:trail")
    page.locator("#board [data-hex=C3]").click()  # where it begins
    expect(page.locator("#board .start")).to_have_count(1)
    press(page, "C4")
    steps(page, 2)
    press(page, "C5")  # and goes on
    steps(page, 3)
    assert drawn(page)["ways"]["trail"] == ["C3-C4", "C4-C5"]
    assert "H5" in drawn(page)["terrain"]["woods"]
    page.locator("#back").click()
    steps(page, 2)
    assert drawn(page)["ways"]["trail"] == ["C3-C4"]
    page.fill("#name", "The mill")
    page.locator("#name").press("Enter")
    assert drawn(page)["name"] == "The mill"
    expect(page.locator("#name")).to_have_value("The mill")


def test_hexside_is_placed_where_clicked(visit: Visit) -> None:
    page = visit("/battlefields/edit")
    take(page, "side:wall")
    box = page.locator("#board [data-hex=H5]").bounding_box()
    assert box is not None
    press(page, "H5", position={"x": box["width"] / 2, "y": 4})
    steps(page, 1)
    press(page, "H5", position={"x": box["width"] / 2, "y": box["height"] - 4})
    steps(page, 2)
    assert drawn(page)["sides"] == {"wall": ["H4-H5", "H5-H6"]}


def test_invalid_change_is_reported(visit: Visit) -> None:
    page = visit("/battlefields/edit", expects=(422,))
    take(page, "exit:road")
    press(page, "H5")
    expect(page.locator("#refusal")).to_contain_text("H5 is not at the edge of the map")
    take(page, "objective:1")
    press(page, "H5")
    expect(page.locator("#refusal")).to_have_count(0)
    assert drawn(page)["objectives"] == {"1": "H5"}


def test_the_board_by_keyboard(visit: Visit) -> None:
    page = visit("/battlefields/edit")
    page.locator("[name=tool][value='terrain:brush']").focus()
    page.keyboard.press("Space")
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert drawn(page)["terrain"] == {"brush": ["B2"]}
    expect(page.locator("#board [data-hex=B2]")).to_be_focused()


def test_typed_name_survives_a_redraw(visit: Visit) -> None:
    page = visit("/battlefields/edit")
    take(page, "terrain:brush")
    page.route("**/battlefields/edit", lambda route: (page.wait_for_timeout(300), route.continue_()))
    press(page, "C4")
    page.locator("#name").click()
    page.keyboard.type("The mill at the ford")
    assert drawn(page)["terrain"] == {"brush": ["C4"]}
    expect(page.locator("#name")).to_be_focused()
    expect(page.locator("#name")).to_have_value("The mill at the ford")


def test_the_board_without_script(visit: Visit) -> None:
    page = visit("/battlefields/edit", java_script_enabled=False)
    take(page, "side:hedge")
    page.fill("#hex", "c4")
    page.fill("#other", "c5")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator("#said")).to_contain_text("1 step")
    page.locator("#back").click()
    expect(page.locator("#said")).to_have_text("")


def test_battlefield_is_saved_and_shared(visit: Visit) -> None:
    page = visit("/battlefields/edit")
    take(page, "terrain:woods")
    press(page, "C4")
    page.fill("#name", "The copse")
    page.locator("#keep").click()
    page.wait_for_url("**/battlefields/kept/edit/*")
    expect(page.locator("#kept")).to_be_visible()
    press(page, "C5")
    page.locator("[name=listed]").check()
    with page.expect_navigation():
        page.locator("#keep").click()
    other = visit(page.input_value("#link-reading"))
    expect(other.locator("h1")).to_have_text("The copse")
    other.locator("#look [data-hex=H5]").click()
    expect(other.locator("#count")).to_contain_text("H5 sees")
    assert serious(other) == []
    other.goto("/battlefields")
    expect(other.get_by_role("heading", name="The copse")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
def test_battlefield_pages_meet_the_general_requirements(visit: Visit, locale: str) -> None:
    page = visit(locale=locale, viewport=PHONE)
    for path in ("/battlefields", "/battlefields/edit"):
        page.goto(path)
        assert page.evaluate(OVERFLOW) <= 0, path
        assert serious(page) == [], path


def test_a_stroke_paints_hexes_in_one_request(visit: Visit) -> None:
    """Also on a map that its owner records: drag, undo, save."""
    page = visit("/maps/record/37")
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)

    def drag(tool: str, one: str, other: str) -> None:
        take(page, tool)
        page.locator("#board [data-hex=E5]").scroll_into_view_if_needed()
        for place, act in ((one, page.mouse.down), (other, page.mouse.up)):
            box = page.locator(f"#board [data-hex={place}] polygon").bounding_box()
            assert box is not None
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=20)
            act()

    drag("terrain:woods", "C3", "H5")
    assert len(drawn(page)["terrain"]["woods"]) >= 5
    drag("way:road", "A5", "G5")
    assert len(drawn(page)["ways"]["road"]) >= 5
    assert len(sent) == 2
    page.keyboard.press("Control+z")
    steps(page, 1)
    assert "road" not in drawn(page)["ways"]
    assert serious(page) == []
    page.locator("#keep").click()
    expect(page.locator("#kept")).to_be_visible()
    page.goto("/maps/record")
    assert serious(page) == []
    page.goto("/maps/37")
    expect(page.locator("h1")).to_have_text("Map 37")


def test_a_battle_is_played_on_this_very_map(visit: Visit) -> None:
    page = visit("/battlefields/open/12")
    page.locator("#roll").click()
    page.wait_for_url("**/battles/*")
    card = page.request.get(f"{page.url}/card.json").json()
    assert card["map"]["battlefield"]["drawn"] == {"kind": "open", "seed": 12}
