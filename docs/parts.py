"""Parts of docs/odds.md that programs write, between comments that name them."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent / "odds.md"


def replace_part(name: str, text: str) -> None:
    """Replace a part of the page; the rest is written by hand."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    page = PAGE.read_text(encoding="utf-8")
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise SystemExit(f"{PAGE} has no part {begin} ... {end}.")
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
