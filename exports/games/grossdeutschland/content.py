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

from .placing import place, placement
from .scribe import Scribe

Data = Mapping[str, Any]
FIRST = frozenset({0})  # the first column of a table in bold
BLANK_TURNS = 8  # lines to go on writing where nobody has typed the end of the track


def sheets(document: Data, scribe: Scribe, catalog: Catalog) -> list[Sheet]:
    """Every sheet of a scenario."""
    battle = make_battle(document, catalog)
    found = [setup(battle, side, scribe) for side in SIDES]
    found.append(orders(battle, scribe, catalog))
    found.append(track(battle, scribe, catalog))
    found.append(combat(scribe, catalog))
    return found


def title_of(document: Data, scribe: Scribe) -> str:
    """A printed battle by its word, another by its author's title; a variant says what it is."""
    known, title = document.get("battle"), str(document["title"])
    if document["source"] == "printed" and known and scribe.own(title) != scribe.battle(known):
        known = None  # its author gave it another
    name = scribe.battle(known) if known and document["source"] != "own" else title
    return scribe.sentence("sheet.variant", {"title": name}) if document["source"] == "variant" else name


def section(
    title: str,
    lines: Sequence[str] = (),
    points: Sequence[str] = (),
    grid: Grid | None = None,
    after: Sequence[str] = (),
) -> list[Part]:
    """Return a heading with lines, points and a table under it; each may be missing."""
    found: list[Part] = [Heading(title), *map(Paragraph, lines)]
    found += [Bullets(points)] if points else []
    found += [grid] if grid else []
    return [*found, *map(Paragraph, filter(None, after))]


def sheet(name: str, title: str, sections: Sequence[Sequence[Part]], sides: Sequence[str] = SIDES) -> Sheet:
    """Return a sheet in the colours of its sides."""
    parts = [part for each in sections for part in each]
    return Sheet(name, title, parts, bands=tuple(Band(side, side == SIDES[0]) for side in sides))


def setup(battle: Battle, side: str, scribe: Scribe) -> Sheet:
    """17.0: a side's counters by formation and zone, first those on the map, then those to come."""
    there = [each for each in battle.formations_of(side) if each.arrives is None]
    coming = [each for each in battle.formations_of(side) if each.arrives is not None]
    coming.sort(key=lambda each: each.arrives or Turn(0, 0))
    first = battle.document["setup_first"]
    lines = [scribe.term("sheet.order_unknown" if first is None else f"sheet.order_{int(first == side)}")]
    if not battle.document.get("complete", True):
        printed = battle.document["source"] == "printed"
        lines.insert(0, scribe.term("sheet.incomplete" if printed else "sheet.unfinished"))
    head = ("", *(scribe.term(f"sheet.{name}") for name in ("formation", "counters", "where")))
    sections: list[list[Part]] = []
    for key, some in (("sheet.on_map", there), ("sheet.coming", coming)):
        if some:
            count = sum(len(each.units) for each in some)
            rows = [row for each in some for row in _rows(battle, each, scribe)]
            grid = Grid(head, rows, (0.04, 0.11, 0.42, 0.43), strong=frozenset({1}))
            sections.append(
                section(scribe.sentence(key, {"count": count}), [] if sections else lines, grid=grid)
            )
    sections.append(_works(battle, side, [] if sections else lines, scribe))
    words = {"side": side, "count": sum(unit.side == side for unit in battle.units.values())}
    return sheet(f"setup_{side}", scribe.sentence("sheet.setup", words), sections, (side,))


def _rows(battle: Battle, formation: Formation, scribe: Scribe) -> list[tuple[Cell, ...]]:
    """A line for each zone of a formation."""
    zones: dict[str, list[Unit]] = {}
    for unit in formation.units:
        words = placement(scribe, battle.document, unit.placement)
        zones.setdefault(words, []).append(unit)
    rows: list[tuple[Cell, ...]] = []
    for number, (words, units) in enumerate(zones.items()):
        names = ", ".join(_unit(unit, scribe) for unit in units)
        rows.append((Boxes(), formation.name if not number else "", names, words))
    return rows


def _unit(unit: Unit, scribe: Scribe) -> str:
    """A counter's name, with the state in which it begins."""
    name, _, number = unit.name.partition("#")
    words = scribe.sentence("unit.second", {"unit": name, "number": number}) if number else name
    if unit.spent:
        words = scribe.sentence("sheet.spent", {"unit": words})
    return scribe.sentence("sheet.road", {"unit": words}) if unit.road else words


def _works(battle: Battle, side: str, lines: Sequence[str], scribe: Scribe) -> list[Part]:
    """15.0: the fortifications that a side places, below lines that stand first."""
    mine = [each for each in battle.document["fortifications"] if each["side"] == side]
    if not mine:
        return []
    count: dict[str, int] = {}
    for each in mine:
        count[each["type"]] = count.get(each["type"], 0) + 1
    with_ = [each["with"] for each in mine if each.get("with")]
    points = [f"{number} × {scribe.name('fortification', kind)}" for kind, number in count.items()]
    how = scribe.sentence("sheet.works_with", {"units": with_}) if with_ else scribe.term("sheet.works_any")
    return section(scribe.term("sheet.works"), [*lines, how], points)


def orders(battle: Battle, scribe: Scribe, catalog: Catalog) -> Sheet:
    """Arrivals as a time line, cups, first picks, VP, special rules, and what is missing."""
    words = told(battle.document, catalog)
    rules = tuple(f"{each['rule']}  {_words(each['text'], scribe)}" for each in words["rules"])
    missing = tuple(_words(each, scribe) for each in words.get("missing", ()))
    sections = [
        arrivals(battle, scribe),
        cups(battle, scribe),
        victory(battle, scribe),
    ]
    if rules:
        sections.append(section(scribe.term("sheet.rules"), points=rules))
    if missing:
        sections.append(section(scribe.term("sheet.missing"), [scribe.term("sheet.missing_how")], missing))
    return sheet("orders", scribe.term("sheet.orders"), sections)


def told(document: Data, catalog: Catalog) -> Data:
    """Where the words of special rules stand: in the document, or in the catalogues where it has none."""
    row = catalog.battles.get(document.get("battle") or "")
    silent = not document.get("rules") and not document.get("missing")
    return row if silent and row is not None and document["source"] == "printed" else document


def _words(text: Data, scribe: Scribe) -> str:
    return str(text.get(scribe.lang) or text.get("en") or text.get("es") or "")


def arrivals(battle: Battle, scribe: Scribe) -> list[Part]:
    """4.0: who comes when, by which entry."""
    coming = sorted(
        (each for each in battle.formations.values() if each.arrives),
        key=lambda each: (each.arrives or Turn(0, 0), SIDES.index(each.side)),
    )
    rows = tuple(
        (
            Boxes(),
            _turn(each.arrives, scribe) if each.arrives else "",
            scribe.name("side_title", each.side),
            each.name,
            ", ".join(letter for letter in each.entries if letter not in _instead(each)),
            str(len(each.units)),
            _note(each, scribe),
        )
        for each in coming
    )
    if not rows:
        return section(scribe.term("sheet.arrivals"), (scribe.term("sheet.no_arrivals"),))
    head = tuple(
        scribe.term(f"sheet.{name}") if name else ""
        for name in ("", "turn", "side", "formation", "entry", "count", "note")
    )
    widths = (0.04, 0.18, 0.16, 0.13, 0.17, 0.09, 0.23)
    return section(scribe.term("sheet.arrivals"), grid=Grid(head, rows, widths, strong=frozenset({1})))


def _instead(formation: Formation) -> tuple[str, ...]:
    """18.4: the letters by which it may come as a whole, by a special rule."""
    return tuple(dict.fromkeys(one for unit in formation.units for one in unit.placement.get("instead", ())))


def _note(formation: Formation, scribe: Scribe) -> str:
    letters = _instead(formation)
    if letters:
        return scribe.sentence("sheet.or_whole", {"letters": scribe.list(list(letters), "or")})
    return scribe.term("sheet.if_vp") if formation.condition else ""


def _turn(turn: Turn, scribe: Scribe) -> str:
    return scribe.sentence("sheet.turn_of", turn.json())


def cups(battle: Battle, scribe: Scribe) -> list[Part]:
    """10.3, 18.1: what goes into the cups, and who picks first."""
    picks = battle.document["picks"]
    rows = []
    for side in SIDES:
        cup = battle.document["cups"][side]
        assigned = "; ".join(scribe.chit(chit) for chit in cup["assigned"])
        numbers = (str(cup["blue"]), str(cup["red"]), str(cup["random"]))
        rows.append((scribe.name("side_title", side), *numbers, assigned))
    head = tuple(scribe.term(f"sheet.{name}") for name in ("side", "blue", "red", "black", "assigned"))
    first = scribe.sentence("sheet.picks", picks)
    grid = Grid(head, rows, (0.14, 0.08, 0.08, 0.1, 0.6), strong=FIRST)
    return section(scribe.term("sheet.cups"), (first,), grid=grid)


def victory(battle: Battle, scribe: Scribe) -> list[Part]:
    """18.3-21.3: places, exits, minus, and what wins."""
    rules = battle.victory
    rows = []
    for each in rules["locations"]:
        hexes = ", ".join(battle.hexes(each["place"])) or "?"
        name = (
            scribe.place(each["place"])
            if scribe.knows(_key(each))
            else place(scribe, battle.document, each["place"])
        )
        rows.append((name, hexes, str(each["vp"]), scribe.term(f"counts.{each['counts']}"), ""))
    head = tuple(scribe.term(f"sheet.{name}") for name in ("place", "hexes", "vp", "counts", "holder"))
    after = [wins(rules, scribe)]
    if rules["exit"]:
        key = "sheet.exit_edge" if rules["exit"]["near"] else "sheet.exit"
        facts = {**rules["exit"], "by": tuple(rules["exit"]["by"]), "path": tuple(rules["exit"]["path"])}
        after.append(scribe.sentence(key, facts))
    if rules["minus"]:
        less = rules["minus"]
        facts = {
            "vp": less["vp"],
            "side": less["side"],
            "entries": tuple(less["entries"]),
            "path": tuple(less["path"]),
            "places": tuple(less["places"]),
        }
        after.append(scribe.sentence(f"sheet.minus_{less['what']}", facts))
    title = scribe.sentence("sheet.victory", {"side": rules["side"], "rule": rules["rule"]})
    grid = Grid(head, rows, (0.24, 0.34, 0.07, 0.17, 0.18), strong=FIRST) if rows else None
    return section(title, grid=grid, after=tuple(after))


def wins(rules: Data, scribe: Scribe) -> str:
    """18.3-21.3: with how many VP who wins; a draw where there is one (20.3)."""
    return scribe.sentence("sheet.win" if rules["draw"] is None else "sheet.win_draw", rules)


def _key(location: Data) -> str:
    return f"place.{location['place'].replace(':', '.')}"


def track(battle: Battle, scribe: Scribe, catalog: Catalog) -> Sheet:
    """3.0, 14.0: a strip to write the weather of each turn into, and what each weather does."""
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
        comes = [each.name for each in battle.formations.values() if each.arrives == turn]
        rows.append((_turn(turn, scribe), "" if by is None else f"{by:+d}", "", "", ", ".join(comes)))
    if last is None:
        rows += [("", "", "", "", "")] * BLANK_TURNS
    head = tuple(scribe.term(f"sheet.{name}") for name in ("turn", "modifier", "die", "weather", "arrive"))
    strip = section(
        scribe.term("sheet.strip"),
        () if last else (scribe.term("sheet.strip_open"),),
        grid=Grid(head, rows, (0.2, 0.12, 0.1, 0.18, 0.4), tall=1.7, strong=FIRST),
    )
    return sheet("track", scribe.term("sheet.track"), (strip, weather(scribe, catalog)))


def weather(scribe: Scribe, catalog: Catalog) -> list[Part]:
    """14.1, 4.1."""

    def sign(number: int | None) -> str:
        return scribe.term("sheet.forbidden") if number is None else f"{number:+d}" if number else "0"

    yes, no = scribe.term("yes_no.yes"), scribe.term("yes_no.no")
    rows = tuple(
        (
            str(each.roll),
            scribe.name("weather", each.id),
            scribe.term("sheet.halved") if each.halved else "",
            sign(each.attack),
            sign(each.direct),
            yes if each.air else no,
            yes if each.pontoons else no,
            sign(each.replacement),
        )
        for each in catalog.weather.values()
    )
    names = ("die", "weather", "movement", "attack", "direct", "air", "pontoons", "replacement")
    head = tuple(scribe.term(f"sheet.{name}") for name in names)
    grid = Grid(head, rows, (0.07, 0.14, 0.15, 0.1, 0.14, 0.11, 0.13, 0.16), strong=frozenset({0, 1}))
    return section(scribe.term("sheet.weather_table"), grid=grid, after=(scribe.term("sheet.night"),))


def combat(scribe: Scribe, catalog: Catalog) -> Sheet:
    """10.1, 10.4, 10.8, 15.0: the combat table as printed, its codes and its modifiers."""
    rows = []
    for line in catalog.results.values():
        cells = [f"{code}*" if column in line.suspect else code for column, code in line.results.items()]
        rows.append((line.id, *cells))
    columns = tuple(catalog.columns)
    wide = 0.92 / len(columns)
    table = Grid((scribe.term("sheet.dice"), *columns), rows, (0.08, *[wide] * len(columns)), strong=FIRST)
    doubts = [
        scribe.sentence(
            "sheet.suspect",
            {"line": line.id, "column": column, "printed": line.results[column], "pattern": pattern},
        )
        for line in catalog.results.values()
        for column, pattern in line.suspect.items()
    ]
    codes = tuple(scribe.name("result", code) for code in catalog.codes if code != "-")
    return sheet(
        "combat",
        scribe.term("sheet.combat"),
        (
            section(scribe.term("table.combat_results"), grid=table, after=(" ".join(doubts),)),
            section(scribe.term("sheet.codes"), points=codes),
            section(scribe.term("sheet.modifiers"), points=_modifiers(scribe, catalog)),
        ),
    )


def _modifiers(scribe: Scribe, catalog: Catalog) -> tuple[str, ...]:
    def line(words: str, by: int) -> str:
        return scribe.sentence("change.with", {"what": words, "by": by})

    found: list[str] = [scribe.term("sheet.chits_count")]
    found += [
        line(scribe.name("slot", each.id), each.attack) for each in catalog.slots.values() if each.attack
    ]
    found += [
        line(scribe.name("weather", each.id), each.attack) for each in catalog.weather.values() if each.attack
    ]
    found += [line(scribe.name("crossing", each.id), each.attack) for each in catalog.crossings.values()]
    found += [
        line(scribe.name("fortification", each.id), each.attack) for each in catalog.fortifications.values()
    ]
    rules = ("engineers", "all_through", "dice_night", "other_terrain")
    return (*found, *(scribe.term(f"sheet.{name}") for name in rules))


def wanted(found: Sequence[Sheet], names: Sequence[str] | None) -> list[Sheet]:
    """The sheets that were asked for; all where none was."""
    return [each for each in found if not names or each.name in names] or list(found)
