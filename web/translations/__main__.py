"""Update and compile the translations of the pages, and update the lists of terms."""

from __future__ import annotations

import sys

from catalogs.game import SHARED, data_folder, games
from catalogs.languages import format_keys
from catalogs.store import KEYS_FILE

from . import find_missing, list_languages, update_catalog, write_catalog

COMPLETE = "es"  # a language that may not have gaps


def main() -> int:
    for folder in (SHARED, *map(data_folder, games())):
        (folder / KEYS_FILE).write_text(format_keys(folder), encoding="utf-8")
    gaps = 0
    for lang in list_languages():
        catalog = update_catalog(lang)
        write_catalog(catalog, lang)
        left = find_missing(catalog)
        if lang != COMPLETE:
            print(f"{lang}: {len(left)} to translate", file=sys.stderr)
            continue
        gaps += len(left)
        for message in left:
            print(f"{lang}, to translate: {message.id!r}", file=sys.stderr)
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
