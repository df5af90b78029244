"""A page of a file as a picture, for those who show a link with one."""

from __future__ import annotations

from io import BytesIO

WIDE, TALL = 1200, 630  # what those who show links ask for


def preview(pdf: bytes) -> bytes:
    """The upper part of the first page as PNG."""
    import pypdfium2  # type: ignore[import-untyped]

    page = pypdfium2.PdfDocument(pdf)[0]
    picture = page.render(scale=WIDE / page.get_width()).to_pil().convert("RGB")
    out = BytesIO()
    picture.crop((0, 0, WIDE, TALL)).save(out, "PNG", optimize=True)
    return out.getvalue()
