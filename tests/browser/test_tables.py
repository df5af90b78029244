"""Two players play a table to the finished card."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.playing import answer, asked, open_table, play, send, until_asked_with

pytestmark = pytest.mark.browser


@pytest.fixture
def seats(visit: Visit) -> dict[str, Page]:
    """Return a table with both players, one on desktop, one on a phone."""
    links = open_table(visit())
    return {"axis": visit(links["axis"]), "allied": visit(links["allied"], viewport=PHONE)}


def until(seats: dict[str, Page], words: str) -> None:
    """Play until both are asked something."""
    for count in range(40):
        found = {name: asked(page) for name, page in seats.items()}
        if all(one and words in one for one in found.values()):
            return
        page = next(page for page in seats.values() if asked(page) and words not in (asked(page) or ""))
        answer(page, count)
        for other in seats.values():
            other.reload()
    raise AssertionError(f"nobody is asked for {words}")


def test_links_are_labelled(visit: Visit) -> None:
    page = visit()
    links = open_table(page)
    assert len(set(links.values())) == 4
    for seat, words in (("axis", "Axis"), ("allied", "Allies"), ("referee", "referee")):
        expect(page.locator(f".link.of-{seat} p").first).to_contain_text(words)
    page.clock.install()
    page.clock.pause_at(
        datetime.now() + timedelta(hours=1)
    )  # the word stays for two seconds by the page's clock
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.clock.run_for(2_000)
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)


def test_sealed_choices_stay_sealed_until_both_have_answered(seats: dict[str, Page]) -> None:
    until(seats, "order of battle")
    axis, allied = seats["axis"], seats["allied"]
    chosen = allied.locator("#question .option b").nth(1).inner_text()
    answer(allied, 1)
    expect(allied.locator(".big-line")).to_have_text("Your answer is in.")
    axis.reload()
    assert chosen not in axis.locator("#log").inner_text()
    assert "(secret)" in axis.locator("#log li").last.inner_text()
    answer(axis, 0)
    expect(axis.locator("#log")).to_contain_text(chosen)
    expect(allied.locator("#log")).to_contain_text(chosen)  # without reloading


def test_live_updates(seats: dict[str, Page]) -> None:
    """Neither page is reloaded by hand."""
    for count in range(3):
        turn = next((page for page in seats.values() if asked(page)), None)
        assert turn is not None
        wait = next(page for page in seats.values() if page is not turn)
        answers = wait.locator("#log .asked").count()
        answer(turn, count)
        expect(wait.locator("#log .asked").nth(answers)).to_be_attached()  # a long log folds all but its end
        expect(wait.locator("#log .asked").last).to_be_visible()


def test_half_filled_form_survives_an_update(seats: dict[str, Page]) -> None:
    until(seats, "order of battle")
    axis, allied = seats["axis"], seats["allied"]
    axis.locator("#question [type=radio]").nth(1).check(force=True)
    version = axis.locator("#table").get_attribute("data-version")
    answer(allied)
    expect(axis.locator("#table")).not_to_have_attribute("data-version", version or "")
    expect(axis.locator("#question [type=radio]").nth(1)).to_be_checked()


def test_click_is_not_lost_during_an_update(seats: dict[str, Page]) -> None:
    """The other player answers while the button is down."""
    until(seats, "order of battle")
    axis, allied = seats["axis"], seats["allied"]
    axis.locator("#question [type=radio]").nth(0).check(force=True)
    axis.locator("#question button.button").hover()
    axis.mouse.down()
    with axis.expect_response(axis.url):
        answer(allied)
    axis.evaluate("fetch(location.pathname).then((answer) => answer.text())")  # it has read what came before
    axis.mouse.up()
    expect(axis.locator("#question h2", has_text="order of battle")).to_have_count(0)


def test_to_the_finished_card(seats: dict[str, Page]) -> None:
    """Both see the card; secrets stay hidden in every file and line until both agree to reveal."""
    play(seats)
    axis, allied = seats["axis"], seats["allied"]
    for page in seats.values():
        page.reload()
        expect(page.locator("#map svg.map")).to_be_visible()
        assert page.evaluate(OVERFLOW) <= 0
    cards = {name: axis_card(page) for name, page in seats.items()}
    assert cards["axis"]["objectives"]["secret"]["allied"] in ("hidden", [])
    assert cards["allied"]["objectives"]["secret"]["axis"] in ("hidden", [])
    for letter in cards["allied"]["objectives"]["secret"]["allied"]:
        assert letter not in axis.locator(".chit.dark").all_inner_texts()
    assert axis.request.get(f"{axis.url}/card.pdf?lang=es&paper=letter").body().startswith(b"%PDF")
    seed = axis.locator("#seal dd code").first.inner_text()
    for page in (axis, allied):
        page.get_by_role("button", name=re.compile("reveal all secrets")).click()
        page.wait_for_load_state()
    expect(axis.locator("#seal dd code").first).not_to_have_text(seed)
    axis.locator(".toolbar").get_by_role("link", name="Verify the dice").click()
    expect(axis.locator("h1")).to_have_text("The dice are honest")


def axis_card(page: Page) -> dict[str, dict[str, dict[str, object]]]:
    """Return the card as JSON, from the Axis seat's URL."""
    return page.request.get(f"{page.url}/card.json").json()  # type: ignore[no-any-return]


def test_undo_by_agreement(seats: dict[str, Page]) -> None:
    first = next(page for page in seats.values() if asked(page))
    words = asked(first)
    other = next(page for page in seats.values() if page is not first)
    answer(first)
    first.get_by_role("button", name="Ask to undo").click()
    expect(first.locator(".wishes")).to_contain_text("Waiting for the other side")
    expect(other.locator(".undo.wanted")).to_be_visible()  # without reloading
    other.get_by_role("button", name="Agree").click()
    other.wait_for_load_state()
    expect(first.locator("#question h2")).to_have_text(words or "")


def asked_with(visit: Visit, form: str, **settings: str) -> Page:
    """Play battles until a seat is asked with a certain form; return its page."""
    for _ in range(5):
        links = open_table(visit(), **settings)
        seats = {name: visit(links[name], expects=(422,)) for name in ("axis", "allied")}
        if page := until_asked_with(seats, form):
            return page
    raise AssertionError(f"nobody is asked with {form}")


def test_invalid_purchase_is_explained(visit: Visit) -> None:
    """The running total is shown; the server checks, and the form keeps the numbers."""
    page = asked_with(visit, "[data-buy]")
    for field in page.locator(".stepper input").all():
        field.evaluate("one => { one.removeAttribute('max'); one.value = 99; }")
    page.locator(".stepper button").nth(0).click()
    expect(page.locator(".total")).to_be_visible()
    kept = page.locator(".stepper input").last.input_value()
    send(page, page.locator("#question"))
    expect(page.locator("#refusal")).to_be_visible()
    assert page.locator(".stepper input").last.input_value() == kept


def test_typed_dice(visit: Visit) -> None:
    links = open_table(visit(), dice="typed")
    axis = visit(links["axis"])
    assert asked(axis) == "Roll for the map"
    axis.locator("[name=white][value='2']").check(force=True)
    axis.locator("[name=coloured][value='6']").check(force=True)
    send(axis, axis.locator("#question"))
    expect(axis.locator("#log li").first).to_contain_text("2 + 6 = 8")


def test_set_up_hex_by_hex(visit: Visit) -> None:
    """Every unit is asked for its hex; errors are explained and typed values kept."""
    page = asked_with(visit, ".units select", placement="hexes", sizes="platoon")
    hexes = [option.get_attribute("value") or "" for option in page.locator("#zone option").all()]
    arm(page)
    for place, field in enumerate(page.locator(".units input").all()):
        field.fill(hexes[place % len(hexes)].lower())
    outside = next(one for one in ("A1", "O10", "A10", "O1") if one not in hexes)
    page.locator(".units input").first.fill(outside)
    send(page, page.locator("#question"))
    expect(page.locator("#refusal")).to_contain_text(f"{outside} is outside the set-up zone")
    assert page.locator(".units input").nth(1).input_value() == hexes[1].lower()
    page.locator(".units input").first.fill(hexes[0])
    number = page.locator("#question").get_attribute("data-number")
    send(page, page.locator("#question"))
    expect(page.locator(f"form[data-number='{number}']")).to_have_count(0)


def arm(page: Page) -> None:
    """Assign every weapon to a unit of the order of battle; bought units come last and are armed already."""
    options = page.locator(".units select").first.locator("option").all()[1:]
    left = {one.get_attribute("value") or "": int(one.inner_text().split()[0]) for one in options}
    for select in page.locator(".units select").all():
        if held := select.input_value():
            left[held] -= 1
    free = iter([select for select in page.locator(".units select").all() if not select.input_value()])
    for weapon, count in left.items():
        for _ in range(count):
            next(free).select_option(weapon)


def test_table_without_script(visit: Visit) -> None:
    links = open_table(visit())
    seats = {name: visit(links[name], java_script_enabled=False) for name in ("axis", "allied")}
    turn = next(page for page in seats.values() if asked(page))
    answer(turn)
    wait = next(page for page in seats.values() if page is not turn)
    wait.get_by_role("link", name="Refresh").click()
    wait.wait_for_load_state()
    assert wait.locator("#log .asked").count() > 1


def test_wrong_link_is_like_no_link(visit: Visit) -> None:
    links = open_table(visit())
    secret = links["axis"]
    wrong = secret[:-1] + ("a" if secret[-1] != "a" else "b")
    pages = [visit(address, expects=(404,)) for address in (wrong, "/tables/nothing", "/battles/nothing")]
    texts = {page.locator("main").inner_text() for page in pages}
    assert len(texts) == 1
