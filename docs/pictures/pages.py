"""Take the pictures of pages in a browser: ``python -m docs.pictures.pages`` in the root of the repository.

``python -m docs.pictures.pages maps`` takes only the named ones. Seeds are fixed, so that the same battles
appear every time.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.playing import answer, asked, asked_for, report, taken
from tests.browser.serving import running
from tests.chance import known_seeds
from web.app import create_app
from web.config import Config

HERE = Path(__file__).parent
PUBLIC = "https://club.example.org"
WIDE = 1200
CAMPAIGN = "/tables/new?procedure=stalingrad/1"
RESULTS = (("axis", 5), ("axis", 3), ("allied", 4))  # the battles of the campaign before the picture

Visit = Callable[..., Page]


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Run an empty service and yield its address."""
    app = create_app(Config(f"sqlite:///{folder / 'horah.db'}", rate=0, public=PUBLIC))
    with running(app) as address:
        yield address


def visitor(browser: Browser, base: str) -> Visit:
    def visit(path: str = "/", high: int = 900, wide: int = WIDE) -> Page:
        size = {"width": wide, "height": high}
        options: dict[str, Any] = {"locale": "en-GB", "viewport": size, "reduced_motion": "reduce"}
        page = browser.new_context(base_url=base, **options).new_page()
        page.goto(path)
        return page

    return visit


def home(visit: Visit) -> Page:
    return visit(high=760)


def battle(visit: Visit) -> Page:
    page = visit(high=1080)
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    return page


def table(visit: Visit) -> Page:
    """Show a secret choice of the Allies."""
    seats = _seats(visit, visit("/tables/new"), "Tuesday's battle", 1130)
    for count in range(40):
        if all("order of battle" in (asked(page) or "") for page in seats.values()):
            break
        answer(_asked(seats), count)
        _look_again(seats)
    seats["allied"].locator("#question [type=radio]").nth(1).check(force=True)
    return seats["allied"]


def campaign(visit: Visit) -> Page:
    """Show a campaign after some battles."""
    seats = _seats(visit, visit(CAMPAIGN), "", 1130)
    fight(seats, len(RESULTS), "quality")
    return seats["axis"]


def fight(seats: dict[str, Page], battles: int, until: str) -> None:
    """Play battles of a campaign until a certain question comes up."""
    fought = 0
    for count in range(400):
        if fought == battles and any(asked_for(page, until) for page in seats.values()):
            break
        page = _asked(seats)
        if asked_for(page, "How did the battle end"):
            winner, marker = RESULTS[fought]
            report(page, winner=winner, marker=marker, marker_side=winner)
            page.get_by_role("button", name="Send report").click()
            other = next(each for each in seats.values() if each is not page)
            other.reload()
            other.get_by_role("button", name="Confirm", exact=True).click()
            fought += 1
        else:
            answer(page, count)
        _look_again(seats)


def workbench(visit: Visit) -> Page:
    page = visit("/scenarios/castle-hill", high=1000, wide=1440)
    page.locator("button[value=copy]").click()
    page.wait_for_url("**/scenarios/edit/*")
    return page


def maps(visit: Visit) -> Page:
    """Show what a hex sees, and why it does not see another one."""
    page = visit("/maps/12?from=J7&to=D5", high=1000)
    page.locator("#look").scroll_into_view_if_needed()
    return page


def battlefield(visit: Visit) -> Page:
    """Show the drawing board with a tool selected."""
    page = visit("/battlefields/edit?kind=river&seed=8", high=1000)
    page.locator("[name=tool][value='way:road']").check(force=True)
    return page


def _seats(visit: Visit, page: Page, title: str, high: int) -> dict[str, Page]:
    """Open a table and let both players take their seats."""
    page.fill("#title", title)
    page.get_by_role("button", name="Open the table").first.click()
    links = {seat: urlsplit(link).path for seat, link in taken(page).items()}
    return {seat: visit(links[seat], high=high) for seat in ("axis", "allied")}


def _asked(seats: dict[str, Page]) -> Page:
    return next(page for page in seats.values() if asked(page))


def _look_again(seats: dict[str, Page]) -> None:
    for page in seats.values():
        page.reload()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as base,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        wanted = sys.argv[1:]
        for take in (home, battle, table, campaign, workbench, maps, battlefield):
            if wanted and take.__name__ not in wanted:
                continue
            with known_seeds(f"pictures/{take.__name__}"):
                page = take(visitor(browser, base))
            page.evaluate("document.fonts.ready")
            page.mouse.move(0, 0)
            page.screenshot(path=HERE / f"{take.__name__}.png", animations="disabled")
        browser.close()


if __name__ == "__main__":
    main()
