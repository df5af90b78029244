"""Draw the application icons for phones into web/static/icons: ``python -m docs.pictures.icons``.

Same design as ``favicon.svg``. The service sends the files; it does not draw them.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pypdfium2
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

FOLDER = Path(__file__).resolve().parents[2] / "web" / "static" / "icons"
GRID_SIZE = 32.0  # side of the design grid; y counts downwards, as in the SVG
CORNER_RADIUS = 5.0
BACKGROUND, INK = "#1F2326", "#FFFFFF"
BARS = ((4.0, "#8A959B"), (17.0, "#BC8770"))
LETTER: tuple[tuple[float, float], ...] = (
    *((8, 5), (13, 5), (13, 13.5), (19, 13.5), (19, 5), (24, 5)),
    *((24, 23), (19, 23), (19, 18), (13, 18), (13, 23), (8, 23)),
)
SAFE_SHARE = 0.72  # central share of the picture that phones keep when they crop it


def main() -> None:
    from web.pages.service_worker import ICONS

    FOLDER.mkdir(exist_ok=True)
    for name, (size, cut) in ICONS.items():
        (FOLDER / f"{name}.png").write_bytes(render_icon(size, cut=cut))


def render_icon(size: int, *, cut: bool = False) -> bytes:
    """Return a PNG; ``cut`` fills the background to the edge and keeps the design in the safe centre."""
    page = pypdfium2.PdfDocument(_draw_pdf(cut))[0]
    picture = page.render(scale=size / GRID_SIZE, fill_color=(0, 0, 0, 0), maybe_alpha=True).to_pil()
    out = BytesIO()
    picture.convert("RGBA").save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw_pdf(cut: bool) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(GRID_SIZE, GRID_SIZE))
    canvas.setFillColor(HexColor(BACKGROUND))
    if cut:
        canvas.rect(0, 0, GRID_SIZE, GRID_SIZE, stroke=0, fill=1)
        canvas.translate(GRID_SIZE * (1 - SAFE_SHARE) / 2, GRID_SIZE * (1 - SAFE_SHARE) / 2)
        canvas.scale(SAFE_SHARE, SAFE_SHARE)
    else:
        canvas.roundRect(0, 0, GRID_SIZE, GRID_SIZE, CORNER_RADIUS, stroke=0, fill=1)
    letter = canvas.beginPath()
    (x, y), *others = LETTER
    letter.moveTo(x, GRID_SIZE - y)
    for x, y in others:
        letter.lineTo(x, GRID_SIZE - y)
    letter.close()
    canvas.setFillColor(HexColor(INK))
    canvas.drawPath(letter, stroke=0, fill=1)
    for left, colour in BARS:
        canvas.setFillColor(HexColor(colour))
        canvas.rect(left, GRID_SIZE - 29, 11, 3, stroke=0, fill=1)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


if __name__ == "__main__":
    main()
