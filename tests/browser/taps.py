"""Taps on a phone, counted: what a turn of a game costs the player who holds it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


class Taps:
    """Counts taps; digits typed into a field after a tap cost no further ones."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def answer(self, button: Locator) -> None:
        """Tap a button that answers the question, and wait for the next page."""
        form = self.page.locator("#question")
        number = form.get_attribute("data-number")
        self.tap(button)
        expect(self.page.locator(f"form[data-number='{number}']")).to_have_count(0)

    def tap(self, target: Locator) -> None:
        target.tap()
        self.count += 1

    def type(self, field: Locator, text: str) -> None:
        self.tap(field)
        field.fill(text)
