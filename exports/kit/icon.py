"""The sign of the house as a picture of any size, for telephones: the same as ``favicon.svg``."""

from __future__ import annotations

from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

SIDE = 32.0  # the grid on which the sign is drawn, counted downwards as in the other file
ROUND = 5.0
GROUND, INK = "#1F2326", "#FFFFFF"
BARS = ((4.0, "#8A959B"), (17.0, "#BC8770"))
LETTER: tuple[tuple[float, float], ...] = (
    *((8, 5), (13, 5), (13, 13.5), (19, 13.5), (19, 5), (24, 5)),
    *((24, 23), (19, 23), (19, 18), (13, 18), (13, 23), (8, 23)),
)
SAFE = 0.72  # of a picture that a telephone cuts to a shape of its own, this much in the middle stays


def icon(size: int, *, cut: bool = False) -> bytes:
    """A PNG; one that will be ``cut`` has ground up to its edge and the sign well inside."""
    import pypdfium2  # type: ignore[import-untyped]

    page = pypdfium2.PdfDocument(_drawn(cut))[0]
    picture = page.render(scale=size / SIDE, fill_color=(0, 0, 0, 0), maybe_alpha=True).to_pil()
    out = BytesIO()
    picture.convert("RGBA").save(out, "PNG", optimize=True)
    return out.getvalue()


def _drawn(cut: bool) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(SIDE, SIDE))
    canvas.setFillColor(HexColor(GROUND))
    if cut:
        canvas.rect(0, 0, SIDE, SIDE, stroke=0, fill=1)
        canvas.translate(SIDE * (1 - SAFE) / 2, SIDE * (1 - SAFE) / 2)
        canvas.scale(SAFE, SAFE)
    else:
        canvas.roundRect(0, 0, SIDE, SIDE, ROUND, stroke=0, fill=1)
    letter = canvas.beginPath()
    (x, y), *others = LETTER
    letter.moveTo(x, SIDE - y)
    for x, y in others:
        letter.lineTo(x, SIDE - y)
    letter.close()
    canvas.setFillColor(HexColor(INK))
    canvas.drawPath(letter, stroke=0, fill=1)
    for left, colour in BARS:
        canvas.setFillColor(HexColor(colour))
        canvas.rect(left, SIDE - 29, 11, 3, stroke=0, fill=1)
    canvas.showPage()
    canvas.save()
    return out.getvalue()
