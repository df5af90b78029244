"""Requirements of every page: phone width, both languages, keyboard, accessibility."""

from __future__ import annotations

import re
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import NIGHT
from tests.browser.axe import serious as serious
from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.playing import answer, asked, open_table, taken, until_asked_with
from tests.procedures import current

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/battles/new",
    "/tables/new",
    "/catalogs",
    "/catalogs?q=mortar",
    "/catalogs/orders_of_battle?q=pionier",
    "/catalogs/support?faction=german&q=mortar",
    "/catalogs/leaders?q=esser",
    "/catalogs/rules?q=night",
    "/catalogs/terrain?q=water",
    "/catalogs/leaders/german:sgt_esser",
    "/maps",
    "/maps/13?from=H5&to=C8",
    "/lookup/german/1944?roll=8",
    "/odds?year=1942",
    "/studies",
    "/studies/roll-up",
    "/studies/choice/german-russian-1942-line-line",
    "/settings",
    "/guide",
    "/verify",
    "/tournaments",
    "/diaries",
    "/ratings",
    "/archives",
    "/mine",
)
TARGETS = (
    "main button:visible, main .button:visible, .menu a:visible, .bar > a:visible, .switches button:visible"
)
DAY = "rgb(255, 255, 255)"
#: The lower end of what has the focus in the main part of a page.
FOCUS_END = """() => {
  const one = document.activeElement;
  return one.closest("main") ? one.getBoundingClientRect().bottom : null;
}"""
SMALL = 24  # CSS pixels: the least size of what a finger must hit (WCAG 2.5.8)


def battle(page: Page) -> None:
    page.goto("/")
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")


def test_no_page_is_wider_than_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    for path in PAGES:
        page.goto(path)
        assert page.evaluate(OVERFLOW) <= 0, path
    battle(page)
    assert page.evaluate(OVERFLOW) <= 0
    links = open_table(page)
    assert page.evaluate(OVERFLOW) <= 0
    for seat in ("axis", "allied", "referee", "everyone"):
        page.goto(links[seat])
        assert page.evaluate(OVERFLOW) <= 0, seat


def test_tap_targets_are_large_enough(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    links = open_table(page)
    for path in ("/", "/battles/new", links["axis"], links["allied"]):
        page.goto(path)
        for target in page.locator(TARGETS).all():
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= SMALL, (path, target.inner_text())


def test_menu_of_the_chosen_game(visit: Visit) -> None:
    """At most seven entries in one row; the switcher beside the logo chooses the game."""
    for locale in ("en-GB", "es-ES"):
        page = visit("/", locale=locale)
        entries = page.locator(".menu a")
        assert 0 < entries.count() <= 7
        assert len({round((entry.bounding_box() or {})["y"]) for entry in entries.all()}) == 1
        expect(page.locator(".bar")).to_be_hidden()
    page = visit("/")
    page.locator(".games summary").click()
    page.locator(".games").get_by_role("link", name="Schwerpunkt").click()
    expect(page.locator(".game-name")).to_have_text("Schwerpunkt")
    page.locator(".menu").get_by_role("link", name="Reference").click()
    page.locator(".shelves a, .columns a").first.click()
    assert "game=schwerpunkt" in page.url
    page.locator(".menu").get_by_role("link", name="My games").click()
    expect(page.locator(".game-name")).to_have_text("Schwerpunkt")
    page.locator(".games summary").press("Enter")
    expect(page.locator(".games ul")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".games ul")).to_be_hidden()


def test_phone_bar_with_four_entries_and_more(visit: Visit) -> None:
    """The bar stays at the bottom; "More" opens the rest without script too."""
    for options in ({}, {"java_script_enabled": False}):
        page = visit(viewport=PHONE, **options)
        expect(page.locator(".menu")).to_be_hidden()
        expect(page.locator(".bar > a")).to_have_count(4)
        expect(page.locator(".bar > a").first).to_be_in_viewport()
        expect(page.locator(".bar li a").first).to_be_hidden()
        page.locator(".bar summary").click()
        for entry in page.locator(".bar li a").all():
            expect(entry).to_be_in_viewport()
        assert {page.locator(".bar a", has_text=name).count() for name in ("Maps", "Club", "Guide")} == {1}
    page = visit(viewport=PHONE)
    page.locator(".bar summary").click()
    assert page.evaluate(OVERFLOW) <= 0
    assert serious(page) == []
    page.locator("main").click(position={"x": 5, "y": 5})
    expect(page.locator(".bar li a").first).to_be_hidden()


def test_accessibility_of_every_page(visit: Visit) -> None:
    """In light and dark mode, in alternating languages."""
    readers = cycle([visit(), visit(locale="es-ES")])
    for path, page in zip(PAGES, readers, strict=False):
        page.goto(path)
        assert serious(page) == [], path
    battle(page)
    assert serious(page) == []


def test_accessibility_of_a_table(visit: Visit) -> None:
    opener = visit()
    links = open_table(opener)
    assert serious(opener) == []
    seats = {name: visit(links[name]) for name in ("axis", "allied")}
    seen: set[str | None] = set()
    for count in range(60):
        page = next((page for page in seats.values() if asked(page)), None)
        if page is None:
            break
        kind = page.locator("#question > div").first.get_attribute("class")
        if kind not in seen:
            assert serious(page) == [], asked(page)
            seen.add(kind)
        answer(page, count)
        for each in seats.values():
            each.reload()
    assert serious(seats["axis"]) == []
    assert serious(visit("/tables/nothing", expects=(404,))) == []


def test_accessibility_of_club_pages(visit: Visit) -> None:
    """Seats, invitations, notifications, codes, tournament and diary, in both languages."""
    page = visit(expects=(404,))
    wish = {"procedure": current("battle"), "mine": "axis", "name": "Ana", "title": "Tuesday"}
    table = sent(page, "/api/v1/tables", wish)
    place = f"/tables/{table['links']['axis']}"
    seat = {"Authorization": f"Bearer {table['links']['axis']}"}
    hook = {"way": "webhook", "address": "https://hooks.example.org/x"}
    call = sent(page, f"/api/v1/tables/{table['id']}/calls", hook, seat)["calls"][0]["id"]
    cup = sent(page, "/api/v1/tournaments", {"game": "combat_commander", "players": ["Ana", "Bea", "Carla"]})
    diary = sent(page, "/api/v1/diaries", {"game": "combat_commander", "title": "Thursdays"})
    pages = (
        f"{place}/seats",
        f"{place}/calls",
        f"{place}/recovery",
        f"/invitations/{table['invitations']['allied']}",
        f"/calls/{call}",
        f"/mine/to/{table['id']}",
        f"/tournaments/run/{cup['link']}",
        f"/tournaments/{cup['id']}",
        f"/diaries/keep/{diary['link']}",
        "/offline",
    )
    for lang in ("es", "en"):
        page.context.add_cookies([{"name": "lang", "value": lang, "url": page.url}])
        for path in pages:
            page.goto(path)
            expect(page.locator("html")).to_have_attribute("lang", lang)
            assert serious(page) == [], path


def sent(page: Page, path: str, body: dict[str, Any], headers: dict[str, str] | None = None) -> Any:
    answer = page.request.post(path, data=body, headers=headers or {})
    assert answer.ok, answer.text()
    return answer.json()


@pytest.mark.parametrize(
    ("locale", "lang", "words"),
    [
        ("es-ES", "es", "Generar una batalla"),
        ("en-GB", "en", "Roll a battle"),
        ("de-DE", "en", "Roll a battle"),
    ],
)
def test_language_of_the_browser(visit: Visit, locale: str, lang: str, words: str) -> None:
    page = visit("/", locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("#quick")).to_have_text(words)


def test_language_switch_stays_on_the_page(visit: Visit) -> None:
    page = visit("/catalogs/leaders?faction=german", locale="es-ES")
    expect(page.locator("h1")).to_have_text("Mandos")
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text("Leaders")
    assert page.url.endswith("/catalogs/leaders?faction=german")
    battle(page)
    expect(page.locator("#downloads-title")).to_have_text("Print and download")
    page.get_by_role("button", name="Español").click()
    expect(page.locator("#downloads-title")).to_have_text("Imprimir y descargar")


def test_dark_mode_follows_the_device_until_switched(visit: Visit) -> None:
    """The choice is remembered; printed pages are always light."""
    page = visit("/catalogs", color_scheme="dark")
    lamp = page.get_by_role("button", name="Dark mode")
    expect(lamp).to_have_attribute("aria-pressed", "true")
    expect(page.locator("body")).to_have_css("background-color", NIGHT)
    lamp.click()
    expect(page.locator("body")).to_have_css("background-color", DAY)
    page.goto("/")
    expect(page.get_by_role("button", name="Dark mode")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("body")).to_have_css("background-color", DAY)
    page.get_by_role("button", name="Dark mode").click()
    expect(page.locator("body")).to_have_css("background-color", NIGHT)
    page.emulate_media(media="print")
    expect(page.locator("body")).to_have_css("background-color", DAY)


def test_no_english_is_left_in_spanish_pages(visit: Visit) -> None:
    """Common English words of the pages are on no Spanish page."""
    page = visit("/", locale="es-ES")
    for path in (*PAGES, open_table(page)["axis"]):
        page.goto(path)
        text = page.locator("body").inner_text()
        assert not re.search(r"\b(the|your|with|which|Search|Table)\b", _without_names(text)), path


def _without_names(text: str) -> str:
    """Remove English names that are printed on counters and maps."""
    return re.sub(r"^.*(?:RS\.|Tabla impresa|1944\.omaha|\(Map|https?:).*$", "", text, flags=re.MULTILINE)


def test_battle_by_keyboard(visit: Visit) -> None:
    page = visit("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "quick":
            break
    expect(page.locator("#quick")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/battles/*")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "pdf":
            return
    raise AssertionError("the PDF cannot be reached with the keyboard")


def test_table_by_keyboard(visit: Visit) -> None:
    """From the form to an answer by a button and one by options, without a mouse."""
    page = visit("/tables/new")
    _tab_to(page, "document.activeElement.id === 'title'")
    page.keyboard.type("Tuesday")
    page.keyboard.press("Enter")
    links = taken(page)
    seats = {name: visit(links[name]) for name in ("axis", "allied")}
    first = next(page for page in seats.values() if asked(page))
    _tab_to(first, "document.activeElement.matches('#question .at-once')")
    _press_enter(first)
    chooser = until_asked_with(seats, "#question [type=radio]")
    assert chooser is not None
    _tab_to(chooser, "document.activeElement.matches('#question [type=radio]')")
    chooser.keyboard.press("Space")
    chooser.keyboard.press("ArrowDown")
    _tab_to(chooser, "document.activeElement.matches('#question button.button')")
    _press_enter(chooser)


def _press_enter(page: Page) -> None:
    number = page.locator("#question").get_attribute("data-number")
    page.keyboard.press("Enter")
    expect(page.locator(f"form[data-number='{number}']")).to_have_count(0)


def _tab_to(page: Page, there: str, most: int = 80) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(there):
            return
    raise AssertionError(f"the keyboard does not reach {there}")


def test_focus_is_visible(visit: Visit) -> None:
    page = visit("/battles/new")
    for _ in range(12):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "[document.activeElement, document.activeElement.nextElementSibling]"
            ".some(one => one && getComputedStyle(one).outlineStyle === 'solid')"
        )
        assert seen, page.evaluate("document.activeElement.outerHTML")


def test_focus_is_not_behind_the_phone_bar(visit: Visit) -> None:
    page = visit("/battles/new", viewport=PHONE)
    bar = page.locator(".bar").bounding_box()
    assert bar is not None
    page.locator("main").click(position={"x": 2, "y": 2})
    for _ in range(40):
        page.keyboard.press("Tab")
        end = page.evaluate(FOCUS_END)
        assert end is None or end <= bar["y"], page.evaluate("document.activeElement.outerHTML")


def test_invalid_settings_are_explained(visit: Visit) -> None:
    page = visit("/battles/new", expects=(422,))
    for nation in ("italian", "french"):
        page.locator(f".tri label[for=nation-{nation}-must]").click()
    page.locator("[name=years][value='1945']").check(force=True)
    page.locator("#advanced > summary").click()
    page.locator("[name=same_size]").check()
    page.fill("#seed", "omaha-44")
    page.locator("#roll").click()
    expect(page.locator("#refusal")).to_be_focused()
    expect(page.locator("#refusal")).to_contain_text("1945")
    for kept in (
        "#nation-italian-must",
        "#nation-french-must",
        "[name=years][value='1945']",
        "[name=same_size]",
    ):
        expect(page.locator(kept)).to_be_checked()
    expect(page.locator("#seed")).to_have_value("omaha-44")
    page.locator("[name=years][value='1945']").uncheck(force=True)
    page.locator(".tri label[for=nation-french-never]").click()
    page.locator("#roll").click()
    page.wait_for_url("**/battles/*")
    expect(page.locator(".seed code")).to_contain_text("omaha-44")


def test_every_setting_is_explained(visit: Visit) -> None:
    """The wishes in their own words; every other setting in a sentence with its rule."""
    from dataclasses import fields

    from catalogs.games.combat_commander import load
    from generator.games.combat_commander.battle.settings import Settings
    from web.games.combat_commander.pages.wishes import WISHED

    page, words = visit("/battles/new"), load()
    for field in fields(Settings):
        if field.name in WISHED:
            continue
        about = page.locator(f"#about-{field.name}")
        key = field.metadata["sentence"] or f"setting.{field.name}"
        expect(about).to_contain_text(words.term(key, "en"))
        expect(about).to_contain_text(field.metadata["rule"])
    expect(page.locator(".balance-choice small")).to_have_count(4)
