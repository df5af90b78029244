"""A quick battle with one click, and its printout."""

from __future__ import annotations

from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser


def made(visit: Visit) -> Page:
    """Make a battle with one click on the home page."""
    page = visit("/")
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    return page


def test_from_the_home_page_to_a_printed_card(visit: Visit) -> None:
    page = made(visit)
    title = page.locator("h1").inner_text()
    text = printed(page)
    assert title in " ".join(text.split())
    assert page.url.rpartition("/")[2] not in text.replace("\n", "")


def printed(page: Page) -> str:
    """Return the text of the file that the print button opens."""
    reply = page.request.get(page.locator("#pdf").get_attribute("href") or "")
    assert reply.headers["content-type"] == "application/pdf"
    return "".join(sheet.extract_text() for sheet in PdfReader(BytesIO(reply.body())).pages)


def test_page_shows_the_battle(visit: Visit) -> None:
    page = made(visit)
    expect(page.locator("#map svg.map")).to_be_visible()
    for fold, content in (("forces", ".counter"), ("setup", "li"), ("pull", "li"), ("log", "li")):
        part = page.locator(f"#{fold} {content}").first
        expect(part).to_be_hidden()
        page.locator(f"#{fold} > summary").click()
        expect(part).to_be_visible()
    page.locator("#conditions > summary").click()
    expect(page.locator("#conditions svg.track:visible")).to_have_count(4)


def test_every_file_can_be_downloaded(visit: Visit) -> None:
    page = made(visit)
    links = page.locator("#downloads .downloads a")
    addresses = [links.nth(place).get_attribute("href") or "" for place in range(links.count())]
    papers = {
        (lang, paper, seat)
        for lang in ("es", "en")
        for paper in ("a4", "letter")
        for seat in ("everyone", "axis", "allied")
    }
    found = {
        paper
        for paper in papers
        if any(f"seat={paper[2]}&lang={paper[0]}&paper={paper[1]}" in address for address in addresses)
    }
    assert found == papers
    kinds = {address.partition("?")[0].rpartition("/")[2]: address for address in addresses}
    assert set(kinds) == {"card.pdf", "card.txt", "card.md", "card.json", "log.txt", "map.svg"}
    for address in kinds.values():
        reply = page.request.get(address)
        assert reply.ok, address
        assert reply.body()


def test_secrets_are_shown_on_request_only(visit: Visit) -> None:
    page = made(visit)
    assert page.locator(".chit.dark").count() == 0
    for press, seat, sides in (
        ("Show the Axis", "axis", 1),
        ("Show the Allies", "allied", 1),
        ("Show both", "referee", 2),
    ):
        page.get_by_role("link", name=press).click()
        page.wait_for_url(f"**seat={seat}#secrets")
        shown = (
            page.locator("#secrets .chit.dark").count() + page.locator("#secrets > p:not(.actions)").count()
        )
        assert shown == sides, seat
        page.get_by_role("link", name="Hide it again").click()
        expect(page.locator(".chit.dark")).to_have_count(0)


def test_public_url_shows_no_secret(visit: Visit) -> None:
    """The other player gets the card and public files, and no side's sheet."""
    own = made(visit)
    key = own.url.rpartition("/")[2]
    page = visit(own.input_value("#link-public"), expects=(404,))
    expect(page.locator("h1")).to_have_text(own.locator("h1").inner_text())
    assert key not in page.content()
    assert page.locator(".peek, #share, .again, .chit.dark").count() == 0
    expect(page.locator("#pdf")).to_have_text("Print the card")
    addresses = [link.get_attribute("href") or "" for link in page.locator("main a").all()]
    assert not [one for one in addresses if "seat=" in one and "seat=everyone" not in one]
    for seat in ("axis", "allied", "referee"):
        assert page.request.get(f"{page.url}?seat={seat}").status == 404
        assert page.request.get(f"{page.url}/card.pdf?seat={seat}").status == 404
    page.locator("#log > summary").click()
    page.get_by_role("link", name="Verify the dice of this battle").click()
    expect(page.locator("h1")).to_have_text("The dice are honest")


def test_reroll_with_another_seed(visit: Visit) -> None:
    page = made(visit)
    first, seed = page.url, page.locator(".seed code").inner_text()
    page.get_by_role("button", name="Roll another").click()
    page.wait_for_url(lambda address: address != first)
    assert page.locator(".seed code").inner_text() != seed


def test_reroll_from_a_step_keeps_earlier_steps(visit: Visit) -> None:
    page = made(visit)
    first = page.url
    answers = page.locator("#log .asked .what")
    step = 7
    before = [answers.nth(place).text_content() for place in range(step)]
    page.locator("#log > summary").click()
    page.get_by_role("button", name=f"Replay from step {step + 1}", exact=True).click()
    page.wait_for_url(lambda address: address != first)
    answers = page.locator("#log .asked .what")
    assert [answers.nth(place).text_content() for place in range(step)] == before


def test_dice_can_be_verified(visit: Visit) -> None:
    page = made(visit)
    page.locator("#log > summary").click()
    page.get_by_role("link", name="Verify the dice of this battle").click()
    expect(page.locator("h1")).to_have_text("The dice are honest")
    record = page.request.get(page.url.replace("/check", "/card.json?seat=referee")).text()
    page.goto("/verify")
    page.fill("#record", record)
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(page.locator(".verdict.sound")).to_be_visible()


def test_changed_die_is_found(visit: Visit) -> None:
    page = made(visit)
    card = page.request.get(f"{page.url}/card.json?seat=referee").json()
    roll = next(entry for entry in card["transcript"]["entries"] if entry["ask"] == "leader_roll")
    roll["answer"] = [roll["answer"][0], roll["answer"][1] % 6 + 1]
    page.goto("/verify")
    from json import dumps

    page.fill("#record", dumps(card))
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(page.locator(".verdict.unsound")).to_be_visible()
    expect(page.locator(".findings li")).to_contain_text("Roll for a leader (white die)")
