"""Study reports: names in one order, numbers in the same bins, shares as precise as known."""

from __future__ import annotations

from typing import Any

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.messages import MessageFormatter
from exports.studies import (
    MAX_PLOT_ROWS,
    draw_plot,
    draw_plot_pieces,
    head_lines,
    make_tables,
    render_markdown,
)

CATALOG = load()
FORMATTER = MessageFormatter(CATALOG, "en")
SIDE = {"name": "side", "kind": "side"}


def study(columns: list[dict[str, str]], rows: list[list[Any]]) -> dict[str, Any]:
    found = {"study": "roll-up", "seed": "s", "version": "0", "catalog": "c", "cases": 1_000_000}
    return {**found, "tables": {"forces": {"columns": columns, "rows": rows}}}


def test_names_stand_in_the_same_order_in_every_group_the_most_of_all_first() -> None:
    quality = {"name": "quality", "kind": "quality"}
    rows = [
        ["allied", "green", 30],
        ["allied", "line", 20],
        ["axis", "green", 1],
        ["axis", "elite", 2],
        ["axis", "line", 60],
    ]
    (shown,) = make_tables(study([SIDE, quality], rows), FORMATTER)
    assert [line.words for line in shown.lines] == [
        ("Allies", "Line"),
        ("Allies", "Green"),
        ("Axis", "Line"),
        ("Axis", "Green"),
        ("Axis", "Elite"),
    ]
    assert [line.share for line in shown.lines] == [0.4, 0.6, 60 / 63, 1 / 63, 2 / 63]


def test_numbers_are_in_bins_of_one_width() -> None:
    """3 to 50 for one side and 10 to 21 for the other: three to a bin for both."""
    rows = [["allied", number, 1] for number in range(3, 51)] + [
        ["axis", number, 1] for number in range(10, 22)
    ]
    (shown,) = make_tables(study([SIDE, {"name": "point_value", "kind": ""}], rows), FORMATTER)
    spans = {
        side: [line.words[1] for line in shown.lines if line.words[0] == side] for side in ("Allies", "Axis")
    }
    assert spans["Axis"] == ["9 … 11", "12 … 14", "15 … 17", "18 … 20", "21 … 23"]
    assert set(spans["Axis"]) <= set(spans["Allies"])


def test_a_share_is_as_precise_as_its_interval() -> None:
    people = {"name": "nationality", "kind": "people"}
    for rows, figures in (
        ([["german", 5], ["Slovakian", 5]], ("50.0%", "23.7% – 76.3%", "10")),
        (
            [["german", 979_000], ["Slovakian", 21_000]],
            ("97.90%", "97.87% – 97.93%", "1\u00a0000\u00a0000"),
        ),
        (
            [["german", 999_970], ["Slovakian", 30]],
            ("99.997%", "99.996% – 99.998%", "1\u00a0000\u00a0000"),
        ),
    ):
        (shown,) = make_tables(study([people], rows), FORMATTER)
        assert [line.words for line in shown.lines] == [("German",), ("Slovakian",)]
        assert shown.lines[0].figures == figures
    assert "1\u00a0000\u00a0000 cases" in head_lines(study([people], rows), FORMATTER)[1]


def test_a_plot_has_the_first_of_every_group() -> None:
    columns = [{"name": "faction", "kind": "faction"}, {"name": "ware", "kind": "support"}]
    offers = sorted({tuple(offer.split(":")[::2]) for offer in CATALOG.support})
    document = study(columns, [[faction, f"{faction}.{unit}", 1] for faction, unit in offers])
    (shown,) = make_tables(document, FORMATTER)
    groups = {line.words[0] for line in shown.lines}
    assert len(shown.lines) > MAX_PLOT_ROWS > len(groups)
    drawn = str(draw_plot(shown).asString("svg"))
    assert {drawn.count(f"{group} ·") for group in groups} == {MAX_PLOT_ROWS // len(groups)}
    assert render_markdown(document, FORMATTER).count("\n| Russia |") == sum(
        faction == "russian" for faction, _ in offers
    )


@pytest.mark.parametrize(("numbers", "pieces"), [(8, 1), (9, 2), (24, 3), (25, 2), (48, 3)])
def test_on_paper_a_plot_is_in_pieces_and_a_long_one_in_two_columns(numbers: int, pieces: int) -> None:
    """Each piece has at most eight lines, so that a page fills up; every line is in one of them."""
    rows = [[f"map {number}", won, 1] for number in range(numbers) for won in ("no", "yes")]
    columns = [{"name": "map", "kind": ""}, {"name": "won", "kind": "yes_no"}]
    (shown,) = make_tables(study(columns, rows), FORMATTER)
    found = list(draw_plot_pieces(shown, 480))
    drawn = "".join(str(piece.asString("svg")) for piece in found)
    assert [drawn.count(f">map {number}<") for number in range(numbers)] == [1] * numbers
    assert len(found) == pieces and {piece.width for piece in found} == {480}
    assert max(piece.height for piece in found) < 120 < draw_plot(shown).height or numbers == 8


def test_long_tables_of_shares_are_not_shown() -> None:
    """Axis wins by marker and by difference of value: a thousand rows of one case or two."""
    columns = [
        {"name": "marker", "kind": ""},
        {"name": "price", "kind": ""},
        {"name": "won", "kind": "yes_no"},
    ]
    rows = [
        [marker, price, won, 1] for marker in range(-9, 10) for price in range(9) for won in ("no", "yes")
    ]
    assert list(make_tables(study(columns, rows), FORMATTER)) == []
    assert len(next(make_tables(study(columns, rows[:36]), FORMATTER)).lines) == 18
