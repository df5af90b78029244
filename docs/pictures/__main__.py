"""Draw the pictures of printed sheets: ``python -m docs.pictures`` in the root of the repository.

``python -m docs.pictures.pages`` takes the pictures of pages.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from catalogs.games.combat_commander import load
from exports.games.combat_commander.render import render
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card

HERE = Path(__file__).parent
SEED = "hora-948.kept"
SCALE = 1.17
PAPER = "#e9ebec"
GAP = 16


def render_pages(card: dict[str, Any], lang: Any, *sheets: str) -> list[Image.Image]:
    body = render(card, "pdf", catalog=load(), paper="a4", lang=lang, sheets=sheets)
    document = pypdfium2.PdfDocument(body)
    return [document[number].render(scale=SCALE).to_pil() for number in range(len(document))]


def join_pages(pages: list[Image.Image]) -> Image.Image:
    """Return one picture of several pages side by side."""
    wide = sum(page.width for page in pages) + GAP * (len(pages) + 1)
    sheet = Image.new("RGB", (wide, pages[0].height + 2 * GAP), PAPER)
    left = GAP
    for page in pages:
        sheet.paste(page, (left, GAP))
        left += page.width + GAP
    return sheet


def main() -> None:
    battle = make(load(), Settings(), SEED).card()
    public, own = view_card(battle, "everyone"), view_card(battle, "axis")
    front, back = render_pages(public, "en", "card")[:2]
    made = {
        "card": join_pages([front, back]),
        "card-front": front,
        "card-back": back,
        "card-front-es": render_pages(public, "es", "card")[0],
        "side": render_pages(own, "es", "side", "pull")[0],
        "pull": render_pages(public, "en", "pull")[0],
        "log": render_pages(public, "en", "log")[0],
    }
    for name, picture in made.items():
        picture.save(HERE / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
