"""The other side's secret is nowhere in a file: not in its text, its metadata, or any stream."""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from catalogs.games.combat_commander import Catalog, load
from exports.games.combat_commander.render import KINDS, render, write_all
from exports.kit.errors import ExportError
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card
from tests.catalogs.games.combat_commander.overlays import lay
from tests.exports.paper import read
from tests.words import sentence

WORD = "Zebrastreifen"
SEED = "secret-1.kept"


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Return the catalogues with a unique word on every chit."""
    folder = tmp_path_factory.mktemp("overlay")
    rows = [
        {"id": f"chit.{letter}", "es": f"{WORD}{letter}", "en": f"{WORD}{letter}"} for letter in load().chits
    ]
    return load(lay(folder, "terms/chits", rows, rule="7.3.2"))


def planted(letters: dict[str, str]) -> dict[str, Any]:
    """Return one battle with these secret chits, in the objectives and in the transcript."""
    card = make(load(), Settings(), SEED).card()
    card["objectives"]["open"] = ["S"]
    card["objectives"]["secret"] = {side: [letter] for side, letter in letters.items()}
    for entry in card["transcript"]["entries"]:
        if entry["ask"] == "secret_chit":
            entry.update(answer=letters[entry["seat"]], secret=True)
    return card


def content(body: bytes) -> str:
    """Return a file with every stream unpacked and every UTF-16 string readable."""
    parts = [body]
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", body, re.S):
        try:
            parts.append(zlib.decompress(packed))
        except zlib.error:
            continue
    text = b"\n".join(parts)
    return text.decode("latin-1") + text.replace(b"\0", b"").decode("latin-1")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("seat", "other"), [("axis", "allied"), ("allied", "axis")])
def test_a_side_never_holds_the_others_secret(marked: Catalog, kind: str, seat: str, other: str) -> None:
    letters = {"axis": "N", "allied": "Q"}
    card = view_card(planted(letters), seat)
    found = content(render(card, kind, catalog=marked, lang="es"))
    assert WORD + letters[other] not in found
    if kind in ("pdf", "text", "markdown"):
        assert WORD + letters[seat] in found  # its own is there, so the search would find the other one


@pytest.mark.parametrize("kind", KINDS)
def test_the_public_files_hold_no_secret(marked: Catalog, kind: str) -> None:
    card = view_card(planted({"axis": "N", "allied": "Q"}), "everyone")
    found = content(render(card, kind, catalog=marked, lang="en"))
    assert WORD + "N" not in found and WORD + "Q" not in found
    if kind in ("pdf", "text", "markdown"):
        assert WORD + "S" in found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("seat", "other"), [("axis", "allied"), ("allied", "axis"), ("everyone", "axis")])
def test_another_secret_gives_the_same_bytes(kind: str, seat: str, other: str) -> None:
    """A file that does not depend on a secret cannot reveal it."""
    letters = {"axis": "N", "allied": "Q"}
    files = []
    for letter in ("A", "B", "T"):
        card = view_card(planted({**letters, other: letter}), seat)
        files.append(render(card, kind, catalog=load(), lang="en"))
    assert files[0] == files[1] == files[2]


def test_the_referee_sees_both(marked: Catalog) -> None:
    card = view_card(planted({"axis": "N", "allied": "Q"}), "referee")
    found = content(render(card, "pdf", catalog=marked))
    assert WORD + "N" in found and WORD + "Q" in found


def test_a_folder_keeps_the_sides_apart(marked: Catalog, tmp_path: Path) -> None:
    card = planted({"axis": "N", "allied": "Q"})
    views = {seat: view_card(card, seat) for seat in ("axis", "allied", "everyone")}
    written = write_all(views, tmp_path, catalog=marked)
    for path in written:
        found = content(path.read_bytes())
        assert (WORD + "N" in found) == (path.name == "axis.pdf"), path.name
        assert (WORD + "Q" in found) == (path.name == "allied.pdf"), path.name


def test_a_side_has_its_own_sheet_and_others_have_none() -> None:
    card = planted({"axis": "N", "allied": "Q"})
    with pytest.raises(ExportError) as refused:
        render(view_card(card, "everyone"), "pdf", catalog=load(), sheets=("side",))
    assert sentence(refused.value).endswith("for that side: Axis, Allies.")


def texts(body: bytes) -> list[str]:
    """Return the text of each page."""
    return [page.extract_text() for page in PdfReader(BytesIO(body)).pages]


@pytest.mark.parametrize("sheets", [None, ("card", "side"), ("side",), ("side", "pull")])
def test_a_secret_stands_once_on_the_strip_at_the_foot(marked: Catalog, sheets: Any) -> None:
    card = view_card(planted({"axis": "N", "allied": "Q"}), "axis")
    card["transcript"]["entries"] = []
    body = render(card, "pdf", catalog=marked, sheets=sheets)
    assert sum(text.count(WORD + "N") for text in texts(body)) == 1
    page = next(page for page in read(body) if WORD + "N" in "".join(glyph.text for glyph in page.glyphs))
    first = "".join(glyph.text for glyph in page.glyphs).index(WORD + "N")
    secret = page.glyphs[first].box
    assert secret[3] < 110.0
    assert all(glyph.box[3] < 42.0 for glyph in page.glyphs if glyph.box[3] < secret[1] - 4)  # the footer


def test_no_leaf_of_a_pack_holds_both_secrets(marked: Catalog) -> None:
    whole = planted({"axis": "N", "allied": "Q"})
    views = {seat: view_card(whole, seat) for seat in ("everyone", "axis", "allied")}
    for sheets in (None, ("card", "side"), ("side",), ("card", "side", "pull", "log")):
        pages = texts(render({"views": views}, "pack", catalog=marked, sheets=sheets))
        (axis,) = (number for number, text in enumerate(pages) if WORD + "N" in text)
        (allied,) = (number for number, text in enumerate(pages) if WORD + "Q" in text)
        assert axis // 2 != allied // 2
        starts = [number for number, text in enumerate(pages) if "Sheet for" in text]
        assert len(starts) == 2 and all(number % 2 == 0 for number in starts)
