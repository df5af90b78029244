"""Spanish translations of the pages; the English texts are in templates and views.

``python -m web.translations`` extracts the messages, updates the catalogue and compiles it. Missing
translations are reported, to be added by hand in ``es/LC_MESSAGES/messages.po``; then run it again.
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
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # the same messages must give the same file
PO = Path(__file__).parent / "es" / "LC_MESSAGES" / "messages.po"
MO = PO.with_suffix(".mo")
PYTHON = ("pages/**.py", "games/**/pages/**.py")
HTML = ("templates/**.html", "games/**/templates/**.html")
METHODS = [*((place, "python") for place in PYTHON), *((place, "jinja2") for place in HTML)]
TRIM = {"trim_blocks": "true", "lstrip_blocks": "true"}
OPTIONS = dict.fromkeys(HTML, TRIM)
KEYWORDS = {"_": None, "gettext": None, "lazy_gettext": None, "ngettext": (1, 2)}


def extract_messages() -> Catalog:
    """Return every message of templates and views, with its location."""
    messages = Catalog(project="Hora H", charset="utf-8")
    for name, line, message, comments, context in extract_from_dir(
        WEB, METHODS, OPTIONS, KEYWORDS, comment_tags=()
    ):
        messages.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return messages


def load_catalog() -> Catalog:
    """Return the Spanish catalogue from its file."""
    if not PO.exists():
        return Catalog(locale="es", project="Hora H", charset="utf-8")
    with PO.open("rb") as file:
        return read_po(file, locale="es")


def update_catalog() -> Catalog:
    """Return the Spanish catalogue with new messages added and unused ones removed."""
    spanish = load_catalog()
    spanish.update(extract_messages(), no_fuzzy_matching=True)
    spanish.obsolete.clear()
    return spanish


def find_missing(spanish: Catalog) -> list[Message]:
    """Return the messages without a translation."""

    def words(message: Message) -> list[str]:
        return [message.string or ""] if isinstance(message.string, str | None) else list(message.string)

    return [message for message in spanish if message.id and not all(words(message))]


def compile_catalog(spanish: Catalog) -> bytes:
    """Return the catalogue in MO format."""
    spanish.creation_date = spanish.revision_date = NO_DATE
    out = BytesIO()
    write_mo(out, spanish)
    return out.getvalue()


def format_catalog(spanish: Catalog) -> bytes:
    """Return the catalogue in PO format, without dates and line numbers, to keep differences small."""
    spanish.header_comment = HEADER
    spanish.fuzzy = False
    out = BytesIO()
    write_po(out, spanish, width=100, sort_output=True, no_location=True)
    head, blank, body = out.getvalue().decode().partition("\n\n")
    lines = [line for line in head.splitlines() if line[:1] != '"' or line[1:].startswith(KEEP)]
    return ("\n".join(lines) + blank + body).encode()
