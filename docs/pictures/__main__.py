"""The pictures of printed sheets, made again: ``python -m docs.pictures`` from the root of the repository.

Those of pages are taken in a browser: ``python -m docs.pictures.pages``.
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


def pages(card: dict[str, Any], lang: Any, *sheets: str) -> list[Image.Image]:
    body = render(card, "pdf", catalog=load(), paper="a4", lang=lang, sheets=sheets)
    document = pypdfium2.PdfDocument(body)
    return [document[number].render(scale=SCALE).to_pil() for number in range(len(document))]


def side_by_side(found: list[Image.Image]) -> Image.Image:
    """Pages on a desk."""
    wide = sum(page.width for page in found) + GAP * (len(found) + 1)
    desk = Image.new("RGB", (wide, found[0].height + 2 * GAP), PAPER)
    left = GAP
    for page in found:
        desk.paste(page, (left, GAP))
        left += page.width + GAP
    return desk


def main() -> None:
    battle = make(load(), Settings(), SEED).card()
    public, own = view_card(battle, "everyone"), view_card(battle, "axis")
    front, back = pages(public, "en", "card")[:2]
    made = {
        "card": side_by_side([front, back]),
        "card-front": front,
        "card-back": back,
        "card-front-es": pages(public, "es", "card")[0],
        "side": pages(own, "es", "side", "pull")[0],
        "pull": pages(public, "en", "pull")[0],
        "log": pages(public, "en", "log")[0],
    }
    for name, picture in made.items():
        picture.save(HERE / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
