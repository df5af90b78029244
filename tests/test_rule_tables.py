"""Tables of rules in the documentation: nearly none is left out, and each of those says why."""

from __future__ import annotations

from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
HEADING = {"": "## Every rule", ".es": "## Todas las reglas"}
LEFT_OUT = "left to the players"
KINDS = {
    "": ("run", "computed", "reminded", "left to the players"),
    ".es": ("lo hace", "lo calcula", "lo recuerda", "jugador"),
}
MAX_LEFT_OUT = 20
PAGES = sorted(path for path in DOCS.glob("*.md") if HEADING[""] in path.read_text(encoding="utf-8"))


def list_rules(path: Path) -> list[list[str]]:
    """Return the cells of every rule in the table of a page."""
    language = ".es" if path.name.endswith(".es.md") else ""
    _, found, rest = path.read_text(encoding="utf-8").partition(HEADING[language])
    assert found, f"{path.name} has no heading {HEADING[language]}"
    table = rest.partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows[1:]]


def test_four_games_have_tables() -> None:
    assert len(PAGES) == 4


def test_few_rules_are_left_out_and_each_has_a_reason() -> None:
    rules = [rule for path in PAGES for rule in list_rules(path)]
    left = [rule for rule in rules if rule[2] == LEFT_OUT]
    assert len(left) <= MAX_LEFT_OUT
    assert all(len(rule) == 4 and rule[3] for rule in left), "a rule is left out without a reason"
    assert all(rule[2].startswith(KINDS[""]) for rule in rules)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_both_languages_say_the_same(path: Path) -> None:
    spanish = list_rules(path.with_suffix(".es.md"))
    english = list_rules(path)
    assert [rule[0] for rule in spanish] == [rule[0] for rule in english]
    for one, other in zip(english, spanish, strict=True):
        kind = next(number for number, word in enumerate(KINDS[""]) if one[2].startswith(word))
        assert other[2].startswith(KINDS[".es"][kind]), other
