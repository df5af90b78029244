"""Translations of the pages; the English texts are in templates and views.

``python -m web.translations`` extracts the messages, updates the catalogue of every language here and
compiles it. A text that is not translated is shown in English. Spanish must be complete.
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
FOLDER = Path(__file__).parent
HEADER = "# Hora H, the words of the pages."
KEEP = ("Language:", "Plural-Forms:", "MIME-Version:", "Content-Type:", "Content-Transfer-Encoding:")
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # the same messages must give the same file
PYTHON = ("pages/**.py", "games/**/pages/**.py")
HTML = ("templates/**.html", "games/**/templates/**.html")
METHODS = [*((place, "python") for place in PYTHON), *((place, "jinja2") for place in HTML)]
TRIM = {"trim_blocks": "true", "lstrip_blocks": "true"}
OPTIONS = dict.fromkeys(HTML, TRIM)
KEYWORDS = {"_": None, "gettext": None, "lazy_gettext": None, "ngettext": (1, 2)}


def list_languages() -> tuple[str, ...]:
    """Return the languages that the pages are translated into."""
    return tuple(sorted(path.parents[1].name for path in FOLDER.glob("*/LC_MESSAGES/messages.po")))


def po_file(lang: str, folder: Path = FOLDER) -> Path:
    """Return the place of a language's file; the compiled one is beside it."""
    return folder / lang / "LC_MESSAGES" / "messages.po"


def extract_messages() -> Catalog:
    """Return every message of templates and views, with its location."""
    messages = Catalog(project="Hora H", charset="utf-8")
    for name, line, message, comments, context in extract_from_dir(
        WEB, METHODS, OPTIONS, KEYWORDS, comment_tags=()
    ):
        messages.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return messages


def load_catalog(lang: str, folder: Path = FOLDER) -> Catalog:
    """Return the catalogue of a language from its file, or an empty one."""
    file = po_file(lang, folder)
    if not file.exists():
        return Catalog(locale=lang, project="Hora H", charset="utf-8")
    with file.open("rb") as opened:
        return read_po(opened, locale=lang)


def update_catalog(lang: str, folder: Path = FOLDER) -> Catalog:
    """Return the catalogue of a language with new messages added and unused ones removed."""
    catalog = load_catalog(lang, folder)
    catalog.update(extract_messages(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def find_missing(catalog: Catalog) -> list[Message]:
    """Return the messages without a translation."""

    def words(message: Message) -> list[str]:
        return [message.string or ""] if isinstance(message.string, str | None) else list(message.string)

    return [message for message in catalog if message.id and not all(words(message))]


def compile_catalog(catalog: Catalog) -> bytes:
    """Return the catalogue in MO format."""
    catalog.creation_date = catalog.revision_date = NO_DATE
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def format_catalog(catalog: Catalog) -> bytes:
    """Return the catalogue in PO format, without dates and line numbers, to keep differences small."""
    catalog.header_comment = HEADER
    catalog.fuzzy = False
    out = BytesIO()
    write_po(out, catalog, width=100, sort_output=True, no_location=True)
    head, blank, body = out.getvalue().decode().partition("\n\n")
    lines = [line for line in head.splitlines() if line[:1] != '"' or line[1:].startswith(KEEP)]
    return ("\n".join(lines) + blank + body).encode()


def write_catalog(catalog: Catalog, lang: str, folder: Path = FOLDER) -> Path:
    """Write the catalogue of a language, readable and compiled."""
    file = po_file(lang, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(format_catalog(catalog))
    file.with_suffix(".mo").write_bytes(compile_catalog(catalog))
    return file
