"""10.1: compare the model with sight lines measured on the printed maps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.ground.line_of_sight import SightReport, check_sight
from generator.games.combat_commander.ground.los_map import build_los_map

from .test_line_of_sight import only

CATALOG = load()
#: Map -> strings that touch the drawing in a hex over a tenth of a radius and more; strings that run through
#: a hex of woods or building and touch nothing at all.
STRINGS = {
    "1": ("B6-J10:H9 E9-G7:F8 B6-L3:K4 E10-J4:I6 B9-J2:I3", "C6-L9:H8 E5-L9:I7 C4-K9:F6 F8-G5:F6 H8-J6:I7"),
    "2": (
        "G7-N10:J8 I2-J9:J8 A3-H7:G7 L8-O9:N8 B5-D10:C8",
        "F7-N5:G7 A10-K6:G7 E10-J10:F10 M6-N10:N8 G10-L6:J8",
    ),
    "3": (
        "I9-O4:N4 J2-J8:J7 G9-K7:J7 M4-M9:M7 E9-M10:K10",
        "C9-J9:D9 B9-I8:D9 B10-F9:D10 C10-N9:D9 F10-L3:H7",
    ),
    "4": ("E6-L3:K4 C2-L7:K7 C9-M1:F6 C10-O6:K7 B2-M6:C3", "E3-K1:I2 F3-M5:K5 F8-J7:H7 L6-O3:N3 D1-K8:E3"),
    "5": ("A8-L1:G4 A1-G8:C3 B7-E3:C6 B6-L2:C6 G10-N5:H9", "G1-M6:K5 G1-I10:G3 J8-N3:K8 D7-G1:F4 G1-H7:G3"),
    "6": ("C8-N8:L8 D4-K3:J3 E10-O1:N1 K10-L6:K9 C7-N10:I9", "D5-G5:E5 F8-H3:H4 F7-H3:H4 M5-N8:N6 A7-G3:E5"),
    "7": ("F6-M8:J7 G2-K5:H2 B6-G4:C6 M7-N1:M5 C1-E2:D1", "J3-N4:L4 B3-F6:D4 C2-C6:C3 F6-J3:H4 J2-O3:K3"),
    "8": ("C9-L9:J9 K1-O1:M1 D10-O9:J9 E6-M2:F5 D8-O3:N3", "B9-L10:F9 G9-L10:J9 F8-N9:J9 B3-M3:C3 F7-O5:H7"),
    "9": ("F10-K6:J6 G3-J7:I6 G1-J8:I6 I6-K7:J6 A1-J6:I6", "D2-J7:I6 H9-K6:J6 E2-K9:I6 G8-K6:J6 J5-L9:J6"),
    "10": ("I8-N1:M3 G10-L4:J6 B1-L2:J2 C3-N2:J2 F6-K3:I4", "M1-O5:O4 E2-J3:G3 K10-L3:K7 B8-N8:D8 J6-K3:K5"),
    "11": ("A3-J5:I5 F3-N1:J2 G2-K9:I5 J1-L7:J2 E10-J4:I6", "B2-N5:H4 M10-N1:M7 C9-O6:M7 M9-N4:M7 A10-I3:H4"),
    "12": (
        "F9-O1:N1 B9-D10:C10 A10-E6:B9 K9-N8:L8 L10-O3:O4",
        "C10-E6:C9 D10-H10:F10 K9-N5:L8 J2-N3:L3 A8-K10:F8",
    ),
    "13": ("F6-I1:I2 C3-K4:E3 L1-M10:M9 C2-K3:F2 E3-J1:I2", "D1-H2:F2 H1-O10:I2 H1-O10:I2 C1-K3:I2 G1-K4:I2"),
    "14": (
        "F10-N2:K5 D1-K4:G3 A9-H2:G3 C10-M8:F9 A1-J3:G3",
        "F1-N6:K5 A5-O8:F6 H6-K3:I5 E6-G2:G3 D10-L8:F10",
    ),
    "15": ("D2-F9:E6 A8-F8:D8 E7-L8:F7 H8-L4:K6 E9-O4:N4", "E8-I7:F7 I7-M8:K7 H9-L6:K7 A2-F5:C4 I6-L9:J6"),
    "16": (
        "B6-E5:C6 B1-E4:C2 D7-L3:J4 L8-N3:M5 G10-L10:J10",
        "L10-N3:M5 A7-E6:C6 A5-F6:C6 B10-N2:J4 B4-N5:C5",
    ),
    "18": ("J9-M1:J8 C9-D4:C7 A10-L8:I9 L9-N3:N4 E4-J8:I8", "B8-M10:I9 E2-O3:F2 A6-G1:F2 F9-L5:I8 B4-I2:F2"),
    "19": ("D7-O5:K6 L5-M8:M7 H9-L4:K6 B5-O10:N9 C7-N4:K5", "G7-K6:I6 B5-J6:I6 D3-K3:E3 A6-J4:I5 E1-I9:E2"),
    "20": ("E5-I8:H7 B1-K4:J3 B3-H8:G8 B8-I7:F7 A1-A4:A2", "A9-D7:B8 F9-I10:H9 A1-J3:H3 D1-L3:J3 B3-E6:C5"),
    "21": ("E10-L7:F9 E7-H8:G8 I6-K10:K9 A8-L8:C8 L9-N6:M7", "F7-K8:G8 C6-H10:D7 A5-N9:K9 C7-I6:H6 F7-L8:G8"),
    "22": (
        "J9-M6:K8 B10-L4:C10 B10-L10:D10 D4-N10:L9 D8-O8:K8",
        "F9-J8:I9 F10-M6:I9 I8-O7:K8 B7-O8:K8 H8-N6:K8",
    ),
    "23": ("", ""),
    "24": ("", ""),
}


def chance(sight: SightReport) -> str | None:
    """Return how likely the only remaining drawing blocks the line."""
    return next((why.chance for why in sight.reasons if why.what in ("woods", "building")), None)


@pytest.mark.parametrize("number", STRINGS)
def test_the_model_agrees_with_measured_lines(number: str) -> None:
    print_ = replace(build_los_map(CATALOG, CATALOG.ground[number]), side_profiles=(), gullies=frozenset())
    for strings, blocked in zip(STRINGS[number], (True, False), strict=True):
        for text in strings.split():
            ends, _, between = text.partition(":")
            one, _, other = ends.partition("-")
            found = chance(check_sight(replace(print_, hex_profiles=only(print_, between)), one, other))
            assert (found in ("sure", "likely")) is blocked, text


FLAT = [number for number in CATALOG.ground_touch if not CATALOG.ground[number].levels]
SHOWN = {"touched": "sure", "brushed": "likely", "grazed": "unlikely", "missed": None}


@pytest.mark.parametrize("number", FLAT)
def test_measured_touches_override_the_model(number: str) -> None:
    """Every tenth measured line of a flat map, except gullies, which hide more than drawings (T86)."""
    print_ = replace(build_los_map(CATALOG, CATALOG.ground[number]), side_profiles=(), gullies=frozenset())
    for (one, other), found in list(CATALOG.ground_touch[number].items())[::10]:
        for between, touch in found.items():
            alone = replace(print_, hex_profiles=only(print_, between))
            assert chance(check_sight(alone, one, other)) == SHOWN[touch], (one, other, between)
