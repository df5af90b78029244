"""Fights played in the browser: against the computer, by two people, by taps, and without script."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.axe import serious
from tests.browser.conftest import DESKTOP, OVERFLOW, PHONE, Visit
from tests.procedures import current

pytestmark = pytest.mark.browser

MAX_FIRST_VISIT_BYTES, MAX_MOVE_BYTES = 400_000, 30_000
MAX_ANSWERS = 600
TAPPED_ANSWERS = 25  # with lit options; then the player only discards until the time is up
TURNS = 10
WISH = {"map": 1, "sizes": ["platoon"], "axis": "german", "allied": "russian"}
TABLE = re.compile("/tables/[a-z2-7]{20,}$")
IDLE = "number => !document.getElementById('table').hasAttribute('aria-busy')"
ANSWERED = """number => !document.getElementById('table').hasAttribute('aria-busy')
    && document.getElementById('question')?.dataset.number !== number"""


def make_card(page: Page) -> dict[str, Any]:
    """Roll a small battle that ends with the first loss, or soon by Sudden Death."""
    battle = page.request.post("/api/v1/battles", data={"seed": "15", "settings": WISH}).json()
    card: dict[str, Any] = page.request.get(f"/battles/{battle['id']}/card.json?seat=everyone").json()
    for side in ("axis", "allied"):
        card["sides"][side]["surrender"] = 1
    return {**card, "time": 9, "sudden_death": 10}


def open_fight(page: Page, axis: str = "person", allied: str = "recruit") -> dict[str, str]:
    """Open the table of a fight; return the address of each seat."""
    settings = {"card": make_card(page), "axis": axis, "allied": allied}
    opened = page.request.post("/api/v1/tables", data={"procedure": current("fight"), "settings": settings})
    assert opened.status == 201, opened.text()
    return {seat: f"/tables/{link}" for seat, link in opened.json()["links"].items()}


def count_bytes(response: Response) -> int:
    return int(response.headers.get("content-length", 0))


def is_asked(page: Page) -> bool:
    return page.locator("#question").count() > 0


def is_over(page: Page) -> bool:
    return page.locator(".fight-over").count() > 0


def send(page: Page, act: Any) -> None:
    """Answer and wait until the answer has arrived."""
    number = page.locator("#question").get_attribute("data-number")
    act()
    page.wait_for_function(ANSWERED, arg=number)


def answer_first(page: Page) -> None:
    """Take the first lit option: a hex or a card by tapping it, a unit in its list, otherwise a button."""
    form = page.locator("#question")
    if form.locator("#place-rest").count():
        send(page, form.locator("#place-rest").click)
        return
    hexes, cards, pieces = (
        page.locator(f"#{one}") for one in ("map .lit", "hand .lit label", "question .pieces input")
    )
    if form.locator("#hex-choice").count():
        tap_hex(page, hexes.first)
        send(page, page.locator("#commit").click)
    elif pieces.count() or cards.count():
        choice = pieces.first if pieces.count() else cards.first
        choice.click()
        expect(page.locator("#over .chosen, .fate :checked")).not_to_have_count(0)
        send(page, page.locator("#commit").click)
    elif form.locator(".commit [name=press]").count():
        send(page, form.locator(".commit [name=press]").first.click)
    else:
        send(page, page.locator("#commit").click)


def tap_hex(page: Page, lit: Any) -> None:
    """Tap a hex of the map where nothing lies over it: its ring must appear."""
    box = lit.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.3)
    expect(page.locator("#over .chosen")).to_have_count(1)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_whole_game_against_a_recruit(visit: Visit, viewport: dict[str, int]) -> None:
    """Everything is answered on the board itself, and little is sent for an answer."""
    page = visit("/", viewport=viewport)
    address = open_fight(page)["axis"]
    received: list[Response] = []
    page.on("response", lambda response: received.append(response))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert 0 < sum(map(count_bytes, received)) < MAX_FIRST_VISIT_BYTES
    assert page.evaluate(OVERFLOW) == 0
    moves: list[int] = []
    for count in range(MAX_ANSWERS):
        if is_over(page):
            break
        received.clear()
        answer_first(page) if count < TAPPED_ANSWERS else pass_turn(page)
        pages = [response for response in received if TABLE.search(response.url) and response.ok]
        moves += map(count_bytes, pages)
    assert is_over(page)
    assert moves
    assert max(moves) < MAX_MOVE_BYTES
    expect(page.locator(".fight-over .big-line")).to_contain_text("wins")
    expect(page.locator(".odds-line")).to_be_visible()
    assert page.evaluate(OVERFLOW) == 0


def test_two_people_play_ten_turns(visit: Visit) -> None:
    """Each page follows the other by itself; a reload and a lost connection change nothing."""
    host = visit("/")
    links = open_fight(host, allied="person")
    pages = {"axis": visit(links["axis"]), "allied": visit(links["allied"], viewport=PHONE, expects=(0,))}
    for page in pages.values():
        expect(page.locator("#place-rest, .waiting")).not_to_have_count(0)
    reloaded = offline = False
    for _ in range(MAX_ANSWERS):
        page = next((page for page in pages.values() if is_asked(page)), None)
        if page is None:  # the pages have not polled yet
            pages["axis"].wait_for_timeout(200)
            continue
        if pages["axis"].locator(f"#news li:has-text('Turn {TURNS}')").count():
            break
        if not reloaded and page is pages["axis"] and not page.locator("#place-rest").count():
            before = page.locator("#question-title").inner_text()
            page.reload()
            assert page.locator("#question-title").inner_text() == before
            reloaded = True
        if not offline and page is pages["axis"]:
            pages["allied"].context.set_offline(True)
            pass_turn(page)
            pages["allied"].context.set_offline(False)
            offline = True
            continue
        pass_turn(page)
    assert reloaded
    assert offline
    expect(pages["axis"].locator("#news")).to_contain_text(f"Turn {TURNS}")
    expect(pages["allied"].locator("#news")).to_contain_text(f"Turn {TURNS}")


def pass_turn(page: Page) -> None:
    """Set everything up, or answer with the last button; nobody gives an order."""
    form = page.locator("#question")
    buttons = form.locator(".commit [name=press]")
    if form.get_attribute("data-ask") == "discards":
        for card in page.locator("#hand label").all()[: int(form.get_attribute("data-most") or 0)]:
            card.click()
    if form.locator("#place-rest").count():
        send(page, form.locator("#place-rest").click)
    elif buttons.count():
        send(page, buttons.last.click)
    elif page.locator("#commit").is_enabled():
        send(page, page.locator("#commit").click)
    else:
        answer_first(page)


def test_undo_needs_the_other_player_and_stops_at_a_seen_card(visit: Visit) -> None:
    host = visit("/")
    links = open_fight(host, allied="person")
    axis, allied = visit(links["axis"], expects=(409, 422)), visit(links["allied"])
    first = next(page for page in (axis, allied) if is_asked(page))
    other = allied if first is axis else axis
    before = first.locator("#question").get_attribute("data-number")
    answer_unit(first)
    first.locator(".undo button").click()
    expect(first.locator(".wishes")).to_contain_text("Waiting for the other side")
    other.locator(".undo.wanted button").click()
    expect(first.locator("#question-title")).to_be_visible()
    expect(first.locator(".undo button")).to_have_count(0)
    assert int(first.locator("#question").get_attribute("data-number") or 0) > int(before or 0)
    while first.locator("#place-rest").count() or other.locator("#place-rest").count():
        page = next(page for page in (first, other) if page.locator("#place-rest").count())
        pass_turn(page)
        for each in (first, other):
            each.reload()
    page = next(page for page in (first, other) if is_asked(page))
    while is_asked(page):  # at its end the hand is filled
        pass_turn(page)
    page.locator(".undo button").click()
    expect(page.locator("#refusal")).to_contain_text("card")


def answer_unit(page: Page) -> None:
    """Answer the first question of the set-up."""
    if page.locator("#hex-choice").count():
        page.locator("#hex-choice").select_option(index=1)
    else:
        page.locator("#question .pieces input").first.check()
    send(page, page.locator("#commit").click)


def test_a_battle_is_played_from_its_page(visit: Visit) -> None:
    """The form opens the board at once; a hint names orders; the board is accessible, light and dark."""
    page = visit("/")
    battle = page.request.post("/api/v1/battles", data={"seed": "15", "settings": WISH}).json()["id"]
    page.goto(f"/battles/{battle}")
    page.locator("#play-it").click()
    assert serious(page) == []
    page.locator("[value=recruit]").check()
    page.locator("#begin").click()
    page.wait_for_url(TABLE)
    send(page, page.locator("#place-rest").click)
    while page.locator("#question").get_attribute("data-ask") != "order":
        pass_turn(page)
    page.locator("#hint").click()
    expect(page.locator("#hints li")).not_to_have_count(0)
    page.locator("#map .unit").first.click()
    expect(page.locator("#stack")).to_contain_text("morale")
    for viewport in (DESKTOP, PHONE):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        assert serious(page) == []
        assert page.evaluate(OVERFLOW) == 0


def test_the_board_works_without_script(visit: Visit) -> None:
    host = visit("/")
    page = visit(open_fight(host)["axis"], java_script_enabled=False)
    number = page.locator("#question").get_attribute("data-number")
    page.locator("#place-rest").click()
    assert page.locator("#question").get_attribute("data-number") != number
    number = page.locator("#question").get_attribute("data-number")
    buttons = page.locator("#question .commit [name=press]")
    buttons.last.click() if buttons.count() else page.locator("#commit").click()
    assert page.locator("#question").get_attribute("data-number") != number
