"""The words of the pages in Spanish; the English ones stand in templates and views.

``python -m web.translations`` gathers them, adds what is new to the catalogue of messages, compiles it.
What it names as missing is translated by hand in ``es/LC_MESSAGES/messages.po``; then it is run once more.
"""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

WEB = Path(__file__).parents[1]
HEADER = "# Hora H, the words of the pages in Spanish."
KEEP = ("Language:", "Plural-Forms:", "MIME-Version:", "Content-Type:", "Content-Transfer-Encoding:")
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # the same words always give the same file
PO = Path(__file__).parent / "es" / "LC_MESSAGES" / "messages.po"
MO = PO.with_suffix(".mo")
PYTHON = ("pages/**.py", "games/**/pages/**.py")
HTML = ("templates/**.html", "games/**/templates/**.html")
METHODS = [*((place, "python") for place in PYTHON), *((place, "jinja2") for place in HTML)]
TRIM = {"trim_blocks": "true", "lstrip_blocks": "true"}
OPTIONS = dict.fromkeys(HTML, TRIM)
KEYWORDS = {"_": None, "gettext": None, "lazy_gettext": None, "ngettext": (1, 2)}


def gathered() -> Catalog:
    """Every text that templates and views speak, with the place it stands in."""
    found = Catalog(project="Hora H", charset="utf-8")
    for name, line, message, comments, context in extract_from_dir(
        WEB, METHODS, OPTIONS, KEYWORDS, comment_tags=()
    ):
        found.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return found


def known() -> Catalog:
    """The Spanish catalogue as it stands in its file."""
    if not PO.exists():
        return Catalog(locale="es", project="Hora H", charset="utf-8")
    with PO.open("rb") as file:
        return read_po(file, locale="es")


def brought_up_to_date() -> Catalog:
    """What is known, with what is new and without what is gone."""
    spanish = known()
    spanish.update(gathered(), no_fuzzy_matching=True)
    spanish.obsolete.clear()
    return spanish


def missing(spanish: Catalog) -> list[Message]:
    """Texts without a translation."""

    def words(one: Message) -> list[str]:
        return [one.string or ""] if isinstance(one.string, str | None) else list(one.string)

    return [one for one in spanish if one.id and not all(words(one))]


def compiled(spanish: Catalog) -> bytes:
    """The catalogue as the pages read it."""
    spanish.creation_date = spanish.revision_date = NO_DATE
    out = BytesIO()
    write_mo(out, spanish)
    return out.getvalue()


def written(spanish: Catalog) -> bytes:
    """The catalogue as people edit it, without dates and line numbers that change for no reason."""
    spanish.header_comment = HEADER
    spanish.fuzzy = False
    out = BytesIO()
    write_po(out, spanish, width=100, sort_output=True, no_location=True)
    head, blank, body = out.getvalue().decode().partition("\n\n")
    lines = [line for line in head.splitlines() if line[:1] != '"' or line[1:].startswith(KEEP)]
    return ("\n".join(lines) + blank + body).encode()
