"""Take the pictures of the guide in a browser, in both languages: ``python -m docs.pictures.guide``.

``python -m docs.pictures.guide lookup`` takes only the named ones. They are written to ``web/static/guide``.
Every scene is played in English and shown in both languages.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from docs.pictures.pages import CAMPAIGN, RESULTS, Visit, _asked, _look_again, _seats, fight, served, visitor
from tests.browser.chromium import launch
from tests.browser.playing import answer, asked
from tests.chance import known_seeds

HERE = Path(__file__).resolve().parent.parent.parent / "web" / "static" / "guide"
COLOURS = 48  # enough for pages of few colours, and a third of the bytes
DESKTOP, PHONE = 960, 380
PLAYERS = 8
FOUGHT = {"map": 1, "sizes": ["platoon"], "axis": "german", "allied": "russian"}
QUICK = {"winner": "first", "how": "initiative"}


def battle(visit: Visit) -> tuple[Page, int]:
    page = visit(wide=DESKTOP)
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    return page, 900


def seats(visit: Visit) -> tuple[Page, int]:
    page = visit("/tables/new", wide=PHONE)
    page.get_by_role("button", name="Open the table").first.click()
    page.wait_for_url("**/seats")
    return page, 760


def question(visit: Visit) -> tuple[Page, int]:
    """Show a secret choice on the phone of a player."""
    pages = _seats(lambda path, high: visit(path, high, PHONE), visit("/tables/new"), "", 800)
    for count in range(40):
        if all("order of battle" in (asked(page) or "") for page in pages.values()):
            break
        answer(_asked(pages), count)
        _look_again(pages)
    return pages["allied"], 800


def campaign(visit: Visit) -> tuple[Page, int]:
    return _fought(visit, len(RESULTS), "position")["axis"], 900


def ending(visit: Visit) -> tuple[Page, int]:
    """Show the report of a battle."""
    pages = _fought(visit, 0, "How did the battle end")
    page = _asked(pages)
    page.set_viewport_size({"width": PHONE, "height": 860})
    page.locator("#report").click()
    page.wait_for_selector("#ending")
    return page, 860


def _fought(visit: Visit, battles: int, until: str) -> dict[str, Page]:
    pages = _seats(lambda path, high: visit(path, high, DESKTOP), visit(CAMPAIGN), "", 900)
    fight(pages, battles, until)
    return pages


def workbench(visit: Visit) -> tuple[Page, int]:
    page = visit("/scenarios/castle-hill", wide=1280)
    page.locator("button[value=copy]").click()
    page.wait_for_url("**/scenarios/edit/*")
    return page, 900


def tournament(visit: Visit) -> tuple[Page, int]:
    """Show a tournament of eight players after two rounds."""
    page = visit("/tournaments", wide=DESKTOP)
    page.fill("#title", "2026")
    page.fill("#players", "\n".join(f"{letter}. {letter}." for letter in "ABCDEFGH"[:PLAYERS]))
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector("#draw")
    headers = {"Authorization": f"Bearer {page.url.partition('#')[0].rpartition('/')[2]}"}
    reader = page.input_value("#readers-link")
    base = f"/api/v1/tournaments/{reader.rpartition('/')[2]}"
    for number in (1, 2):
        page.locator("#draw .button.big").click()
        page.wait_for_selector("#round")
        for place, each in enumerate(page.request.get(base).json()["tournament"]["rounds"][-1]["pairings"]):
            told = {**QUICK, "figures": {"time": 6 + place, "casualties": 2 * place + number}}
            page.request.put(f"{base}/rounds/{number}/tables/{each['table']}", data=told, headers=headers)
        page.reload()
    page.goto("/tournaments/" + reader.rpartition("/")[2])
    return page, 900


def diary(visit: Visit) -> tuple[Page, int]:
    page = visit(wide=PHONE)
    page.locator("#quick").click()
    page.locator("#to-diary").click()
    page.fill("#title", "2026")
    page.get_by_role("button", name="Start", exact=True).click()
    page.fill("#first-name-new", "A. A.")
    page.fill("#second-name-new", "B. B.")
    page.locator("#new input[name=winner][value=first]").check(force=True)
    page.get_by_role("button", name="Log battle", exact=True).click()
    page.get_by_role("button", name="Rematch").click()
    return page, 860


def lookup(visit: Visit) -> tuple[Page, int]:
    return visit("/lookup/german/1944?roll=8", wide=PHONE), 760


def other(visit: Visit) -> tuple[Page, int]:
    return visit("/grossdeutschland/kursk", wide=DESKTOP), 760


def board(visit: Visit) -> tuple[Page, int]:
    """Show a target to choose, with the odds of each."""
    return _play_until(visit, 1280, "fire", "target"), 900


def move(visit: Visit) -> tuple[Page, int]:
    """Show a move on a phone, hex by hex with its costs."""
    return _play_until(visit, PHONE, "move", "step"), 800


def _play_until(visit: Visit, wide: int, order: str, ask: str) -> Page:
    """Play a battle against a recruit, giving one kind of order where possible, until a question is asked."""
    page = visit(wide=wide)
    battle_id = page.request.post("/api/v1/battles", data={"seed": "15", "settings": FOUGHT}).json()["id"]
    page.goto(f"/fights/new?battle={battle_id}")
    page.locator("[value=recruit]").check()
    page.locator("#begin").click()
    page.wait_for_selector("#place-rest")
    for _ in range(400):
        form = page.locator("#question")
        if form.get_attribute("data-ask") == ask:
            break
        number = form.get_attribute("data-number")
        choices = [f"#hand .order-{order}.lit label", "#question .pieces label", "#hand .lit label"]
        wanted = next((each for each in choices if page.locator(each).count()), "")
        if page.locator("#place-rest").count():
            page.locator("#place-rest").click()
        elif wanted and form.get_attribute("data-ask") != "discards":
            page.locator(wanted).first.click()
            page.locator("#commit").click()
        elif page.locator("#hex-choice").count():
            page.locator("#hex-choice").select_option(index=1)
            page.locator("#commit").click()
        elif page.locator(".commit [name=press]").count():
            page.locator(".commit [name=press]").first.click()
        else:
            page.locator("#commit").click()
        page.wait_for_function("n => document.getElementById('question')?.dataset.number !== n", arg=number)
    return page


def taken(page: Page, high: int, lang: str) -> bytes:
    """Return a picture of the page in a language, with few colours to keep it small."""
    page.context.add_cookies([{"name": "lang", "value": lang, "url": page.url}])
    wide = page.evaluate("innerWidth")
    page.set_viewport_size({"width": wide, "height": high})
    page.goto(page.url.partition("#")[0])
    page.evaluate("document.fonts.ready")
    page.mouse.move(0, 0)
    picture = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    if wide > DESKTOP:
        picture = picture.resize((DESKTOP, high * DESKTOP // wide), Image.Resampling.LANCZOS)
    out = BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


TAKES: tuple[Callable[[Visit], tuple[Page, int]], ...] = (
    battle,
    seats,
    question,
    campaign,
    ending,
    workbench,
    tournament,
    diary,
    lookup,
    other,
    board,
    move,
)


def main() -> None:
    HERE.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as base,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for take in TAKES:
            if sys.argv[1:] and take.__name__ not in sys.argv[1:]:
                continue
            with known_seeds(f"guide/{take.__name__}"):
                page, high = take(visitor(browser, base))
                for lang in ("en", "es"):
                    (HERE / f"{take.__name__}-{lang}.png").write_bytes(taken(page, high, lang))
        browser.close()


if __name__ == "__main__":
    main()
