"""Reference: the tables people ask for, drawn by edition; internal tables stay out of the shop window."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious
from tests.browser.conftest import OVERFLOW, PHONE, Visit

pytestmark = pytest.mark.browser


def test_tables_of_the_program_are_folded(visit: Visit) -> None:
    page = visit("/catalogs")
    for name in ("Words", "Line-of-sight measurements", "Known gaps", "Computer player: recruit"):
        expect(page.get_by_role("link", name=name)).to_be_hidden()
    page.locator("#internal summary").click()
    expect(page.get_by_role("link", name="Words")).to_be_visible()
    for name in (
        "Orders of battle",
        "Fortification costs",
        "Leaders",
        "Objective chits",
        "Sequence and rolls",
    ):
        expect(page.locator(".shelf b", has_text=name).first).to_be_visible()


@pytest.mark.parametrize(
    ("edition", "cost"),
    [
        ("corrected", "3 foxholes"),
        ("compilation", "6 foxholes"),
        ("anniversary", None),
    ],
)
def test_fortification_costs_by_edition(visit: Visit, edition: str, cost: str | None) -> None:
    """RS.9: each edition has its own costs, and says which one it is."""
    page = visit("/catalogs")
    page.locator(".shelf", has_text="Fortification costs").click()
    page.locator(f".eyes a[href$='edition={edition}']").click()
    expect(page.locator(".eyes [aria-current]")).to_have_attribute("href", re.compile(f"edition={edition}$"))
    hasty = page.locator("#packages tr", has_text="Hasty Entrenchments")
    if cost is None:
        expect(hasty).to_have_count(0)
    else:
        expect(hasty).to_contain_text(cost)


def test_roll_shows_orders_of_battle_of_its_quality(visit: Visit) -> None:
    """RS.3, RS.5: a roll of 8 brings line troops to Germany in 1944."""
    page = visit("/lookup/german/1944?roll=8")
    qualities = page.locator("table.rows td:nth-of-type(1)").all_inner_texts()
    assert qualities and set(qualities) == {"Line"}


def test_links_carry_their_game(visit: Visit) -> None:
    page = visit("/catalogs?game=schwerpunkt")
    addresses = [link.get_attribute("href") or "" for link in page.locator("main a").all()]
    assert addresses and all("game=schwerpunkt" in address for address in addresses)
    page.goto(addresses[0])
    expect(page.locator(".game-name")).to_have_text("Schwerpunkt")


def test_reference_on_desk_and_phone(visit: Visit) -> None:
    for reader in ({}, {"locale": "es-ES", "viewport": PHONE}):
        for path in (
            "/catalogs",
            "/lookup/tables",
            "/lookup/tables?edition=anniversary",
            "/lookup/german/1944?roll=8",
        ):
            page = visit(path, **reader)
            assert serious(page) == [], (path, reader)
            assert page.evaluate(OVERFLOW) <= 0, (path, reader)
