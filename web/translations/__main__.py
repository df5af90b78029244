"""Update and compile the Spanish translations of the pages."""

from __future__ import annotations

import sys

from . import MO, PO, compile_catalog, find_missing, format_catalog, update_catalog


def main() -> int:
    spanish = update_catalog()
    PO.parent.mkdir(parents=True, exist_ok=True)
    PO.write_bytes(format_catalog(spanish))
    MO.write_bytes(compile_catalog(spanish))
    left = find_missing(spanish)
    for message in left:
        print(f"to translate: {message.id!r}", file=sys.stderr)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
