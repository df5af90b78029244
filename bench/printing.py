"""Time of a card's PDF, against ReportLab drawing as many strings, lines and polygons."""

from __future__ import annotations

import re
import resource
import zlib
from io import BytesIO
from time import process_time
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from bench.timing import best_cpu_seconds
from catalogs.games.combat_commander import Catalog, load
from exports.games.combat_commander.render import render, render_many
from exports.kit.theme import FONTS, PAPERS, load_fonts
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.view import view_card

CARDS = 20
MANY = 1000
LIMIT = 4.0
ROUNDS = 5


def run() -> None:
    """Time a card against bare drawing, then a thousand cards in separate files and in one file."""
    catalog = load()
    cards = [_card(catalog, number) for number in range(CARDS)]
    bodies = [render(card, "pdf", catalog=catalog, sheets=("card",)) for card in cards]
    drawn = [_counted(body) for body in bodies]
    floor = best_cpu_seconds(lambda: [_bare(*counts) for counts in drawn], ROUNDS) / CARDS
    ours = (
        best_cpu_seconds(
            lambda: [render(card, "pdf", catalog=catalog, sheets=("card",)) for card in cards], ROUNDS
        )
        / CARDS
    )
    strings, lines, polygons = (sum(one[kind] for one in drawn) / CARDS for kind in range(3))
    print(f"drawn on a card         {strings:.0f} strings, {lines:.0f} lines, {polygons:.0f} polygons")
    print(f"the same, bare          {floor * 1e3:9.1f} ms")
    print(f"card, PDF               {ours * 1e3:9.1f} ms   {ours / floor:6.2f} x (limit {LIMIT:.0f})")
    print(f"size of a card          {sum(map(len, bodies)) / CARDS / 1024:9.0f} KiB")
    _growth(catalog)


def _card(catalog: Catalog, number: int) -> dict[str, Any]:
    return view_card(make(catalog, Settings(), f"bench-{number}.{number}").card(), "axis")


def _counted(body: bytes) -> tuple[int, int, int]:
    """Count the strings, open lines and closed shapes in the pages of a PDF."""
    strings = lines = polygons = 0
    for packed in re.findall(rb"stream\n(.*?)endstream", body, re.S):
        try:
            code = zlib.decompress(packed)
        except zlib.error:
            continue
        if b" Tj" not in code:
            continue
        closed = len(re.findall(rb"\bh\b", code))
        strings += code.count(b" Tj")
        polygons += closed + len(re.findall(rb"\bre\b", code))
        lines += len(re.findall(rb" m\b", code)) - closed
    return strings, lines, polygons


def _bare(strings: int, lines: int, polygons: int) -> bytes:
    """Draw two pages with as many strings, lines and hexes, and nothing else."""
    load_fonts()
    out = BytesIO()
    canvas = Canvas(out, pagesize=PAPERS["a4"], invariant=1, pageCompression=1)
    for page in range(2):
        for number in range(page, strings, 2):
            canvas.setFont(FONTS[number % len(FONTS)], 7.5)
            canvas.drawString(40 + number % 400, 40 + number % 700, "Set-up 4, line")
        for number in range(page, lines, 2):
            canvas.line(40.25 + number % 400, 40.5, 60.75, 80.5 + number % 300)
        for number in range(page, polygons, 2):
            _hex(canvas, 60.25 + number % 400, 60.5 + number % 600)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _hex(canvas: Canvas, x: float, y: float) -> None:
    path = canvas.beginPath()
    path.moveTo(x + 15.5, y)
    for across, up in ((7.75, 13.42), (-7.75, 13.42), (-15.5, 0.0), (-7.75, -13.42), (7.75, -13.42)):
        path.lineTo(x + across, y + up)
    path.close()
    canvas.drawPath(path, stroke=1, fill=0)


def _growth(catalog: Catalog) -> None:
    """Print a thousand cards to see whether time and memory per card stay constant."""
    begun = process_time()
    for number in range(1, MANY + 1):
        render(_card(catalog, number), "pdf", catalog=catalog, sheets=("card",))
        if number % (MANY // 4) == 0:
            spent, begun = process_time() - begun, process_time()
            print(
                f"cards {number - MANY // 4 + 1:4} to {number:4}      {spent / (MANY // 4) * 1e3:9.1f} ms "
                f"a card, most memory so far {_memory():.0f} MiB"
            )
    for count in (MANY // 4, MANY):
        begun = process_time()
        body = render_many((_card(catalog, n) for n in range(count)), catalog=catalog, sheets=("card",))
        spent = process_time() - begun
        print(
            f"{count:4} cards in one file  {spent / count * 1e3:9.1f} ms a card, "
            f"{len(body) / count / 1024:.0f} KiB a card, most memory so far {_memory():.0f} MiB"
        )


def _memory() -> float:
    """Return the peak memory of this process in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
