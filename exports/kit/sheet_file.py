"""Make a file of sheets: PDF, text or Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from catalogs import Catalog
from exports.kit.markdown import write_markdown
from exports.kit.render_request import RenderRequest
from exports.kit.sheet import Sheet, Style, grow_style
from exports.kit.text import write_text

PLAIN_STYLES = grow_style(Style())


def render_sheets(
    sheets: Sequence[Sheet],
    kind: str,
    request: RenderRequest,
    catalog: Catalog,
    *,
    title: str = "",
    note: str = "",
    file_title: str = "",
    below: str = "",
    styles: Sequence[Style] = PLAIN_STYLES,
) -> bytes:
    """Return sheets as a file of a kind.

    Title and note stand above all sheets of a text; a PDF uses the title as its own, or ``file_title``,
    and prints ``below`` at the foot of its pages.
    """
    if kind == "text":
        return write_text(sheets, title, note).encode()
    if kind == "markdown":
        return write_markdown(sheets, title, note).encode()
    from exports.kit.document import AUTHOR  # the drawing library is heavy
    from exports.kit.sheet_pdf import write_pdf

    return write_pdf(
        sheets,
        title=file_title or title,
        lang=request.lang,
        paper=request.paper,
        below=below or (f"{AUTHOR} · {request.url}" if request.url else AUTHOR),
        catalog=catalog,
        styles=styles,
    )
