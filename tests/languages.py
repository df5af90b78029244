"""A made-up language for tests: English in other letters, as one file of terms over the catalogues."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter, ascii_lowercase, ascii_uppercase
from typing import Any

from babel.messages.catalog import Catalog

from catalogs.game import games, store_for
from catalogs.store import WORDS, Store
from catalogs.terms import Words
from catalogs.translations import find_texts, text_key
from tests.catalogs.overlays import lay
from web.translations import extract_messages, write_catalog

MADE_UP = "eo"  # known to Babel, and not one of our languages
OTHER = str.maketrans(
    ascii_lowercase + ascii_uppercase, "αβςδεφγηικλμνξοπρστυβωχψζθ" + "ΑΒΣΔΕΦΓΗΙΚΛΜΝΞΟΠΡΣΤΥΒΩΧΨΖΘ"
)


def made_up(sentence: str) -> str:
    """Translate a sentence into the made-up language; its placeholders stay."""
    said = ""
    for words, name, kind, _ in Formatter().parse(sentence):
        said += words.translate(OTHER).replace("{", "{{").replace("}", "}}")
        if name is not None:
            said += f"{{{name}:{kind}}}" if kind else f"{{{name}}}"
    return said


def made_up_words(words: Words) -> Words:
    """Translate words with plural forms or genders too."""
    if isinstance(words, str):
        return made_up(words)
    return {category: made_up_words(inner) for category, inner in words.items()}


def speak(folder: Path, store: Store, name: str = "terms/made_up") -> Path:
    """Write the one file that teaches a game the made-up language."""
    rows: dict[str, Any] = {
        key: row.data["en"] for key, row in store.table(WORDS).items() if "en" in row.data
    }
    for table in store.tables:
        for row in store.table(table).values() if table != WORDS else ():
            rows |= dict(find_texts(row.data, text_key(table, row.id)))
    words = [
        {"id": key, MADE_UP: made_up_words(said)} | _made_up_forms(store, key) for key, said in rows.items()
    ]
    return lay(folder, name, words)


def _made_up_forms(store: Store, key: str) -> dict[str, Any]:
    row = store.table(WORDS).get(key)
    forms = row.data.get("forms", {}).get("en") if row else None
    if not forms:
        return {}
    facts = ("number", "gender")
    return {
        "forms": {
            MADE_UP: {name: said if name in facts else made_up_words(said) for name, said in forms.items()}
        }
    }


def speak_everywhere(folder: Path) -> Path:
    """Write an overlay that teaches the made-up language to every game and to the pages."""
    for game in games():
        speak(folder / game, store_for(game, None))
    pages = Catalog(locale=MADE_UP, charset="utf-8")
    for message in extract_messages():
        if not message.id:
            continue
        plural = not isinstance(message.id, str)
        words = tuple(map(_made_up_page, message.id)) if plural else _made_up_page(str(message.id))
        pages.add(message.id, words)
    write_catalog(pages, MADE_UP, folder / "translations")
    return folder


def _made_up_page(text: str) -> str:
    """Translate a text of a page; its placeholders and tags stay."""
    parts = re.split(r"(%\(\w+\)[sd]|<[^>]*>|&\w+;)", text)
    return "".join(part if place % 2 else part.translate(OTHER) for place, part in enumerate(parts))
