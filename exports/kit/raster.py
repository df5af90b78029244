"""Pictures as PNG: the preview of a PDF for link previews on other sites, and drawings as they are."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing

PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630  # pixels, as link previews ask for
MAX_COLOURS = 64  # of a drawing as PNG: ours have few, and edges blend them
_pdfium_lock = Lock()  # PDFium aborts the process if two threads use it at once


def render_preview(pdf: bytes) -> bytes:
    """Render the upper part of the first page as PNG."""
    import pypdfium2  # type: ignore[import-untyped]

    # Everything of PDFium is closed inside the lock; the garbage collector would close it at any time.
    with (
        _pdfium_lock,
        closing(pypdfium2.PdfDocument(pdf)) as document,
        closing(document[0]) as page,
        closing(page.render(scale=PREVIEW_WIDTH / page.get_width())) as bitmap,
    ):
        picture = bitmap.to_pil().convert("RGB")
    out = BytesIO()
    picture.crop((0, 0, PREVIEW_WIDTH, PREVIEW_HEIGHT)).save(out, "PNG", optimize=True)
    return out.getvalue()


def render_drawings(drawings: Sequence[Drawing]) -> list[bytes]:
    """Render drawings as PNG, one pixel for each point; what is not painted is transparent."""
    import pypdfium2

    with _pdfium_lock, closing(pypdfium2.PdfDocument(_write_pages(drawings))) as document:
        pictures = [_render_page(document[number]) for number in range(len(drawings))]
    return [_write_png(picture) for picture in pictures]


def _write_pages(drawings: Sequence[Drawing]) -> bytes:
    """Return a PDF with one drawing on each page."""
    from reportlab.pdfgen.canvas import Canvas

    from exports.kit.draw_pdf import paint
    from exports.kit.theme import FONT_LOCK, load_fonts

    load_fonts()
    out = BytesIO()
    canvas = Canvas(out, invariant=True)
    for drawing in drawings:
        canvas.setPageSize((drawing.width, drawing.height))
        paint(drawing, canvas, 0, 0)
        canvas.showPage()
    with FONT_LOCK:
        canvas.save()
    return out.getvalue()


def _render_page(page: Any) -> Any:
    with closing(page), closing(page.render(fill_color=(255, 255, 255, 0))) as bitmap:
        return bitmap.to_pil().convert("RGBA")


def _write_png(picture: Any) -> bytes:
    """Return a PNG with a palette, which is a fraction of the size."""
    opaque = picture.getextrema()[3][0] == 255
    picture = picture.convert("RGB") if opaque else picture
    # Median cut keeps more shades, but knows no transparency.
    small = picture.quantize(MAX_COLOURS, method=0 if opaque else 2, dither=0)
    out = BytesIO()
    small.save(out, "PNG")
    return out.getvalue()
