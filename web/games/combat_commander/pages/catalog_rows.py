"""Catalogue rows in words: columns of a table, and texts of its cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import url_for
from flask_babel import gettext, lazy_gettext
from markupsafe import Markup

from catalogs.games.combat_commander.model import Face, Terrain
from exports.games.combat_commander.ground import legend
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.ground.map_figures import get_map_figures
from web.games.combat_commander.request_context import catalog
from web.games.combat_commander.service.maps import FIGURES
from web.http.request_context import language
from web.pages.catalogs import CatalogDisplay, Cell, Row
from web.service.catalog_search import Item

from ..request_context import formatter
from .card import draw_face
from .ground_view import draw_terrain_sample, format_figure, get_map_picture
from .page_text import format_counts, in_language, term, thing

MAP_TABLES = frozenset({"maps", "ground", "ground_figures"})
FACTION_TABLES = frozenset({"orders_of_battle", "support", "leaders", "counters", "decks"})
HIDDEN_FIELDS = frozenset(
    {"id", "title", "summary", "rule", "provenance", "provenance_of", "es", "en", "name"}
)
WORD_KINDS = (
    "faction", "side", "quality", "size", "kind", "rule_kind", "posture", "edge", "orientation", "rank",
    "trigger", "map_set", "fortification", "terrain_kind", "los", "source", "edition", "chit_rule",
    "restriction", "terrain", "deck", "order", "action", "event", "campaign", "marker", "resource",
    "force", "campaign_word", "change", "tag", "table", "ground.move",
)  # fmt: skip
FIELD_KINDS = ("value", "card")
Heading = Any  # lazy text, or the key of a term


Column = tuple[Heading, Callable[[Item], str]]


def make_row(item: Item, whole: bool = False) -> Row:
    """Return a row of a table; ``whole`` includes every field."""
    columns = COLUMNS.get(item.table)
    cells = [Cell(_heading_text(name), read(item)) for name, read in columns] if columns else []
    if whole or not columns:
        headings = {cell.heading for cell in cells}
        cells += [cell for cell in _list_other_cells(item) if cell.heading not in headings]
    return Row(
        table=item.table,
        id=item.id,
        label=in_language(item.label) or _make_label(item),
        cells=tuple(cells),
        summary=_get_summary(item),
        rule=item.rule,
        provenance=term(f"provenance.{item.provenance}"),
        drawing=_draw(item, whole),
    )


def _make_label(item: Item) -> str:
    on_map = item.table in MAP_TABLES or item.table == "ground_touch"
    if on_map:
        return formatter().format("ground.map", n=item.id)
    words = _find_words(item.id)
    if words:
        return words
    alone = item.id == item.table  # a table with a single row
    return (
        term(f"table.{item.table}") if alone else " · ".join(format_id(part) for part in item.id.split(":"))
    )


def list_headings(table: str, items: Sequence[Item]) -> list[str]:
    """Return the column headings; empty if the rows have no common columns."""
    return [_heading_text(name) for name, _ in COLUMNS.get(table, ())] if items else []


def _heading_text(name: Heading) -> str:
    return term(name) if isinstance(name, str) else str(name)


def _list_other_cells(item: Item) -> list[Cell]:
    """Return a cell for every field that is not shown elsewhere."""
    read = _format_ground if item.table == "ground" else lambda _, value: format_value(value)
    return [
        Cell(_field_label(name), read(name, value))
        for name, value in item.data.items()
        if name not in HIDDEN_FIELDS and value not in (None, [], {}, "")
    ]


def _format_ground(name: str, value: Any) -> str:
    """Return a part of a ground in words: hexes by the name of the terrain."""
    if name not in ("terrain", "ways", "sides"):
        return format_value(value)
    return " · ".join(f"{term(f'terrain.{kind}')}: {', '.join(places)}" for kind, places in value.items())


def _field_label(name: str) -> str:
    """Return the name of a field in words."""
    for key in (f"card.{name}", f"value.{name}", f"catalog_field.{name}"):
        if key in catalog().terms:
            return term(key)
    return format_id(name).replace("_", " ").capitalize()


def _get_summary(item: Item) -> str:
    words = item.data.get("summary") or item.data.get("remedy")
    return in_language(words) if isinstance(words, Mapping) else ""


def format_value(value: Any) -> str:
    """Return any value of a row in words."""
    if isinstance(value, bool):
        return term("card.yes") if value else term("card.no")
    if isinstance(value, Mapping):
        return _format_pairs(value)
    if isinstance(value, list | tuple):
        if value and all(isinstance(part, int) and part > 1900 for part in value):
            return format_years(value)
        return ", ".join(format_value(part) for part in value)
    if isinstance(value, float):
        return formatter().decimal(value)
    return format_id(value) if isinstance(value, str) else "–" if value is None else str(value)


def _format_pairs(value: Mapping[str, Any]) -> str:
    """Return names with their values; of a bilingual text, return the current language."""
    if {"es", "en"} <= set(value):
        return format_value(value[language()])
    return " · ".join(
        f"{_format_name(name)}: {format_value(inner)}" for name, inner in value.items() if inner is not None
    )


def _format_name(name: str) -> str:
    """Return a name inside a row: of a field or of an id."""
    key = f"catalog_field.{name}"
    return term(key) if key in catalog().terms else _find_words(name, *FIELD_KINDS) or format_id(name)


def format_id(value: str) -> str:
    """Return an id in words; an id with several parts is translated part by part."""
    words = _find_words(value)
    if words:
        return words
    if " " not in value and ":" in value and not value.startswith("http"):
        return " · ".join(format_id(part) for part in value.split(":"))
    return value.replace("_", " ")


def _find_words(value: str, *kinds: str) -> str:
    """Return the words for an id; empty if there are none."""
    name = thing(value)
    if name != value:
        return name
    terms, rules = catalog().terms, catalog().rules
    if value in rules:
        return in_language(rules[value].title)
    tried = (f"{kind}.{value}" for kind in (*WORD_KINDS, *kinds))
    key = next((candidate for candidate in tried if candidate in terms), None)
    return term(key) if key else ""


def format_years(numbers: Sequence[int]) -> str:
    """Return years as ranges, such as 1939–41, 1943."""
    runs: list[list[int]] = []
    for year in sorted(numbers):
        if runs and runs[-1][-1] == year - 1:
            runs[-1].append(year)
        else:
            runs.append([year])
    return ", ".join(f"{run[0]}–{run[-1] % 100:02}" if len(run) > 1 else str(run[0]) for run in runs)


def _field_reader(name: str, default: str = "–") -> Callable[[Item], str]:
    def read(item: Item) -> str:
        value = item.data.get(name)
        return default if value is None else format_value(value)

    return read


def _text_reader(name: str) -> Callable[[Item], str]:
    """Return a reader for a part of a bilingual text."""
    return lambda item: str(item.data["text"][language()][name])


def _part_reader(place: int, kind: str = "") -> Callable[[Item], str]:
    """Return a reader for a part of the id, as a term of a kind."""

    def read(item: Item) -> str:
        part = item.id.split(":")[place]
        return term(f"{kind}.{part}") if kind else part

    return read


def _find_face(item: Item) -> Face | None:
    tables = catalog()
    if item.id in tables.leaders:
        return tables.leaders[item.id].front
    return tables.counters[item.id].front if item.id in tables.counters else None


def _face_reader(name: str) -> Callable[[Item], str]:
    def read(item: Item) -> str:
        value = getattr(_find_face(item), name, None)
        return "–" if value is None else f"−{-value}" if value < 0 else str(value)

    return read


def _format_points(item: Item) -> str:
    tables = catalog()
    piece = tables.leaders.get(item.id) or tables.counters.get(item.id)
    return str(piece.points) if piece else "–"


def _draw(item: Item, whole: bool) -> Markup | None:
    """Draw the counter, terrain or map that the row describes, if any."""
    tables = catalog()
    if item.table in MAP_TABLES and item.id in tables.ground:
        return _draw_map(item.id, whole)
    if item.table == "terrain" and item.data["kind"] in ("type", "feature", "side"):
        return (
            draw_terrain_sample(formatter(), item.id) if catalog().terrain[item.id].module is None else None
        )
    if item.table not in ("leaders", "counters") or _find_face(item) is None:
        return None
    faction = item.id.partition(":")[0]
    side = tables.factions[faction].side if faction in tables.factions else "allied"
    return draw_face(formatter(), item.id, side, faction)


def _draw_map(map_id: str, whole: bool) -> Markup:
    """Return the picture of a map, linked to its page; ``whole`` draws it in full size."""
    words = formatter().format("ground.map", n=map_id)
    if whole:
        picture = get_map_picture(formatter(), map_id, words)
    else:
        source = url_for("map_pages.small", map_id=map_id)
        picture = Markup('<img src="{}" width="128" height="103" loading="lazy" alt="{}">').format(
            source, words
        )
    return Markup('<a class="map-drawn" href="{}">{}</a>').format(
        url_for("map_pages.show", map_id=map_id), picture
    )


def _map_figure_reader(name: str) -> Callable[[Item], str]:
    """Return a reader for a figure of a map."""

    def read(item: Item) -> str:
        return format_figure(name, getattr(get_map_figures(catalog(), item.id), name))

    return read


def _count_strings(item: Item) -> str:
    """10.1: count the lines of sight where the printed map differs from its shapes."""
    counts = (
        text.count(",") + text.count(":") for kinds in item.data["hexes"].values() for text in kinds.values()
    )
    return str(sum(counts))


def _chart_reader(format_cell: Callable[[Terrain, MessageFormatter], str]) -> Callable[[Item], str]:
    """T78: return a reader for a figure of the terrain chart."""
    return lambda item: format_cell(catalog().terrain[item.id], formatter())


MAP_FIGURES: tuple[Column, ...] = tuple(
    (f"atlas.figure.{name}", _map_figure_reader(name)) for name in FIGURES
)
COMBAT_FIGURES: tuple[Column, ...] = (
    ("value_short.fp", _face_reader("fp")),
    ("value_short.range", _face_reader("range")),
    ("value_short.move", _face_reader("move")),
    ("value_short.command", _face_reader("command")),
    ("value_short.morale", _face_reader("morale")),
    ("card.points", _format_points),
)
COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "orders_of_battle": (
        ("card.faction", _part_reader(0, "faction")),
        ("card.quality", _field_reader("quality")),
        (lazy_gettext("Years"), _field_reader("years")),
        ("card.point_value", _field_reader("point_value")),
        ("card.orders", _field_reader("orders")),
        ("card.surrender", _field_reader("surrender")),
        ("card.initiative", _field_reader("initiative")),
        ("card.leaders", _field_reader("leaders")),
        ("card.counters", lambda item: ", ".join(format_counts(item.data["counters"]))),
    ),
    "support": (
        ("card.faction", _part_reader(0, "faction")),
        ("card.roll", _part_reader(1)),
        ("card.cost", _field_reader("cost")),
        (lazy_gettext("Years"), _field_reader("years")),
        (
            lazy_gettext("Includes"),
            lambda item: format_value(item.data.get("pieces") or item.data.get("choices")),
        ),
        (lazy_gettext("Only for"), _field_reader("restriction")),
    ),
    "leaders": (
        ("card.faction", _part_reader(0, "faction")),
        ("card.rank", _field_reader("rank")),
        *COMBAT_FIGURES,
        (lazy_gettext("Origin"), _field_reader("source")),
    ),
    "counters": (
        ("card.faction", _part_reader(0, "faction")),
        ("card.kind", _field_reader("kind")),
        ("card.number", _field_reader("quantity")),
        *COMBAT_FIGURES,
    ),
    "fortifications": (
        (lazy_gettext("In the box"), _field_reader("quantity")),
        (lazy_gettext("Cover"), _field_reader("cover")),
        (lazy_gettext("Against artillery"), _field_reader("cover_artillery")),
        ("card.points", _field_reader("points")),
    ),
    "chits": (
        ("card.objectives", _field_reader("objectives")),
        ("card.vp", _field_reader("vp")),
        (lazy_gettext("Secret side"), _field_reader("secret_side")),
    ),
    "errata": (
        ("catalog_field.cell", _text_reader("cell")),
        ("catalog_field.printed", _text_reader("printed")),
        ("catalog_field.corrected", _text_reader("corrected")),
        ("catalog_field.reason", _text_reader("reason")),
    ),
    "rules": (("card.kind", lambda item: term(f"rule_kind.{item.data['kind']}")),),
    "ground": (*MAP_FIGURES, ("value.doubts", lambda item: str(len(item.data.get("doubts", ()))))),
    "ground_figures": MAP_FIGURES,
    "terrain": (
        ("card.kind", lambda item: term(f"terrain_kind.{item.data['kind']}")),
        ("ground.cover", _chart_reader(legend.format_cover)),
        ("ground.move", _chart_reader(legend.format_move)),
        ("ground.sight", _chart_reader(legend.format_sight)),
    ),
    "ground_touch": ((lazy_gettext("Sight lines"), _count_strings),),
    "maps": (
        (lazy_gettext("Map set"), lambda item: term(f"map_set.{item.data['set']}")),
        ("card.objectives", lambda item: _format_objectives(item.data.get("objectives"))),
        ("card.place", _field_reader("place", "")),
    ),
    "decks": (
        ("card.deck", _part_reader(0, "deck")),
        ("card.number", _part_reader(1)),
        ("card.hex", _field_reader("hex")),
        ("card.white_die", _field_reader("white")),
        ("card.coloured_die", _field_reader("coloured")),
        (lazy_gettext("Trigger"), _field_reader("trigger")),
    ),
}


def _format_objectives(hexes: Mapping[str, str] | None) -> str:
    if not hexes:
        return str(gettext("as printed on the map"))
    return " · ".join(f"{number} {hex_id}" for number, hex_id in sorted(hexes.items()))


def list_factions(table: str) -> tuple[str, ...]:
    """Return the factions by which a table can be filtered."""
    return tuple(catalog().factions) if table in FACTION_TABLES else ()


DISPLAY = CatalogDisplay(
    first=(
        "orders_of_battle",
        "support",
        "leaders",
        "counters",
        "fortifications",
        "rules",
        "terrain",
        "maps",
    ),
    internal=(
        # By edition, and drawn as such on the page of the book.
        "ally_rolls",
        "axis_rolls",
        "leader_tables",
        "packages",
        "quality_columns",
        "year_rolls",
        # Of the program.
        "board",
        "campaign_figures",
        "campaign_settings",
        "commander_styles",
        "editions",
        "fair_battles",
        "fight",
        "ground_figures",
        "ground_shapes",
        "ground_touch",
        "guide",
        "holes",
        "liveries",
        "odds_estimate",
        "procedure",
        "recruit_commander",
        "regular_commander",
        "totals",
        "veteran_commander",
    ),
    headings=list_headings,
    row=make_row,
    parts=list_factions,
)
