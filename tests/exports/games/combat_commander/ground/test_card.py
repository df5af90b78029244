"""The ground on a card: on its map, in its legend, on the sheets of a side, in words; small files."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from pypdfium2 import PdfDocument
from reportlab.graphics.shapes import Drawing, Group, Polygon, String, mmult, transformPoint
from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from exports.games.combat_commander.drawings.map import draw_battle_map, format_initials
from exports.games.combat_commander.ground.drawing import TERRAIN_LOOKS
from exports.games.combat_commander.ground.legend import draw_legend
from exports.games.combat_commander.ground.map_sheet import draw_ground_map
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.render import render
from exports.games.combat_commander.text import write_card_markdown, write_card_text
from exports.kit.draw_pdf import paint
from exports.kit.shapes import move_shapes
from exports.kit.theme import INK, load_fonts, width
from generator.games.combat_commander.ground.battlefield import generate_battlefield
from generator.games.combat_commander.ground.battlefield_document import generated_to_document
from generator.games.combat_commander.hexes import all_hexes, zone
from tests.exports.games.combat_commander.cards import battle, catalog, sample, scenario
from tests.exports.paper import faults, read

from .test_drawing import contrast, every

ENGLISH = MessageFormatter(catalog(), "en")
FINE = 4.0  # pixels per point
ENOUGH = 0.84  # the top of a number may touch the line of its hex
Matrix = tuple[float, ...]


def on(number: int | None, orientation: str = "wide", **more: Any) -> dict[str, Any]:
    """Return a battle moved to another map, wide or upright."""
    name = "wide-defence" if orientation == "wide" else "recon-long"
    card = sample(name, "everyone")
    objectives = None if number is None else catalog().maps[number].objectives
    card["map"] |= {"number": number, "objectives": None, **more}
    if objectives:
        card["map"]["objectives"] = {str(n): at for n, at in objectives.items()}
    return card


def own(kind: str = "village", seed: int = 7, orientation: str = "wide") -> dict[str, Any]:
    found = generate_battlefield(catalog(), seed, kind)
    return on(
        None, orientation, battlefield=generated_to_document(found), objectives=objectives(found.ground)
    )


def objectives(ground: Any) -> dict[str, str]:
    return {str(number): one for number, one in (ground.objectives or {}).items()}


def words(card: dict[str, Any]) -> str:
    body = render(card, "pdf", catalog=catalog(), lang="en", sheets=("card",))
    return "".join(glyph.text for page in read(body) for glyph in page.glyphs)


@pytest.mark.parametrize("orientation", ["wide", "long"])
@pytest.mark.parametrize("number", [1, 2, 10, 13, 17, 19, 21, 24])
def test_card_with_ground_is_small_and_stays_in_its_frames(number: int, orientation: str) -> None:
    body = render(on(number, orientation), "pdf", catalog=catalog(), sheets=("card",))
    assert len(body) <= 250 * 1024
    assert faults(body) == []


def test_the_ground_lies_on_the_map_and_its_legend_beside_it() -> None:
    card = on(10)
    fills = {getattr(one, "fillColor", None) for one in every(draw_battle_map(card, ENGLISH))}
    assert TERRAIN_LOOKS["water_barrier"].tint in fills
    assert TERRAIN_LOOKS["marsh"].tint not in fills
    said = words(card)
    assert "Majorbridge" in said
    assert "Marsh" not in said


def test_map_without_known_ground_is_a_plain_grid() -> None:
    card = on(max(catalog().maps))
    assert "Terrain" not in words(card)
    fills = {getattr(one, "fillColor", None) for one in every(draw_battle_map(card, ENGLISH))}
    assert not fills & {look.tint for look in TERRAIN_LOOKS.values()}


@pytest.mark.parametrize("wide", [100.0, 380.0, 523.0])
def test_the_legend_is_set_large_enough_to_be_read(wide: float) -> None:
    for ground in catalog().ground.values():
        shapes, high = draw_legend(ground, ENGLISH, wide)
        sizes = [one.fontSize for one in every(move_shapes(shapes, 0, 0)) if isinstance(one, String)]
        assert min(sizes, default=8) >= 7.5
        assert all(one.y >= 0 for one in every(move_shapes(shapes, 0, 0)) if isinstance(one, String))
        assert high >= 0


def placed(node: Any, at: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[tuple[String, Matrix]]:
    """Yield the texts of a drawing, each with the transform of its group."""
    for one in node.contents:
        if isinstance(one, Group):
            yield from placed(one, mmult(at, one.transform))
        elif isinstance(one, String):
            yield one, at


def bare(node: Any) -> Any:
    """Return a drawing without its texts."""
    node.contents = [bare(one) if isinstance(one, Group) else one for one in node.contents]
    node.contents = [one for one in node.contents if not isinstance(one, String)]
    return node


def faint(drawing: Drawing) -> list[tuple[str, float]]:
    """Return texts with a contrast below 4.5 on more than their top seventh."""
    load_fonts()
    texts, out = list(placed(drawing)), BytesIO()
    canvas = Canvas(out, pagesize=(drawing.width, drawing.height), invariant=1)
    paint(bare(drawing), canvas, 0, 0)
    canvas.save()
    picture = PdfDocument(out.getvalue())[0].render(scale=FINE).to_pil().convert("RGB")
    found = []
    for one, at in texts:
        wide = width(one.text, one.fontName, one.fontSize)
        left = one.x - {"start": 0, "middle": wide / 2, "end": wide}[one.textAnchor]
        spots = [
            transformPoint(at, (left + wide * i / 12, one.y + 0.7 * one.fontSize * j / 8))
            for i in range(1, 12)
            for j in range(1, 8)
        ]
        under = [picture.getpixel((int(FINE * x), int(FINE * (drawing.height - y)))) for x, y in spots]
        good = sum(contrast(one.fillColor, Color(*(part / 255 for part in pixel))) >= 4.5 for pixel in under)
        if good < ENOUGH * len(under):
            found.append((one.text, good / len(under)))
    return found


@pytest.mark.parametrize("number", ["1", "13", "21"])
def test_text_has_contrast_on_the_map(number: str) -> None:
    """Measured on the rendered picture: numbers, heights and objectives, also over roads."""
    assert faint(draw_ground_map(catalog().ground[number], ENGLISH)) == []


def test_text_has_contrast_on_a_card() -> None:
    assert faint(draw_battle_map(on(21, "long"), ENGLISH)) == []
    assert faint(draw_battle_map(scenario("hill-236"), ENGLISH)) == []


def test_objectives_are_flags_and_hex_numbers_have_no_frame() -> None:
    """A frame of a side's colour around a number would be louder than the ground."""
    card = on(21, "long")
    shapes = list(every(draw_battle_map(card, ENGLISH)))
    cloths = [one for one in shapes if isinstance(one, Polygon) and len(one.points) == 8]
    assert len(cloths) >= len(card["map"]["objectives"]) == 5
    numbers = [one for one in shapes if isinstance(one, String) and one.text in all_hexes(catalog().board)]
    assert {one.fillColor for one in numbers} == {INK}


def test_upright_map_has_friendly_edges_above_and_below() -> None:
    card = on(4, "long")
    drawing = draw_battle_map(card, ENGLISH)
    texts = {one.text: one.y for one in every(drawing) if isinstance(one, String)}
    left, right = (next(y for text, y in texts.items() if f"({edge})" in text) for edge in ("left", "right"))
    assert left > right
    assert drawing.height > drawing.width


def test_placed_units_are_named_on_the_map() -> None:
    card = sample("wide-defence")
    side = card["sides"]["allied"]
    hex_id = sorted(zone(catalog().board, side["setup"]["edge"], 1))[0]
    squad = next(ref for ref in side["counters"] if catalog().counters[ref].kind == "squad")
    fixed = {"hex": hex_id, "leaders": side["leaders"][:1], "counters": {squad: 2}}
    side["setup"]["fixed"] = [fixed]
    assert format_initials(ENGLISH, fixed) == "L 2S"
    texts = [one.text for one in every(draw_battle_map(card, ENGLISH)) if isinstance(one, String)]
    assert "L 2S" in texts
    assert "L leader · S squad" in texts
    assert "M mando · P pelotón" in [
        one.text
        for one in every(draw_battle_map(card, MessageFormatter(catalog(), "es")))
        if isinstance(one, String)
    ]


@pytest.mark.parametrize("orientation", ["wide", "long"])
def test_custom_battlefield_is_drawn_and_marked_as_house_rule(orientation: str) -> None:
    card = own("river", 3, orientation)
    body = render(card, "pdf", catalog=catalog(), sheets=("card",))
    assert faults(body) == []
    assert len(body) <= 250 * 1024
    assert "Houserule:ageneratedbattlefield(River,number3),notaprintedmap." in words(card)
    fills = {getattr(one, "fillColor", None) for one in every(draw_battle_map(card, ENGLISH))}
    assert TERRAIN_LOOKS["water_barrier"].tint in fills
    assert "House rule" in write_card_text(card, catalog(), "en")
    assert "Regla de la casa" in write_card_markdown(card, catalog(), "es")


def test_the_ground_stands_in_the_words_of_a_card() -> None:
    text, markdown = write_card_text(on(10), catalog(), "en"), write_card_markdown(on(10), catalog(), "en")
    for told in (text, markdown):
        assert "Woods: Cover 2 · Move 2 · LOS blocked, 1 blind hex" in told
        assert "Marsh" not in told


def test_the_sheet_of_a_side_has_the_map_on_its_back() -> None:
    body = render(battle("side-map", "axis"), "pdf", catalog=catalog(), sheets=("side",))
    assert faults(body) == []
    assert "Terrain" in "".join(glyph.text for page in read(body) for glyph in page.glyphs)
