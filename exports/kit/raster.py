"""Preview picture of a PDF, for link previews on other sites."""

from __future__ import annotations

from io import BytesIO

PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630  # pixels, as link previews ask for


def render_preview(pdf: bytes) -> bytes:
    """Render the upper part of the first page as PNG."""
    import pypdfium2  # type: ignore[import-untyped]

    page = pypdfium2.PdfDocument(pdf)[0]
    picture = page.render(scale=PREVIEW_WIDTH / page.get_width()).to_pil().convert("RGB")
    out = BytesIO()
    picture.crop((0, 0, PREVIEW_WIDTH, PREVIEW_HEIGHT)).save(out, "PNG", optimize=True)
    return out.getvalue()
