"""Actions of players at a table in the browser."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect


def open_table(page: Page, **choices: str) -> dict[str, str]:
    """Open a table with the form; the choices are settings with few values."""
    page.goto("/tables/new")
    if choices:
        page.locator("#details > summary").click()
    for name, value in choices.items():
        page.locator(f"[name={name}][value={value}]").check(force=True)
    page.locator("[name=referee]").check()
    page.get_by_role("button", name=re.compile("Open the table|Abrir la mesa")).first.click()
    return taken(page)


def taken(page: Page) -> dict[str, str]:
    """Accept all invitations of a new table; return the URL of every seat."""
    page.wait_for_url("**/seats")
    links = {_seat(each): each.input_value() for each in page.locator("input[id^=link-]").all()}
    for each in page.locator("input[id^=invite-]").all():
        base, _, word = each.input_value().partition("/invitations/")
        came = page.request.post(f"/api/v1/invitations/{word}", data={"name": ""}).json()
        links[_seat(each)] = f"{base}/tables/{came['link']}"
    return {**{seat: link for seat, link in links.items() if seat != "everyone"}, **links}


def _seat(field: Locator) -> str:
    return (field.get_attribute("id") or "").partition("-")[2]


def asked(page: Page) -> str | None:
    """Return the current question of this seat."""
    question = page.locator("#question h2")
    return question.inner_text() if question.count() else None


def answer(page: Page, pick: int = 0) -> None:
    """Give a legal answer and wait for the next page."""
    form = page.locator("#question")
    number = form.get_attribute("data-number")
    if form.locator(".at-once").count():
        options = form.locator(".at-once")
        options.nth(pick % options.count()).click()
        expect(page.locator(f"form[data-number='{number}']")).to_have_count(0)
        return
    if form.locator(".dice").count():
        for die in ("white", "coloured"):
            form.locator(f"[name={die}]").nth(pick % 6).check(force=True)
    elif form.locator("[type=radio]").count():
        options = form.locator("[type=radio]")
        options.nth(pick % options.count()).check(force=True)
    elif form.locator("[data-buy]").count():
        form.locator(".stepper button").nth(1).click()
    elif form.locator("[name^=space-]").count():
        for place, field in enumerate(form.locator("[name^=space-]").all(), 1):
            field.fill(str(place))
    elif form.locator(".options [type=checkbox]").count() and asked_for(page, "commit", "Survivors"):
        form.locator(".options [type=checkbox]").first.check(force=True)
    send(page, form)
    expect(page.locator(f"form[data-number='{number}']")).to_have_count(0)


def asked_for(page: Page, *words: str) -> bool:
    """Return whether the question contains one of the words."""
    return any(word in (asked(page) or "") for word in words)


def report(page: Page, *, winner: str, marker: int, marker_side: str) -> None:
    """Fill in a battle that ended by Sudden Death, and open the summary."""
    if page.locator("#report").count():
        page.locator("#report").click()
    form = page.locator("#ending")
    form.locator("[name=marker]").fill(str(marker))
    for name, value in (
        ("ended", "sudden_death"),
        ("marker_side", marker_side),
        ("initiative", "allied"),
        ("winner", winner),  # last: the side of the marker chooses it
    ):
        form.locator(f"[name={name}][value={value}]").check(force=True)
    form.get_by_role("button", name="Review").click()


def agree(page: Page, other: Page) -> None:
    """Send the summary, and let the other side confirm it."""
    page.get_by_role("button", name=re.compile("Send report|Send it anyway")).click()
    expect(page.locator("#proposal")).to_be_visible()
    other.get_by_role("button", name="Confirm", exact=True).click()
    expect(other.locator("#proposal")).to_have_count(0)


def until_asked_with(seats: Mapping[str, Page], form: str, most: int = 60) -> Page | None:
    """Answer until a seat is asked with a certain form; return its page."""
    for count in range(most):
        page = next((page for page in seats.values() if _is_asked(page)), None)
        if page is None or page.locator(form).count():
            return page
        answer(page, count)
    return None


def send(page: Page, form: Locator) -> None:
    form.locator("button.button").click()
    page.wait_for_load_state()


def play(seats: Mapping[str, Page], most: int = 200) -> int:
    """Let both players answer until nothing is asked; return the number of answers."""
    for count in range(most):
        page = next((page for page in seats.values() if _is_asked(page)), None)
        if page is None:
            return count
        answer(page, count)
    raise AssertionError("the table does not come to an end")


def _is_asked(page: Page) -> bool:
    page.reload()
    return asked(page) is not None
