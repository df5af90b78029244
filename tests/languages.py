"""A made-up language for tests: English in other letters, as one file of terms over the catalogues."""

from __future__ import annotations

from pathlib import Path
from string import Formatter, ascii_lowercase, ascii_uppercase

from catalogs.store import WORDS, Store
from catalogs.translations import find_texts, text_key
from tests.catalogs.overlays import lay

MADE_UP = "xx"
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


def speak(folder: Path, store: Store, name: str = "terms/made_up") -> Path:
    """Write the one file that teaches a game the made-up language."""
    rows = {key: row.data["en"] for key, row in store.table(WORDS).items()}
    for table in store.tables:
        for row in store.table(table).values() if table != WORDS else ():
            rows |= dict(find_texts(row.data, text_key(table, row.id)))
    words = [{"id": key, MADE_UP: made_up(said)} for key, said in rows.items()]
    return lay(folder, name, words)
