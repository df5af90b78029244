"""The sheets of Combat!: scenario card, event tables, roster, set-up, sealed key, smoke, turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY
from exports.kit.sheet import Beside, Blank, Boxes, Cell, Facts, Grid, Heading, Paragraph, Part, Sheet

from .messages import MessageFormatter

Document = Mapping[str, Any]
Maker = Callable[[Document, MessageFormatter], list[Sheet]]
WOUND_BOXES = 3
BLANK_SMOKE_ROWS = 8
MAX_TURNS = 30


def make_sheets(
    document: Document, formatter: MessageFormatter, wanted: Sequence[str] | None = None
) -> list[Sheet]:
    """Return every sheet of a document, or the wanted ones."""
    sheets: list[Sheet] = []
    for make in _list_makers(document):
        if make.__name__ in wanted if wanted else not _is_told_on_card(make, document):
            sheets += make(document, formatter)
    return sheets


def _is_told_on_card(make: Maker, document: Document) -> bool:
    """Return whether a sheet would only repeat the card: event tables that are in the scenario book."""
    return make is events and _find_generic_tables(_find_scenario(document)) is not None


def _find_generic_tables(scenario: Document) -> str | None:
    kind: str | None = (scenario.get("event_tables") or {}).get("kind")
    return kind if kind in ("generic_attack", "generic_defence") else None


def _list_makers(document: Document) -> tuple[Maker, ...]:
    kind = str(document.get("format", "")).split("/")[1].removeprefix("combat-")
    return {
        "scenario": (card, events, roster, smoke, turns),
        "play": (standing, roster, key, card, events, smoke, turns),
        "service": (service,),
        "template": (template,),
    }[kind]


def list_sheet_names(document: Document) -> tuple[str, ...]:
    return tuple(make.__name__ for make in _list_makers(document))


def _find_scenario(document: Document) -> Document:
    scenario: Document = document["scenario"] if "enemies" in document else document
    return scenario


def _title(document: Document, formatter: MessageFormatter) -> str:
    return formatter.translate(_find_scenario(document)["title"])


def _make_sheet(name: str, document: Document, formatter: MessageFormatter, parts: Sequence[Part]) -> Sheet:
    return _make_headed_sheet(
        name, formatter.term(f"sheet.{name}"), _title(document, formatter), formatter, parts
    )


def _make_headed_sheet(
    name: str, title: str, above: str, formatter: MessageFormatter, parts: Sequence[Part]
) -> Sheet:
    """Return a sheet with its running lines: the scenario and the game."""
    return Sheet(name, title, parts, above=above, right=formatter.term("game.combat_solitaire"))


def origin_parts(scenario: Document, formatter: MessageFormatter) -> list[Part]:
    """Return a note on the source of a scenario, which says that it is not the publisher's."""
    loud = formatter.term(f"source_said.{scenario['source']}")
    if scenario.get("seed"):
        loud += " " + formatter.sentence("sheet.seed", {"seed": scenario["seed"]})
    about = formatter.translate(scenario.get("about") or "")
    return [Paragraph(loud, loud=True), *([Paragraph(about)] if about else [])]


def card(document: Document, formatter: MessageFormatter) -> list[Sheet]:
    """22.0 §1-6: return the scenario card with the special rules."""
    scenario = _find_scenario(document)
    translate, term = formatter.translate, formatter.term
    blank = term("sheet.blank")

    def word(kind: str, value: Any) -> str:
        return blank if value is None else formatter.name(kind, value)

    edges, compass = scenario.get("edges") or {}, scenario.get("compass")
    pointing = formatter.sentence("sheet.compass", compass) if compass else blank
    facts = [
        ("date", translate(scenario.get("date") or "") or blank),
        ("location", translate(scenario.get("location") or "") or blank),
        ("maps", formatter.words("map", scenario.get("maps") or ()) if scenario.get("maps") else blank),
        (
            "board",
            formatter.sentence("sheet.board", scenario["board"])
            if scenario.get("board")
            else term("sheet.whole_map"),
        ),
        ("compass", pointing),
        (
            "edges",
            formatter.sentence(
                "sheet.edges", {name: word("edge", edges.get(name)) for name in ("friendly", "enemy")}
            ),
        ),
        ("length_turns", _format_number(scenario.get("length_turns"), blank)),
        ("starting_hand", _format_number(scenario.get("starting_hand"), blank)),
        ("friendly_start_state", word("friendly_start_state", scenario.get("friendly_start_state"))),
        ("friendly_default_morale", word("morale", scenario.get("friendly_default_morale"))),
        ("enemy_default_morale", word("morale", scenario.get("enemy_default_morale"))),
        ("enemy_default_alert", word("enemy_default_alert", scenario.get("enemy_default_alert"))),
        ("enemy_prepared", _format_yes_no(scenario.get("enemy_prepared"), formatter)),
        ("large_battle", _format_yes_no(scenario.get("large_battle"), formatter)),
        ("wind_direction", _format_number(scenario.get("wind_direction"), blank)),
        *_light_facts(scenario, formatter),
    ]
    parts: list[Part] = [
        *origin_parts(scenario, formatter),
        Facts(tuple((term(f"field.{name}"), value) for name, value in facts)),
    ]
    texts = [*_text_parts(scenario, formatter), *_optional_rule_parts(scenario, formatter)]
    parts.append(
        Beside(
            (Heading(term("field.enemy_cup")), _cup_grid(scenario, formatter)),
            (Heading(term("field.friendly_setup")), *_zone_parts(scenario, formatter)),
        )
    )
    parts += [Heading(term("field.enemy_setup_hexes")), _setup_grid(scenario, formatter)]
    parts.append(
        Beside(
            (Heading(term("field.victory_points")), _points_grid(scenario, document, formatter)),
            (Heading(term("field.victory_levels")), _levels_grid(scenario, formatter)),
            share=0.7,
        )
    )
    parts += _split_beside(texts)
    return [_make_headed_sheet("card", _title(document, formatter), term("sheet.card"), formatter, parts)]


def _make_head(formatter: MessageFormatter, *names: str) -> tuple[str, ...]:
    """Return the headings of a grid's columns."""
    return tuple(formatter.term(f"sheet.{name}") for name in names)


def _format_number(value: Any, blank: str) -> str:
    return blank if value is None else str(value)


def _format_yes_no(value: Any, formatter: MessageFormatter) -> str:
    return (
        formatter.term("sheet.blank")
        if value is None
        else formatter.term("yes_no.yes" if value else "yes_no.no")
    )


def _light_facts(scenario: Document, formatter: MessageFormatter) -> list[tuple[str, str]]:
    facts = []
    if scenario.get("night"):
        facts.append(("night", formatter.sentence("sheet.night", scenario["night"])))
    if scenario.get("flares"):
        holder = _format_holder(scenario["flares"].get("holder") or "", formatter)
        facts.append(
            (
                "flares",
                formatter.sentence(
                    "sheet.flares", {"number": scenario["flares"]["number"], "holder": holder}
                ),
            )
        )
    return facts


def _format_holder(holder: str, formatter: MessageFormatter) -> str:
    """21.1: return who has the flares: a man, a rank, a team, or anyone."""
    if not holder:
        return formatter.term("sheet.holder_anyone")
    for kind in ("rank", "team"):
        if formatter.knows(f"{kind}.{holder}"):
            return formatter.term(f"{kind}.{holder}")
    return formatter.soldier(holder)


def _cup_grid(scenario: Document, formatter: MessageFormatter) -> Grid:
    rows = []
    for team in ENEMY:
        part = (scenario.get("enemy_cup") or {}).get(team) or {}
        count = part.get("count", 0)
        any_ = formatter.sentence("sheet.any", {"count": count}) if count else "–"
        ids = ", ".join(map(str, part.get("ids") or ())) or any_
        rows.append((formatter.name("team", team), ids, str(part.get("decoys", 0))))
    head = _make_head(formatter, "team", "counters", "decoys")
    return Grid(head, tuple(rows), (1, 3, 1))


def _setup_grid(scenario: Document, formatter: MessageFormatter) -> Grid:
    hexes = scenario.get("enemy_setup_hexes") or ()
    rows = [(str(number), hex_, Boxes(1), Blank()) for number, hex_ in enumerate(hexes, 1)]
    head = _make_head(formatter, "number", "hex", "face_down", "found")
    return Grid(head, tuple(rows), (0.6, 1, 1.2, 3), halves=4)


def _zone_parts(scenario: Document, formatter: MessageFormatter) -> list[Part]:
    setup = scenario.get("friendly_setup") or {}
    text = formatter.translate(setup.get("text") or "")
    zones = tuple(
        (formatter.name("team", zone["team"]), ", ".join(zone["hexes"])) for zone in setup.get("zones") or ()
    )
    parts: list[Part] = [Paragraph(text)] if text else []
    return [*parts, *([Facts(zones)] if zones else [])]


def _points_grid(scenario: Document, document: Document, formatter: MessageFormatter) -> Grid:
    score = document.get("score") or {}
    rows = tuple(
        (
            formatter.translate(action["text"]),
            f"{action['points']:+d}",
            str(score.get(action["id"], "")),
            Boxes(6),
        )
        for action in scenario.get("victory_points") or ()
    )
    head = _make_head(formatter, "action", "points", "count", "tally")
    return Grid(head, rows, (4.7, 1, 0.9, 1.8))


def _levels_grid(scenario: Document, formatter: MessageFormatter) -> Grid:
    rows = tuple(
        (_format_band(band, formatter), formatter.translate(band["title"]))
        for band in scenario.get("victory_levels") or ()
    )
    return Grid((formatter.term("sheet.points"), formatter.term("sheet.level")), rows, (1, 1.6))


def _format_band(band: Document, formatter: MessageFormatter) -> str:
    if band["from"] is None:
        return formatter.sentence("sheet.up_to", {"most": band["to"]})
    return (
        formatter.sentence("sheet.from", {"least": band["from"]})
        if band["to"] is None
        else f"{band['from']} – {band['to']}"
    )


def _text_parts(scenario: Document, formatter: MessageFormatter) -> list[Part]:
    """Return special rules, search targets, and where generic event tables are."""
    parts: list[Part] = []
    for name in ("special_rules", "search_targets"):
        texts = scenario.get(name) or ()
        if texts:
            parts.append(Heading(formatter.term(f"field.{name}")))
            parts += [Paragraph(_format_text(text, formatter)) for text in texts]
    if kind := _find_generic_tables(scenario):
        parts += [Heading(formatter.term("sheet.events")), Paragraph(formatter.term(f"kind_said.{kind}"))]
    return parts


def _format_text(text: str | Document, formatter: MessageFormatter) -> str:
    """Return a special rule, or a search target with its hex."""
    if isinstance(text, str):
        return formatter.translate(text)
    return (
        formatter.sentence("sheet.search_at", text) if text.get("hex") else formatter.translate(text["text"])
    )


def _split_beside(parts: Sequence[Part]) -> list[Part]:
    """Return the parts under the first heading beside the parts under the others."""
    headings = [place for place, part in enumerate(parts) if isinstance(part, Heading)]
    if len(headings) < 2:
        return list(parts)
    return [Beside(parts[: headings[1]], parts[headings[1] :], share=0.3)]


def _carried_parts(scenario: Document, formatter: MessageFormatter) -> list[Part]:
    """Return what a service record brings into the game; a house rule."""
    carried = (scenario.get("friendly_force") or {}).get("carried")
    if not carried:
        return []
    rows = [
        ("carried_out", [formatter.soldier(who) for who in carried["out"]]),
        ("carried_wounds", [formatter.soldier(row["man"]) for row in carried["wounds"]]),
        (
            "carried_promoted",
            [f"{formatter.soldier(row['man'])} (TQ +{row['tq']})" for row in carried["promoted"]],
        ),
    ]
    told = [(formatter.term(f"sheet.{name}"), formatter.list(names)) for name, names in rows if names]
    return [Heading(formatter.term("sheet.carried")), Facts(told)] if told else []


def _optional_rule_parts(scenario: Document, formatter: MessageFormatter) -> list[Part]:
    """Return optional rules to choose from."""
    parts: list[Part] = _carried_parts(scenario, formatter)
    optional = scenario.get("optional_rules") or ()
    if optional:
        rows = tuple(
            (
                Boxes(1),
                formatter.translate(rule["title"]),
                formatter.translate(rule["text"]),
                _format_yes_no(rule["modifies_victory"], formatter),
            )
            for rule in optional
        )
        head = ("", *(formatter.term(f"sheet.{name}") for name in ("rule", "text", "victory")))
        parts += [Heading(formatter.term("field.optional_rules"))]
        parts.append(Grid(head, rows, (0.5, 2.2, 3.4, 1.7)))
        parts.append(Paragraph(formatter.term("sheet.one_victory")))
    return parts


def events(document: Document, formatter: MessageFormatter) -> list[Sheet]:
    """Return both event tables, and the rows of artillery."""
    scenario = _find_scenario(document)
    tables = scenario.get("event_tables") or {}
    parts: list[Part] = [*origin_parts(scenario, formatter)[:1]]
    if kind := _find_generic_tables(scenario):
        parts.append(Paragraph(formatter.term(f"kind_said.{kind}")))
        return [_make_sheet("events", document, formatter, parts)]
    for side in ("friendly", "enemy"):
        rows = sorted(tables.get(side) or (), key=lambda row: int(row["roll"]))
        rows_by_roll = {row["roll"]: row for row in rows}
        cells = [
            (
                str(n),
                formatter.translate(rows_by_roll[n]["title"]),
                formatter.translate(rows_by_roll[n]["text"]),
            )
            if n in rows_by_roll
            else (str(n), "", "")
            for n in range(10)
        ]
        head = ("1D10", formatter.term("sheet.event"), formatter.term("sheet.text"))
        parts += [Heading(formatter.term(f"sheet.events_{side}")), Grid(head, tuple(cells), (0.6, 2, 5))]
        for row in rows:
            if row.get("artillery"):
                parts += _artillery_parts(row, formatter)
    return [_make_sheet("events", document, formatter, parts)]


def _artillery_parts(row: Document, formatter: MessageFormatter) -> list[Part]:
    guns = row["artillery"]
    summary = formatter.sentence(
        "sheet.guns",
        {
            "title": formatter.translate(row["title"]),
            **{k: guns[k] for k in ("weapon", "attacks", "scatter")},
        },
    )
    return [Paragraph(summary), Grid(tuple(map(str, range(10))), (tuple(guns["hexes"]),))]


def roster(document: Document, formatter: MessageFormatter) -> list[Sheet]:
    """Return the squad with boxes for wounds, morale and ammunition; before the roll, the squad table."""
    men = document.get("men")
    head = _make_head(formatter, "man", "numbers", "hex", "wounds", "morale", "ammo", "order")
    wide = (2.1, 2.3, 1.3, 1.3, 1.2, 1.8, 1.6)
    morale = Blank()
    parts: list[Part] = []
    if men is None:
        parts += [
            Heading(formatter.term("table.squads")),
            _squads_grid(formatter),
            Heading(formatter.term("sheet.roster")),
        ]
        rows = [
            (Blank(), Blank(), Blank(), Boxes(WOUND_BOXES), morale, _ammo_boxes(formatter), Blank())
            for _ in range(12)
        ]
        return [_make_sheet("roster", document, formatter, [*parts, Grid(head, tuple(rows), wide, 2.4)])]
    parts.append(Paragraph(formatter.sentence("sheet.squad", {"row": document["squad"]})))
    for team in FRIENDLY:
        rows = [_man_row(man, document["typed"], formatter) for man in men if man["team"] == team]
        parts += [Heading(formatter.name("team", team)), Grid(head, tuple(rows), wide, 2.2)]
    return [
        _make_sheet("roster", document, formatter, [*parts, Paragraph(formatter.term("sheet.blank_numbers"))])
    ]


def _ammo_boxes(formatter: MessageFormatter) -> Boxes:
    return Boxes(2, (formatter.term("sheet.low"), formatter.term("sheet.out")))


def _squads_grid(formatter: MessageFormatter) -> Grid:
    rows = tuple(
        (number, *(", ".join(formatter.soldier(man) for man in squad[team]) for team in FRIENDLY))
        for number, squad in formatter.catalog.squads.items()
    )
    return Grid(("1D6", *(formatter.name("team", team) for team in FRIENDLY)), rows, (0.5, 3, 3, 5))


def _man_row(man: Document, typed: Document, formatter: MessageFormatter) -> tuple[Any, ...]:
    row = formatter.catalog.men[man["id"]]
    values = {name: typed.get(f"{name}.{man['id']}", getattr(row, name)) for name in ("tq", "ldr", "ws")}
    numbers = " ".join(
        f"{name.upper()} {value if value is not None else '__'}" for name, value in values.items()
    )
    skill = formatter.name("skill", row.skill) if row.skill not in (None, "none") else ""
    seen = formatter.term("sheet.spotted" if man["spotted"] else "sheet.hidden")
    gone = formatter.name("fate", man["fate"]) if man["fate"] else f"{man['hex']}, {seen}"
    wounds = formatter.words("wound", man["wounds"]) if man["wounds"] else Boxes(WOUND_BOXES)
    order = formatter.name("order", man["order"]) if man["order"] else Blank()
    ammo = formatter.name("ammo", man["ammo"]) if man["ammo"] != "full" else _ammo_boxes(formatter)
    weapon = formatter.name("weapon", row.weapon) if row.weapon else ""
    shown = " · ".join(filter(None, (numbers, skill, weapon)))
    return (
        formatter.soldier(man["id"]),
        shown,
        gone,
        wounds,
        formatter.name("morale", man["morale"]),
        ammo,
        order,
    )


def standing(document: Document, formatter: MessageFormatter) -> list[Sheet]:
    """Return the state of the game and the points."""
    where = {"turn": document["turn"], "last": document["scenario"]["length_turns"]}
    facts = [
        (formatter.term("sheet.turn"), formatter.sentence("sheet.turn_of", where)),
        (
            formatter.term("sheet.hand"),
            formatter.sentence("sheet.cards", {"hand": document["hand"], "aside": document["aside"]}),
        ),
        (formatter.term("sheet.points"), str(document["points"])),
        (formatter.term("sheet.level"), formatter.translate(document["level"] or "—")),
    ]
    if card := formatter.card_in_force(document):
        facts.append((formatter.term("combat.in_force"), card))
    if document["sequence"]:
        facts.append((formatter.term("sheet.sequence"), formatter.words("team", document["sequence"])))
    if document["smoke"]:
        hexes = "; ".join(", ".join(cloud["hexes"]) for cloud in document["smoke"])
        facts.append((formatter.term("sheet.smoke"), hexes))
    parts: list[Part] = [*origin_parts(document["scenario"], formatter), Facts(tuple(facts))]
    parts += [Heading(formatter.term("sheet.enemies")), _enemies_grid(document, formatter)]
    numbers = tuple(
        (formatter.typed_number(key), str(value))
        for key, value in document["typed"].items()
        if type(value) is int
    )
    if numbers:
        head = _make_head(formatter, "what", "value")
        parts += [Heading(formatter.term("sheet.typed")), Grid(head, numbers, (5, 1), halves=2)]
    return [_make_sheet("standing", document, formatter, parts)]


def _enemies_grid(document: Document, formatter: MessageFormatter) -> Grid:
    """Return the enemies as far as known; a face-down counter is its team and hex."""
    rows = []
    for enemy in document["enemies"]:
        known = enemy["known"] or enemy["looked_at"] or enemy["fate"] in ("dead", "decoy")
        name = (
            formatter.counter(enemy["who"]) if known and enemy["who"] else formatter.term("sheet.face_down")
        )
        state = (
            formatter.name("fate", enemy["fate"])
            if enemy["fate"]
            else formatter.term("sheet.alert" if enemy["alert"] else "sheet.waiting")
        )
        order = formatter.name("order", enemy["order"]) if enemy["order"] else ""
        ways = "/".join(map(str, enemy["ways"]))
        rows.append(
            (
                formatter.soldier(enemy["id"]),
                formatter.name("team", enemy["team"]),
                enemy["hex"],
                name,
                state,
                f"{order} {ways}".strip(),
                formatter.name("morale", enemy["morale"]),
            )
        )
    head = _make_head(formatter, "enemy", "team", "hex", "found", "state", "order", "morale")
    return Grid(head, tuple(rows), (1.2, 1, 0.9, 2.6, 1.3, 1.6, 1.2))


def key(document: Document, formatter: MessageFormatter) -> list[Sheet]:
    """Return the sealed key for the referee: who lies face down where.

    Players with their own cup have none.
    """
    sealed = [
        enemy
        for enemy in document["enemies"]
        if enemy["who"] and not enemy["known"] and not enemy["looked_at"] and not enemy["fate"]
    ]
    if not sealed:
        return []
    rows = tuple(
        (formatter.soldier(enemy["id"]), enemy["hex"], formatter.counter(enemy["who"])) for enemy in sealed
    )
    head = _make_head(formatter, "enemy", "hex", "found")
    warning = Paragraph(formatter.term("sheet.key_warning"), loud=True)
    return [_make_sheet("key", document, formatter, [warning, Grid(head, rows, (1, 1, 3))])]


def smoke(document: Document, formatter: MessageFormatter) -> list[Sheet]:
    """18.0: return a line for each explosion with its markers turn by turn."""
    term = formatter.term
    head = _make_head(formatter, "source", "value", "hex_1", "hex_2", "hex_3", "hex_4", "fading")
    rows: list[tuple[Any, ...]] = []
    for cloud in document.get("smoke") or ():
        cells = [*cloud["hexes"], *("",) * 4][:4]
        fading = term("yes_no.yes") if cloud["fading"] else Boxes(1)
        rows.append(
            (
                formatter.name("weapon", cloud["weapon"]),
                str(cloud["value"]),
                *(cell or Blank() for cell in cells),
                fading,
            )
        )
    rows += [
        (Blank(), Blank(), Blank(), Blank(), Blank(), Blank(), Boxes(1)) for _ in range(BLANK_SMOKE_ROWS)
    ]
    parts: list[Part] = [
        Paragraph(term("sheet.smoke_rule")),
        Grid(head, tuple(rows), (2, 0.8, 1, 1, 1, 1, 1), 2.4),
    ]
    lights = [(Blank(), Blank(), Boxes(3)) for _ in range(4)]
    parts += [
        Heading(term("sheet.lights")),
        Paragraph(term("sheet.light_rule")),
        Grid(_make_head(formatter, "hex", "turn", "gone"), tuple(lights), (2, 1, 2), 1.6),
    ]
    return [_make_sheet("smoke", document, formatter, parts)]


def turns(document: Document, formatter: MessageFormatter) -> list[Sheet]:
    """Return a line for each turn (card, initiative of seven teams, four impulses), and the 22 steps."""
    scenario, term = _find_scenario(document), formatter.term
    count = scenario.get("length_turns") or 10
    teams = tuple(formatter.name("team", team) for team in (*FRIENDLY, *ENEMY))
    head = (term("sheet.turn"), term("sheet.card_played"), *teams, term("sheet.impulses"))
    free: tuple[Cell, ...] = (Blank(),) * (len(teams) + 1)
    rows = tuple((str(n), *free, Boxes(4)) for n in range(1, min(count, MAX_TURNS) + 1))
    steps = tuple((Boxes(1), step, formatter.name("step", step)) for step in formatter.catalog.steps)
    parts: list[Part] = [Grid(head, rows, (0.7, 1.2, *(1.0,) * 7, 1.6), 1.5)]
    parts += [Heading(term("sheet.steps")), Grid(("", "4.0", term("sheet.text")), steps, (0.3, 0.5, 7))]
    return [_make_sheet("turns", document, formatter, parts)]


def service(document: Document, formatter: MessageFormatter) -> list[Sheet]:
    """Return the service record, which states that it has no effect on play."""
    term = formatter.term
    names = ("man", "games", "wounds", "captured", "papers", "commendations", "killed", "note")
    rows = tuple(
        (
            formatter.soldier(man["id"]),
            *(str(man[name]) for name in names[1:6]),
            _format_yes_no(man["killed"], formatter) if man["killed"] else "",
            man.get("note", ""),
        )
        for man in document.get("men") or ()
    )
    effect = document.get("effect")
    effect_text = (
        formatter.sentence("sheet.effect", {"effect": effect}) if effect else term("sheet.no_effect")
    )
    parts: list[Part] = [Paragraph(effect_text, loud=True)]
    parts.append(
        Grid(tuple(term(f"sheet.{name}") for name in names), rows, (2.4, 0.8, 0.9, 1.1, 1.2, 1.5, 0.9, 2.2))
    )
    games = tuple(
        (
            formatter.translate(g["scenario"]),
            str(g["squad"]),
            str(g["points"]),
            formatter.translate(g["level"]),
        )
        for g in document.get("games") or ()
    )
    if games:
        parts += [
            Heading(term("field.games")),
            Grid(
                _make_head(formatter, "scenario", "squad_row", "points", "level"),
                games,
                (3, 1, 1, 3),
            ),
        ]
    return [
        _make_headed_sheet(
            "service",
            formatter.term("sheet.service"),
            formatter.translate(document["title"]),
            formatter,
            parts,
        )
    ]


def template(document: Document, formatter: MessageFormatter) -> list[Sheet]:
    """Return the options of the scenario generator."""
    facts = [
        (formatter.term("field.maps"), formatter.words("map", document.get("maps") or ())),
        (
            formatter.term("field.dates"),
            "; ".join(formatter.translate(text) for text in document.get("dates") or ()),
        ),
        (
            formatter.term("field.locations"),
            "; ".join(formatter.translate(text) for text in document.get("locations") or ()),
        ),
        (formatter.term("field.setup_pool"), ", ".join(document.get("setup_pool") or ())),
    ]
    for name in ("setup_count", "spare", "decoys", "hand", "length"):
        given = document.get(name)
        facts.append(
            (formatter.term(f"field.{name}"), f"{given['least']} – {given['most']}" if given else "—")
        )
    loud = Paragraph(formatter.term("sheet.house"), loud=True)
    about = formatter.translate(document.get("about") or "")
    parts: list[Part] = [loud, *([Paragraph(about)] if about else []), Facts(tuple(facts))]
    return [
        _make_headed_sheet(
            "template",
            formatter.translate(document["title"]),
            formatter.term("kind.template"),
            formatter,
            parts,
        )
    ]
