"""Bring the Spanish words of the pages up to date and compile them."""

from __future__ import annotations

import sys

from . import MO, PO, brought_up_to_date, compiled, missing, written


def main() -> int:
    spanish = brought_up_to_date()
    PO.parent.mkdir(parents=True, exist_ok=True)
    PO.write_bytes(written(spanish))
    MO.write_bytes(compiled(spanish))
    left = missing(spanish)
    for message in left:
        print(f"to translate: {message.id!r}", file=sys.stderr)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
