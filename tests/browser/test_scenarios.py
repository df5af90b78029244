"""The scenario editor: from blank to printout, fixes, two writers, keyboard."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader

from tests.browser.conftest import Visit
from tests.browser.test_all_pages import OVERFLOW, serious

pytestmark = pytest.mark.browser

TABLET = {"width": 768, "height": 1024}
PHONE = {"width": 390, "height": 844}


def field(page: Page, place: str) -> str:
    return f'[id="f{place}"]'


def begin(visit: Visit, title: str = "The mill", **options: object) -> Page:
    """Create a scenario in the editor."""
    page = visit("/scenarios", **options)
    page.locator("#new").click()
    page.fill("#title", title)
    page.select_option("#allied", "russian")
    page.locator("#begin").click()
    page.wait_for_url("**/scenarios/edit/*")
    return page


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_class("saved done")


def version(page: Page) -> int:
    return int(page.locator("#draft [name=version]").input_value())


def await_version(page: Page, number: int) -> None:
    expect(page.locator("#draft [name=version]")).to_have_value(str(number))


def show(page: Page, panel: str) -> None:
    page.locator(f"#tab-{panel}").click()
    expect(page.locator(f"#panel-{panel}")).to_be_visible()


def press_hex(page: Page, tool: str, hex_id: str) -> None:
    before = version(page)
    page.select_option("#tool", tool)
    page.locator(f"#hex-{hex_id}").click()
    await_version(page, before + 1)


def pdf_text(page: Page) -> str:
    reply = page.request.get(page.locator("#pdf").get_attribute("href") or "")
    assert reply.headers["content-type"] == "application/pdf"
    return "".join(sheet.extract_text() for sheet in PdfReader(BytesIO(reply.body())).pages)


def test_from_blank_to_printout(visit: Visit) -> None:
    page = begin(visit)
    page.fill(field(page, "/situation"), "A patrol finds the mill held.")
    page.select_option('[id="new/sides/axis/leaders"]', "german:sgt_esser")
    expect(page.locator(field(page, "/sides/axis/leaders/1"))).to_have_value("german:sgt_esser")
    page.select_option('[id="new/sides/axis/counters"]', "german:weapon_light_mg")
    expect(page.locator(field(page, "/sides/axis/counters/german:weapon_light_mg"))).to_have_value("1")
    page.get_by_role("button", name=re.compile("Add reinforcements.*Allies")).click()
    arrival = "/sides/allied/reinforcements/0"
    page.fill(field(page, f"{arrival}/space"), "3")
    page.select_option(f'[id="new{arrival}/counters"]', "russian:squad_smg")
    expect(page.locator(field(page, f"{arrival}/counters/russian:squad_smg"))).to_have_value("1")
    page.get_by_role("button", name="Write a rule").click()
    page.fill(field(page, "/rules/text/0"), "The mill burns on a roll of doubles.")
    saved(page)
    show(page, "map")
    press_hex(page, "piece:axis:german:squad_rifle", "E3")
    expect(page.locator("#hex-E3")).to_have_attribute("aria-label", "E3: Woods, Rifle squad")
    press_hex(page, "work:axis:foxholes", "E3")
    show(page, "prices")
    expect(page.locator("#panel-prices")).to_contain_text("(space 3:")
    show(page, "card")
    expect(page.locator("#panel-card")).to_contain_text("A patrol finds the mill held.")
    expect(page.locator("#panel-card")).to_contain_text("The mill burns on a roll of doubles.")
    text = pdf_text(page)
    for words in ("The mill", "A patrol finds the mill held.", "Esser", "The mill burns"):
        assert words in text.replace("\n", " "), words


def test_offered_fixes(visit: Visit) -> None:
    page = begin(visit)
    page.fill(field(page, "/sides/axis/hand"), "9")
    expect(page.locator("#count")).to_have_text("1")
    finding = page.locator(".sev-error").first
    expect(finding).to_contain_text("C08")
    finding.get_by_role("link").click()
    expect(page.locator(field(page, "/sides/axis/hand"))).to_be_focused()
    expect(page.locator(field(page, "/sides/axis/hand"))).to_have_attribute("aria-invalid", "true")
    finding.locator(".fix").click()
    expect(page.locator(field(page, "/sides/axis/hand"))).to_have_value("5")
    expect(page.locator(".sev-error")).to_have_count(0)
    page.fill(field(page, "/sides/axis/orders"), "7")
    page.fill(field(page, "/sides/allied/hand"), "2")
    page.fill(field(page, "/map/objectives/1"), "Q9")
    saved(page)
    expect(page.locator(".sev-error")).to_have_count(1)  # a hex that is none comes before everything else
    expect(page.locator(".sev-error")).to_contain_text("Objective 1: there is no hex Q9")
    page.fill(field(page, "/map/objectives/1"), "E8")
    saved(page)
    page.locator("#fix-all").click()
    expect(page.locator(".said li")).to_have_count(0)
    expect(page.locator("#tally")).to_have_text("No problems found.")
    show(page, "balance")
    page.fill(field(page, "/sudden_death"), "9")
    page.locator("#panel-balance .departs").get_by_role(
        "button", name=re.compile("Apply.*Sudden Death")
    ).click()
    expect(page.locator(field(page, "/sudden_death"))).to_have_value("4")


def test_edit_conflict(visit: Visit) -> None:
    one = begin(visit)
    address = one.url
    two = visit(address, expects=(409,))
    one.fill(field(one, "/place"), "By the river")
    await_version(one, 1)
    two.fill(field(two, "/date"), "12 May")
    box = two.locator("#conflict-box")
    expect(box).to_be_focused()
    expect(box).to_contain_text("By the river")
    expect(box).to_contain_text("12 May")
    expect(two.locator(field(two, "/date"))).to_have_value("12 May")
    two.get_by_role("button", name="Combine both").click()
    await_version(two, 2)
    expect(two.locator(field(two, "/place"))).to_have_value("By the river")
    expect(two.locator(field(two, "/date"))).to_have_value("12 May")
    one.reload()
    expect(one.locator(field(one, "/date"))).to_have_value("12 May")
    one.fill(field(one, "/title"), "One")
    await_version(one, 3)
    two.fill(field(two, "/title"), "Two")
    expect(box).to_contain_text("Your changes would replace theirs in:")
    two.get_by_role("button", name="Keep theirs").click()
    expect(two.locator(field(two, "/title"))).to_have_value("One")
    expect(two.locator("#conflict-box")).to_have_count(0)


def test_typing_during_a_request_is_not_lost(visit: Visit) -> None:
    page = begin(visit)
    page.get_by_role("button", name="Write a rule").click(no_wait_after=True)
    page.locator(field(page, "/date")).press_sequentially("8 September", delay=15)
    expect(page.locator(field(page, "/rules/text/0"))).to_be_visible()
    expect(page.locator(field(page, "/date"))).to_have_value("8 September")
    expect(page.locator(field(page, "/date"))).to_be_focused()
    saved(page)
    page.reload()
    expect(page.locator(field(page, "/date"))).to_have_value("8 September")


def test_click_is_not_lost_during_an_update(visit: Visit) -> None:
    """The response arrives while the mouse button is down."""
    page = begin(visit)
    page.fill(field(page, "/sides/axis/hand"), "9")
    expect(page.locator(".sev-error")).to_have_count(1)
    saved(page)
    held: list[Route] = []
    page.route("**/scenarios/edit/*", lambda route: held.append(route), times=1)
    with page.expect_request("**/scenarios/edit/*"):
        page.fill(field(page, "/sides/allied/hand"), "9")
    page.locator(".sev-error .fix").first.hover()
    page.mouse.down()
    with page.expect_response("**/scenarios/edit/*"):
        held[0].continue_()
    page.evaluate("fetch(location.pathname).then((answer) => answer.text())")  # it has read what came before
    page.mouse.up()
    expect(page.locator(field(page, "/sides/axis/hand"))).to_have_value("5")
    saved(page)


def test_paint_a_map(visit: Visit) -> None:
    page = begin(visit)
    page.select_option(field(page, "/map/number"), "")
    page.get_by_role("button", name="Draw a map").click()
    show(page, "map")
    page.get_by_role("button", name="Woods", exact=True).click()
    for hex_id in ("C4", "C5", "D4"):  # faster than the server: none is lost
        page.locator(f"#hex-{hex_id}").click()
    for hex_id in ("C4", "C5", "D4"):
        expect(page.locator(f"#hex-{hex_id}")).to_have_attribute("aria-label", f"{hex_id}: Woods")


def test_the_keyboard_alone(visit: Visit) -> None:
    page = begin(visit)
    page.locator("#tab-checks").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-map")).to_be_focused()
    expect(page.locator("#panel-map")).to_be_visible()
    page.select_option("#tool", "marker:smoke")
    page.locator("#tool").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.locator("#hex-A1")).to_be_focused()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#hex-B3")).to_have_attribute("aria-label", "B3: Smoke")
    expect(page.locator("#hex-B3")).to_be_focused()
    page.locator("#tool").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("C7")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#hex-C7")).to_have_attribute("aria-label", "C7: Field, Smoke")


def test_without_a_script(visit: Visit) -> None:
    page = begin(visit, java_script_enabled=False)
    page.fill(field(page, "/place"), "Cassino")
    page.fill(field(page, "/sides/axis/hand"), "9")
    page.get_by_role("button", name="Save").last.click()
    expect(page.locator(field(page, "/place"))).to_have_value("Cassino")
    page.locator(".sev-error .fix").first.click()
    expect(page.locator(field(page, "/sides/axis/hand"))).to_have_value("5")
    page.select_option("#tool", "work:axis:wire")
    page.fill("#hex", "f2")
    page.locator("#panel-map").get_by_role("button", name="Place").click()
    expect(page.locator(field(page, "/fortifications/0/hexes"))).to_have_value("F2")
    assert "Cassino" in pdf_text(page)


def test_edit_a_battle_from_its_page(visit: Visit) -> None:
    page = visit("/")
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    page.locator("#more > summary").click()
    page.locator("#to-workbench").click()
    page.wait_for_url("**/scenarios/edit/*")
    expect(page.locator(".sev-error")).to_have_count(0)
    page.get_by_role("button", name="Fill in the rest").click()
    expect(page.locator("#bench")).to_be_visible()
    page.goto("/scenarios")
    expect(page.locator("#own li")).to_have_count(1)


def test_export_and_import(visit: Visit) -> None:
    page = visit("/scenarios/castle-hill")
    out = page.request.get("/scenarios/castle-hill/card.json?seat=referee").body()
    page.goto("/scenarios/new")
    file = {"name": "card.json", "mimeType": "application/json", "buffer": out}
    page.set_input_files("#file", [file])  # type: ignore[list-item]
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/scenarios/edit/*")
    title = json.loads(out)["title"]
    expect(page.locator(field(page, "/title/en"))).to_have_value(title["en"])
    expect(page.locator(field(page, "/title/es"))).to_have_value(title["es"])


@pytest.mark.parametrize(
    "viewport", [{"width": 1440, "height": 900}, {"width": 1024, "height": 768}, TABLET, PHONE]
)
def test_pages_fit_and_are_accessible(visit: Visit, viewport: dict[str, int]) -> None:
    page = begin(visit, viewport=viewport)
    page.fill(field(page, "/sides/axis/hand"), "9")
    expect(page.locator("#count")).to_have_text("1")
    for panel in ("map", "balance", "prices", "card", "checks"):
        page.locator(f"#tab-{panel}").click()
        saved(page)  # and drawn: a panel that was not looked at is drawn now
        assert page.evaluate(OVERFLOW) <= 0, panel
    if viewport["width"] in (1440, TABLET["width"]):
        page.evaluate("document.querySelectorAll('.panel').forEach((panel) => { panel.hidden = false; })")
        assert serious(page) == []
    editor_url = page.url
    for path in (f"{editor_url}/versions", "/scenarios", "/scenarios/new", "/scenarios/castle-hill"):
        page.goto(path)
        assert page.evaluate(OVERFLOW) <= 0, path
        if viewport["width"] == 1440:
            assert serious(page) == [], path
