"""The sheets of a battle: set-up by side, arrivals, cups and rules, VP, turns and weather, combat table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from exports.kit.sheet import Band, Boxes, Bullets, Cell, Grid, Heading, Paragraph, Part, Sheet
from generator.games.grossdeutschland.battle import (
    SIDES,
    SLOTS,
    Battle,
    Formation,
    Turn,
    Unit,
    make_battle,
)
from schemas.errors import HorahError

from .messages import MessageFormatter
from .placement_text import format_place, format_placement

Data = Mapping[str, Any]
FIRST_COLUMN = frozenset({0})  # the first column of a table in bold
BLANK_TURNS = 8  # empty lines if the end of the track is unknown
REMINDERS = (  # (rule, term) of rules that only the players can keep, because the map is theirs
    ("1.1", "inspection"),
    ("3.5", "markers"),
    ("4.0", "entering"),
    ("4.1", "rebuilding"),
    ("5.1", "tracing"),
    ("5.2", "out"),
    ("6.0, 10.0", "range"),
    ("7.1", "overstack"),
    ("8.0", "zones"),
    ("9.1, 9.3", "stacks"),
    ("9.4, 9.5", "overrun"),
    ("9.6", "debarking"),
    ("9.7", "rafts"),
    ("10.2, 11.1", "support"),
    ("10.4, 10.5", "retreats"),
    ("10.6", "advance"),
    ("11.2", "observed"),
    ("11.3", "direct"),
    ("12.0, 16.1", "engineers"),
)


def make_sheets(document: Data, formatter: MessageFormatter, catalog: Catalog) -> list[Sheet]:
    """Return every sheet of a scenario."""
    battle = make_battle(document, catalog)
    result = [setup_sheet(battle, side, formatter) for side in SIDES]
    result.append(orders_sheet(battle, formatter, catalog))
    result.append(track_sheet(battle, formatter, catalog))
    result.append(combat_sheet(formatter, catalog))
    result.append(reminders_sheet(formatter))
    return result


def battle_title(document: Data, formatter: MessageFormatter) -> str:
    """Return the term of a printed battle or the author's title; a variant is marked."""
    known, title = document.get("battle"), str(document["title"])
    if document["source"] == "printed" and known and formatter.translate(title) != formatter.battle(known):
        known = None  # its author renamed it
    name = formatter.battle(known) if known and document["source"] != "own" else title
    unofficial = document["source"] in ("variant", "action")
    return formatter.sentence(f"sheet.{document['source']}", {"title": name}) if unofficial else name


def make_section(
    title: str,
    lines: Sequence[str] = (),
    points: Sequence[str] = (),
    grid: Grid | None = None,
    after: Sequence[str] = (),
) -> list[Part]:
    """Return a heading with lines, points and a table under it; each may be missing."""
    parts: list[Part] = [Heading(title), *map(Paragraph, lines)]
    parts += [Bullets(points)] if points else []
    parts += [grid] if grid else []
    return [*parts, *map(Paragraph, filter(None, after))]


def make_sheet(
    name: str, title: str, sections: Sequence[Sequence[Part]], sides: Sequence[str] = SIDES
) -> Sheet:
    """Return a sheet in the colours of its sides."""
    parts = [part for section in sections for part in section]
    return Sheet(name, title, parts, bands=tuple(Band(side, side == SIDES[0]) for side in sides))


def setup_sheet(battle: Battle, side: str, formatter: MessageFormatter) -> Sheet:
    """17.0: return a side's counters by formation and zone: first those on the map, then those to come."""
    there = [formation for formation in battle.formations_of(side) if formation.arrives is None]
    coming = [formation for formation in battle.formations_of(side) if formation.arrives is not None]
    coming.sort(key=lambda formation: formation.arrives or Turn(0, 0))
    first = battle.document["setup_first"]
    lines = [formatter.term("sheet.order_unknown" if first is None else f"sheet.order_{int(first == side)}")]
    if not battle.document.get("complete", True):
        printed = battle.document["source"] == "printed"
        lines.insert(0, formatter.term("sheet.incomplete" if printed else "sheet.unfinished"))
    head = ("", *(formatter.term(f"sheet.{name}") for name in ("formation", "counters", "where")))
    sections: list[list[Part]] = []
    for key, formations in (("sheet.on_map", there), ("sheet.coming", coming)):
        if formations:
            count = sum(len(formation.units) for formation in formations)
            rows = [row for formation in formations for row in _formation_rows(battle, formation, formatter)]
            grid = Grid(head, rows, (0.04, 0.11, 0.42, 0.43), strong=frozenset({1}))
            sections.append(
                make_section(formatter.sentence(key, {"count": count}), [] if sections else lines, grid=grid)
            )
    sections.append(_works_section(battle, side, [] if sections else lines, formatter))
    words = {"side": side, "count": sum(unit.side == side for unit in battle.units.values())}
    return make_sheet(f"setup_{side}", formatter.sentence("sheet.setup", words), sections, (side,))


def _formation_rows(
    battle: Battle, formation: Formation, formatter: MessageFormatter
) -> list[tuple[Cell, ...]]:
    """Return a line for each zone of a formation."""
    zones: dict[str, list[Unit]] = {}
    for unit in formation.units:
        words = format_placement(formatter, battle.document, unit.placement)
        zones.setdefault(words, []).append(unit)
    rows: list[tuple[Cell, ...]] = []
    for number, (words, units) in enumerate(zones.items()):
        names = ", ".join(_format_unit(unit, formatter) for unit in units)
        rows.append((Boxes(), formation.name if not number else "", names, words))
    return rows


def _format_unit(unit: Unit, formatter: MessageFormatter) -> str:
    """Return a counter's name with its starting state."""
    name, _, number = unit.name.partition("#")
    words = formatter.sentence("unit.second", {"unit": name, "number": number}) if number else name
    if unit.spent:
        words = formatter.sentence("sheet.spent", {"unit": words})
    return formatter.sentence("sheet.road", {"unit": words}) if unit.road else words


def _works_section(
    battle: Battle, side: str, lines: Sequence[str], formatter: MessageFormatter
) -> list[Part]:
    """15.0: return the fortifications that a side places, below ``lines``."""
    mine = [work for work in battle.document["fortifications"] if work["side"] == side]
    if not mine:
        return []
    count: dict[str, int] = {}
    for work in mine:
        count[work["type"]] = count.get(work["type"], 0) + 1
    units = [work["with"] for work in mine if work.get("with")]
    points = [f"{number} × {formatter.name('fortification', kind)}" for kind, number in count.items()]
    how = (
        formatter.sentence("sheet.works_with", {"units": units})
        if units
        else formatter.term("sheet.works_any")
    )
    return make_section(formatter.term("sheet.works"), [*lines, how], points)


def orders_sheet(battle: Battle, formatter: MessageFormatter, catalog: Catalog) -> Sheet:
    """Return arrivals in order, cups, first picks, VP, special rules, and missing data."""
    words = find_special_rules(battle.document, catalog)
    rules = tuple(f"{text['rule']}  {_pick_language(text['text'], formatter)}" for text in words["rules"])
    missing = tuple(_pick_language(text, formatter) for text in words.get("missing", ()))
    sections = [
        arrivals_section(battle, formatter),
        cups_section(battle, formatter),
        victory_section(battle, formatter),
    ]
    if rules:
        sections.append(make_section(formatter.term("sheet.rules"), points=rules))
    if missing:
        sections.append(
            make_section(formatter.term("sheet.missing"), [formatter.term("sheet.missing_how")], missing)
        )
    return make_sheet("orders", formatter.term("sheet.orders"), sections)


def find_special_rules(document: Data, catalog: Catalog) -> Data:
    """Return where the special rules are written: in the document, or in the catalogue if it has none."""
    row = catalog.battles.get(document.get("battle") or "")
    silent = not document.get("rules") and not document.get("missing")
    return row if silent and row is not None and document["source"] == "printed" else document


def _pick_language(text: Data, formatter: MessageFormatter) -> str:
    return str(text.get(formatter.lang) or text.get("en") or text.get("es") or "")


def arrivals_section(battle: Battle, formatter: MessageFormatter) -> list[Part]:
    """4.0: return who arrives when, by which entry."""
    coming = sorted(
        (formation for formation in battle.formations.values() if formation.arrives),
        key=lambda formation: (formation.arrives or Turn(0, 0), SIDES.index(formation.side)),
    )
    rows = tuple(
        (
            Boxes(),
            _format_turn(formation.arrives, formatter) if formation.arrives else "",
            formatter.name("side_title", formation.side),
            formation.name,
            ", ".join(
                letter for letter in formation.entries if letter not in _alternative_entries(formation)
            ),
            str(len(formation.units)),
            _arrival_note(formation, formatter),
        )
        for formation in coming
    )
    if not rows:
        return make_section(formatter.term("sheet.arrivals"), (formatter.term("sheet.no_arrivals"),))
    head = tuple(
        formatter.term(f"sheet.{name}") if name else ""
        for name in ("", "turn", "side", "formation", "entry", "count", "note")
    )
    widths = (0.04, 0.18, 0.16, 0.13, 0.17, 0.09, 0.23)
    return make_section(
        formatter.term("sheet.arrivals"), grid=Grid(head, rows, widths, strong=frozenset({1}))
    )


def _alternative_entries(formation: Formation) -> tuple[str, ...]:
    """18.4: return the entry letters that a special rule allows for the whole formation."""
    return tuple(
        dict.fromkeys(letter for unit in formation.units for letter in unit.placement.get("instead", ()))
    )


def _arrival_note(formation: Formation, formatter: MessageFormatter) -> str:
    letters = _alternative_entries(formation)
    if letters:
        return formatter.sentence("sheet.or_whole", {"letters": formatter.list(list(letters), "or")})
    return formatter.term("sheet.if_vp") if formation.condition else ""


def _format_turn(turn: Turn, formatter: MessageFormatter) -> str:
    return formatter.sentence("sheet.turn_of", turn.json())


def cups_section(battle: Battle, formatter: MessageFormatter) -> list[Part]:
    """10.3, 18.1: return the contents of the cups, and who picks first."""
    picks = battle.document["picks"]
    rows = []
    for side in SIDES:
        cup = battle.document["cups"][side]
        assigned = "; ".join(formatter.chit(chit) for chit in cup["assigned"])
        numbers = (str(cup["blue"]), str(cup["red"]), str(cup["random"]))
        rows.append((formatter.name("side_title", side), *numbers, assigned))
    head = tuple(formatter.term(f"sheet.{name}") for name in ("side", "blue", "red", "black", "assigned"))
    first = formatter.sentence("sheet.picks", picks)
    grid = Grid(head, rows, (0.14, 0.08, 0.08, 0.1, 0.6), strong=FIRST_COLUMN)
    return make_section(formatter.term("sheet.cups"), (first,), grid=grid)


def victory_section(battle: Battle, formatter: MessageFormatter) -> list[Part]:
    """18.3-21.3: return places, exits, deductions, and what wins."""
    rules = battle.victory
    rows = []
    for location in rules["locations"]:
        hexes = ", ".join(battle.hexes(location["place"])) or "?"
        name = (
            formatter.place(location["place"])
            if formatter.knows(_place_term(location))
            else format_place(formatter, battle.document, location["place"])
        )
        rows.append((name, hexes, str(location["vp"]), formatter.term(f"counts.{location['counts']}"), ""))
    head = tuple(formatter.term(f"sheet.{name}") for name in ("place", "hexes", "vp", "counts", "holder"))
    after = [format_victory(rules, formatter)]
    if rules["exit"]:
        key = "sheet.exit_edge" if rules["exit"]["near"] else "sheet.exit"
        facts = {**rules["exit"], "by": tuple(rules["exit"]["by"]), "path": tuple(rules["exit"]["path"])}
        after.append(formatter.sentence(key, facts))
    if rules["minus"]:
        less = rules["minus"]
        facts = {
            "vp": less["vp"],
            "side": less["side"],
            "entries": tuple(less["entries"]),
            "path": tuple(less["path"]),
            "places": tuple(less["places"]),
        }
        after.append(formatter.sentence(f"sheet.minus_{less['what']}", facts))
    title = formatter.sentence("sheet.victory", {"side": rules["side"], "rule": rules["rule"]})
    grid = Grid(head, rows, (0.24, 0.34, 0.07, 0.17, 0.18), strong=FIRST_COLUMN) if rows else None
    return make_section(title, grid=grid, after=tuple(after))


def format_victory(rules: Data, formatter: MessageFormatter) -> str:
    """18.3-21.3: return the VP that win, and a draw if there is one (20.3)."""
    return formatter.sentence("sheet.win" if rules["draw"] is None else "sheet.win_draw", rules)


def _place_term(location: Data) -> str:
    return f"place.{location['place'].replace(':', '.')}"


def track_sheet(battle: Battle, formatter: MessageFormatter, catalog: Catalog) -> Sheet:
    """3.0, 14.0: return a strip for the weather of each turn, and the effects of each weather."""
    rows = []
    first, last = battle.first or Turn(1, 0), battle.last
    known = battle.first is not None
    latest = last or battle.latest_arrival or first
    end = latest if last else Turn(latest.date, len(SLOTS) - 1)
    count = first.turns_until(end) + 1 if known else 0
    typed = battle.document["weather"]
    for number in range(min(count, catalog.figures["most_turns"])):
        turn = first.plus_turns(number)
        by = typed[number] if number < len(typed) else None
        comes = [formation.name for formation in battle.formations.values() if formation.arrives == turn]
        rows.append(
            (_format_turn(turn, formatter), "" if by is None else f"{by:+d}", "", "", ", ".join(comes))
        )
    if last is None:
        rows += [("", "", "", "", "")] * BLANK_TURNS
    head = tuple(formatter.term(f"sheet.{name}") for name in ("turn", "modifier", "die", "weather", "arrive"))
    strip = make_section(
        formatter.term("sheet.strip"),
        () if last else (formatter.term("sheet.strip_open"),),
        grid=Grid(head, rows, (0.2, 0.12, 0.1, 0.18, 0.4), tall=1.7, strong=FIRST_COLUMN),
    )
    return make_sheet("track", formatter.term("sheet.track"), (strip, weather_section(formatter, catalog)))


def weather_section(formatter: MessageFormatter, catalog: Catalog) -> list[Part]:
    """14.1, 4.1: return the effects of each weather."""

    def sign(number: int | None) -> str:
        return formatter.term("sheet.forbidden") if number is None else f"{number:+d}" if number else "0"

    yes, no = formatter.term("yes_no.yes"), formatter.term("yes_no.no")
    rows = tuple(
        (
            str(row.roll),
            formatter.name("weather", row.id),
            formatter.term("sheet.halved") if row.halved else "",
            sign(row.attack),
            sign(row.direct),
            yes if row.air else no,
            yes if row.pontoons else no,
            sign(row.replacement),
        )
        for row in catalog.weather.values()
    )
    names = ("die", "weather", "movement", "attack", "direct", "air", "pontoons", "replacement")
    head = tuple(formatter.term(f"sheet.{name}") for name in names)
    grid = Grid(head, rows, (0.07, 0.14, 0.15, 0.1, 0.14, 0.11, 0.13, 0.16), strong=frozenset({0, 1}))
    return make_section(
        formatter.term("sheet.weather_table"), grid=grid, after=(formatter.term("sheet.night"),)
    )


def reminders_sheet(formatter: MessageFormatter) -> Sheet:
    """Return the rules that only the players can keep, each with its number."""
    rows = [(rule, formatter.term(f"remember.{name}")) for rule, name in REMINDERS]
    head = (formatter.term("sheet.rule"), formatter.term("sheet.remember"))
    grid = Grid(head, rows, (0.14, 0.86), strong=FIRST_COLUMN)
    title = formatter.term("sheet.remember")
    return make_sheet("reminders", title, (make_section(formatter.term("sheet.by_rule"), grid=grid),))


def combat_sheet(formatter: MessageFormatter, catalog: Catalog) -> Sheet:
    """10.1, 10.4, 10.8, 15.0: return the combat table as printed, its codes and its modifiers."""
    rows = []
    for line in catalog.results.values():
        cells = [f"{code}*" if column in line.suspect else code for column, code in line.results.items()]
        rows.append((line.id, *cells))
    columns = tuple(catalog.columns)
    wide = 0.92 / len(columns)
    table = Grid(
        (formatter.term("sheet.dice"), *columns), rows, (0.08, *[wide] * len(columns)), strong=FIRST_COLUMN
    )
    doubts = [
        formatter.sentence(
            "sheet.suspect",
            {"line": line.id, "column": column, "printed": line.results[column], "pattern": pattern},
        )
        for line in catalog.results.values()
        for column, pattern in line.suspect.items()
    ]
    codes = tuple(formatter.name("result", code) for code in catalog.codes if code != "-")
    return make_sheet(
        "combat",
        formatter.term("sheet.combat"),
        (
            make_section(formatter.term("table.combat_results"), grid=table, after=(" ".join(doubts),)),
            make_section(formatter.term("sheet.codes"), points=codes),
            make_section(formatter.term("sheet.modifiers"), points=_list_modifiers(formatter, catalog)),
        ),
    )


def _list_modifiers(formatter: MessageFormatter, catalog: Catalog) -> tuple[str, ...]:
    def line(words: str, by: int) -> str:
        return formatter.sentence("change.with", {"what": words, "by": by})

    lines: list[str] = [formatter.term("sheet.chits_count")]
    lines += [
        line(formatter.name("slot", row.id), row.attack) for row in catalog.slots.values() if row.attack
    ]
    lines += [
        line(formatter.name("weather", row.id), row.attack) for row in catalog.weather.values() if row.attack
    ]
    lines += [line(formatter.name("crossing", row.id), row.attack) for row in catalog.crossings.values()]
    lines += [
        line(formatter.name("fortification", row.id), row.attack) for row in catalog.fortifications.values()
    ]
    rules = ("engineers", "all_through", "dice_night", "other_terrain")
    return (*lines, *(formatter.term(f"sheet.{name}") for name in rules))


def select_sheets(sheets: Sequence[Sheet], names: Sequence[str] | None) -> list[Sheet]:
    """Return the requested sheets, or all if none is requested; raise for a name that no sheet has."""
    known = tuple(sheet.name for sheet in sheets)
    for name in names or ():
        if name not in known:
            raise HorahError("GD_NO_SHEET", given=name, known=known)
    return [sheet for sheet in sheets if not names or sheet.name in names]
