"""Preview picture of a PDF, for link previews on other sites."""

from __future__ import annotations

from contextlib import closing
from io import BytesIO
from threading import Lock

PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630  # pixels, as link previews ask for
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
