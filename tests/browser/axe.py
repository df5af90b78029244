"""Accessibility checks with axe-core, in light and dark mode."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OUTSIDE = {"exclude": [["svg *"]]}  # the inside of a drawing counts as one picture
PAPER, NIGHT = "getComputedStyle(document.body).backgroundColor", "rgb(26, 27, 28)"
LOOK = "([where, what]) => axe.run(where, what).then((found) => found.violations)"
FAULTS = {"resultTypes": ["violations"]}
AXE = Axe()


def serious(page: Page) -> list[str]:
    """Return all violations; in dark mode only the contrast is checked again."""
    page.evaluate(AXE.axe_script)
    return [*told(page.evaluate(LOOK, [OUTSIDE, FAULTS])), *by_night(page)]


def by_night(page: Page) -> list[str]:
    """Check the page in dark mode, after the check in light mode."""
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(PAPER) == NIGHT, "this page is not dark"
    found = page.evaluate(LOOK, [OUTSIDE, {**FAULTS, "runOnly": ["color-contrast"]}])
    page.emulate_media(color_scheme="light")
    return [f"in the dark, {each}" for each in told(found)]


def told(found: list[dict[str, Any]]) -> list[str]:
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"]]
