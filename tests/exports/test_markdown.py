"""Markdown shows typed text unchanged: no markup, no HTML, no link."""

from __future__ import annotations

from hypothesis import example, given, settings

from exports.kit.markdown import escape, write_markdown
from exports.kit.sheet import (
    Beside,
    Blank,
    Boxes,
    Bullets,
    Cut,
    Facts,
    Figure,
    Grid,
    Heading,
    Lines,
    Paragraph,
    Part,
    Sheet,
    Steps,
    Together,
    Track,
)
from tests.exports.reading_markdown import TYPED, read, same


@given(TYPED)
@example("[x](javascript:alert(1))")
@example("<script>alert(1)</script>")
@example("# x #")
@example("- - -")
@example("1986. A year")
@example("\\|")
@settings(max_examples=300, deadline=None)
def test_every_part_shows_typed_text(t: str) -> None:
    s = same(t)
    shown: list[tuple[Part, list[str]]] = [
        (Heading(t), [s]),
        (Heading(t, level=3), [s]),
        (Paragraph(t), [s]),
        (Paragraph(t, soft=True), [s]),
        (Paragraph(t, loud=True), [s]),
        (Facts([(t, t)]), [f"{s}: {s}"]),
        (Bullets([t]), [s]),
        (Bullets([t], ticked=True), [f"[ ] {s}"]),
        (Steps([(t, t)]), [f"[ ] {s} {s}"]),
        (Grid([t, t], [[t, t], [Boxes(1, (t,)), Blank()]]), [s, s, s, s, f"{s}[ ]", "____"]),
        (Track(t, [t, t], marked=2), [same(f"{t}: [{t}] ({t})")]),
        (Figure(lambda _: (), [t]), [s]),
        (Figure(lambda _: (), [t, t]), [s, s]),
        (Together([Paragraph(t), Beside([Paragraph(t)], [Paragraph(t)])]), [s, s, s]),
        (Lines([t]), [f"{s}: {'____' * 5}"]),
    ]
    sheet = Sheet("x", t, [part for part, _ in shown], subtitle=t, badge=t)
    expected = [s] * 5 + [words for _, lines in shown for words in lines]
    assert read(write_markdown([sheet], title=t, note=t)) == expected


def test_a_picture_has_its_address_and_a_cut_is_a_line() -> None:
    parts: list[Part] = [Figure(lambda _: (), ["A [plot]"], source="plots/a.svg"), Cut()]
    assert write_markdown([Sheet("x", "X", parts)]) == "# X\n\n![A \\[plot\\]](plots/a.svg)\n\n---\n"


def test_plain_words_stay_plain() -> None:
    for words in ("Rec 4 Para (1/I/3)", "+1", "-2 VP", "5.3, 5.4", "18:30", "«Ñ» – 52,4 %", 'it\'s "so"!'):
        assert escape(words) == words


def test_empty_text_leaves_no_marks() -> None:
    parts: list[Part] = [Paragraph(""), Paragraph(" ", soft=True), Grid(["a", ""], [["", "b"]])]
    assert write_markdown([Sheet("x", "X", parts)]) == "# X\n\n| a |  |\n|---|---|\n|  | b |\n"
