"""What stands on each sheet: scenario card, event tables, roster, set-up, sealed key, smoke, turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from catalogs.games.combat_solitaire import ENEMY, FRIENDLY
from exports.kit.sheet import Beside, Blank, Boxes, Cell, Facts, Grid, Heading, Paragraph, Part, Sheet

from .scribe import Scribe

Document = Mapping[str, Any]
Maker = Callable[[Document, Scribe], list[Sheet]]
WOUND_BOXES = 3
FREE_SMOKE = 8
MOST_TURNS = 30


def sheets_of(document: Document, scribe: Scribe, wanted: Sequence[str] | None = None) -> list[Sheet]:
    """Every sheet of a document, or those that are wanted."""
    kind = str(document.get("format", "")).split("/")[1].removeprefix("combat-")
    makers = {
        "scenario": (card, events, roster, smoke, turns),
        "play": (standing, roster, key, card, events, smoke, turns),
        "service": (service,),
        "template": (template,),
    }[kind]
    found: list[Sheet] = []
    for make in makers:
        if not wanted or make.__name__ in wanted:
            found += make(document, scribe)
    return found


def _scenario(document: Document) -> Document:
    found: Document = document["scenario"] if "enemies" in document else document
    return found


def _title(document: Document, scribe: Scribe) -> str:
    return scribe.said(_scenario(document)["title"])


def _sheet(name: str, document: Document, scribe: Scribe, parts: Sequence[Part]) -> Sheet:
    return _headed(name, scribe.term(f"sheet.{name}"), _title(document, scribe), scribe, parts)


def _headed(name: str, title: str, above: str, scribe: Scribe, parts: Sequence[Part]) -> Sheet:
    """Return a sheet with its running lines: what it belongs to, and the game."""
    return Sheet(name, title, parts, above=above, right=scribe.term("game.combat_solitaire"))


def origin(scenario: Document, scribe: Scribe) -> list[Part]:
    """Whose it is, and that none of it is the game's; said on every sheet that could be taken for it."""
    loud = scribe.term(f"source_said.{scenario['source']}")
    if scenario.get("seed"):
        loud += " " + scribe.sentence("sheet.seed", {"seed": scenario["seed"]})
    about = scribe.said(scenario.get("about") or "")
    return [Paragraph(loud, loud=True), *([Paragraph(about)] if about else [])]


def card(document: Document, scribe: Scribe) -> list[Sheet]:
    """22.0 §1-6 and the special rules."""
    s = _scenario(document)
    said, term = scribe.said, scribe.term
    blank = term("sheet.blank")

    def word(kind: str, value: Any) -> str:
        return blank if value is None else scribe.name(kind, value)

    edges, compass = s.get("edges") or {}, s.get("compass")
    pointing = scribe.sentence("sheet.compass", compass) if compass else blank
    facts = [
        ("date", said(s.get("date") or "") or blank),
        ("location", said(s.get("location") or "") or blank),
        ("maps", scribe.words("map", s.get("maps") or ()) if s.get("maps") else blank),
        ("board", scribe.sentence("sheet.board", s["board"]) if s.get("board") else term("sheet.whole_map")),
        ("compass", pointing),
        (
            "edges",
            scribe.sentence(
                "sheet.edges", {name: word("edge", edges.get(name)) for name in ("friendly", "enemy")}
            ),
        ),
        ("length_turns", _number(s.get("length_turns"), blank)),
        ("starting_hand", _number(s.get("starting_hand"), blank)),
        ("friendly_start_state", word("friendly_start_state", s.get("friendly_start_state"))),
        ("friendly_default_morale", word("morale", s.get("friendly_default_morale"))),
        ("enemy_default_morale", word("morale", s.get("enemy_default_morale"))),
        ("enemy_default_alert", word("enemy_default_alert", s.get("enemy_default_alert"))),
        ("enemy_prepared", _yes(s.get("enemy_prepared"), scribe)),
        ("large_battle", _yes(s.get("large_battle"), scribe)),
        ("wind_direction", _number(s.get("wind_direction"), blank)),
        *_light(s, scribe),
    ]
    parts: list[Part] = [
        *origin(s, scribe),
        Facts(tuple((term(f"field.{name}"), value) for name, value in facts)),
    ]
    texts = [*_texts(s, scribe), *_rules(s, scribe)]
    parts.append(
        Beside(
            (Heading(term("field.enemy_cup")), _cup(s, scribe)),
            (Heading(term("field.friendly_setup")), *_zones(s, scribe)),
        )
    )
    parts += [Heading(term("field.enemy_setup_hexes")), _setup(s, scribe)]
    parts.append(
        Beside(
            (Heading(term("field.victory_points")), _points(s, document, scribe)),
            (Heading(term("field.victory_levels")), _ladder(s, scribe)),
            share=0.7,
        )
    )
    parts += _beside(texts)
    return [_headed("card", _title(document, scribe), term("sheet.card"), scribe, parts)]


def _number(value: Any, blank: str) -> str:
    return blank if value is None else str(value)


def _yes(value: Any, scribe: Scribe) -> str:
    return (
        scribe.term("sheet.blank") if value is None else scribe.term("yes_no.yes" if value else "yes_no.no")
    )


def _light(s: Document, scribe: Scribe) -> list[tuple[str, str]]:
    found = []
    if s.get("night"):
        found.append(("night", scribe.sentence("sheet.night", s["night"])))
    if s.get("flares"):
        holder = scribe.said(s["flares"].get("holder", ""))
        found.append(
            ("flares", scribe.sentence("sheet.flares", {"number": s["flares"]["number"], "holder": holder}))
        )
    return found


def _cup(s: Document, scribe: Scribe) -> Grid:
    rows = []
    for team in ENEMY:
        part = (s.get("enemy_cup") or {}).get(team) or {}
        count = part.get("count", 0)
        any_ = scribe.sentence("sheet.any", {"count": count}) if count else "–"
        ids = ", ".join(map(str, part.get("ids") or ())) or any_
        rows.append((scribe.name("team", team), ids, str(part.get("decoys", 0))))
    head = tuple(scribe.term(f"sheet.{name}") for name in ("team", "counters", "decoys"))
    return Grid(head, tuple(rows), (1, 3, 1))


def _setup(s: Document, scribe: Scribe) -> Grid:
    hexes = s.get("enemy_setup_hexes") or ()
    rows = [(str(number), hex_, Boxes(1), Blank()) for number, hex_ in enumerate(hexes, 1)]
    head = tuple(scribe.term(f"sheet.{name}") for name in ("number", "hex", "face_down", "found"))
    return Grid(head, tuple(rows), (0.6, 1, 1.2, 3), halves=4)


def _zones(s: Document, scribe: Scribe) -> list[Part]:
    setup = s.get("friendly_setup") or {}
    text = scribe.said(setup.get("text") or "")
    zones = tuple(
        (scribe.name("team", zone["team"]), ", ".join(zone["hexes"])) for zone in setup.get("zones") or ()
    )
    found: list[Part] = [Paragraph(text)] if text else []
    return [*found, *([Facts(zones)] if zones else [])]


def _points(s: Document, document: Document, scribe: Scribe) -> Grid:
    score = document.get("score") or {}
    rows = tuple(
        (scribe.said(each["text"]), f"{each['points']:+d}", str(score.get(each["id"], "")), Boxes(6))
        for each in s.get("victory_points") or ()
    )
    head = tuple(scribe.term(f"sheet.{name}") for name in ("action", "points", "count", "tally"))
    return Grid(head, rows, (4.7, 1, 0.9, 1.8))


def _ladder(s: Document, scribe: Scribe) -> Grid:
    rows = tuple((_band(each, scribe), scribe.said(each["title"])) for each in s.get("victory_levels") or ())
    return Grid((scribe.term("sheet.points"), scribe.term("sheet.level")), rows, (1, 1.6))


def _band(band: Document, scribe: Scribe) -> str:
    if band["from"] is None:
        return scribe.sentence("sheet.up_to", {"most": band["to"]})
    return (
        scribe.sentence("sheet.from", {"least": band["from"]})
        if band["to"] is None
        else f"{band['from']} – {band['to']}"
    )


def _texts(s: Document, scribe: Scribe) -> list[Part]:
    """Special rules, and what can be searched."""
    found: list[Part] = []
    for name in ("special_rules", "search_targets"):
        texts = s.get(name) or ()
        if texts:
            found.append(Heading(scribe.term(f"field.{name}")))
            found += [Paragraph(scribe.said(text)) for text in texts]
    return found


def _beside(parts: Sequence[Part]) -> list[Part]:
    """Return what the first heading heads beside what the others head."""
    headings = [place for place, part in enumerate(parts) if isinstance(part, Heading)]
    if len(headings) < 2:
        return list(parts)
    return [Beside(parts[: headings[1]], parts[headings[1] :], share=0.3)]


def _rules(s: Document, scribe: Scribe) -> list[Part]:
    """Optional rules to choose from."""
    found: list[Part] = []
    optional = s.get("optional_rules") or ()
    if optional:
        rows = tuple(
            (
                Boxes(1),
                scribe.said(each["title"]),
                scribe.said(each["text"]),
                _yes(each["modifies_victory"], scribe),
            )
            for each in optional
        )
        head = ("", *(scribe.term(f"sheet.{name}") for name in ("rule", "text", "victory")))
        found += [Heading(scribe.term("field.optional_rules"))]
        found.append(Grid(head, rows, (0.5, 2.2, 3.4, 1.7)))
        found.append(Paragraph(scribe.term("sheet.one_victory")))
    return found


def events(document: Document, scribe: Scribe) -> list[Sheet]:
    """Both event tables, and the rows of artillery."""
    s = _scenario(document)
    tables = s.get("event_tables") or {}
    parts: list[Part] = [*origin(s, scribe)[:1]]
    if tables.get("kind") in ("generic_attack", "generic_defence"):
        return [
            _sheet(
                "events", document, scribe, [*parts, Paragraph(scribe.term(f"kind_said.{tables['kind']}"))]
            )
        ]
    for side in ("friendly", "enemy"):
        rows = sorted(tables.get(side) or (), key=lambda row: int(row["roll"]))
        told = {row["roll"]: row for row in rows}
        cells = [
            (str(n), scribe.said(told[n]["title"]), scribe.said(told[n]["text"]))
            if n in told
            else (str(n), "", "")
            for n in range(10)
        ]
        head = ("1D10", scribe.term("sheet.event"), scribe.term("sheet.text"))
        parts += [Heading(scribe.term(f"sheet.events_{side}")), Grid(head, tuple(cells), (0.6, 2, 5))]
        for row in rows:
            if row.get("artillery"):
                parts += _guns(row, scribe)
    return [_sheet("events", document, scribe, parts)]


def _guns(row: Document, scribe: Scribe) -> list[Part]:
    guns = row["artillery"]
    said = scribe.sentence(
        "sheet.guns",
        {"title": scribe.said(row["title"]), **{k: guns[k] for k in ("weapon", "attacks", "scatter")}},
    )
    return [Paragraph(said), Grid(tuple(map(str, range(10))), (tuple(guns["hexes"]),))]


def roster(document: Document, scribe: Scribe) -> list[Sheet]:
    """The squad with boxes for wounds, morale and ammunition; unrolled, the squad table and empty lines."""
    men = document.get("men")
    head = tuple(
        scribe.term(f"sheet.{name}")
        for name in ("man", "numbers", "hex", "wounds", "morale", "ammo", "order")
    )
    wide = (2.1, 2.5, 0.9, 1.4, 1.3, 1.8, 1.6)
    morale = Blank()
    parts: list[Part] = []
    if men is None:
        parts += [Heading(scribe.term("table.squads")), _squads(scribe), Heading(scribe.term("sheet.roster"))]
        rows = [
            (Blank(), Blank(), Blank(), Boxes(WOUND_BOXES), morale, _ammo(scribe), Blank()) for _ in range(12)
        ]
        return [_sheet("roster", document, scribe, [*parts, Grid(head, tuple(rows), wide, 2.4)])]
    parts.append(Paragraph(scribe.sentence("sheet.squad", {"row": document["squad"]})))
    for team in FRIENDLY:
        rows = [_man(each, scribe) for each in men if each["team"] == team]
        parts += [Heading(scribe.name("team", team)), Grid(head, tuple(rows), wide, 2.2)]
    return [_sheet("roster", document, scribe, [*parts, Paragraph(scribe.term("sheet.blank_numbers"))])]


def _ammo(scribe: Scribe) -> Boxes:
    return Boxes(2, (scribe.term("sheet.low"), scribe.term("sheet.out")))


def _squads(scribe: Scribe) -> Grid:
    rows = tuple(
        (number, *(", ".join(scribe.soldier(man) for man in squad[team]) for team in FRIENDLY))
        for number, squad in scribe.catalog.squads.items()
    )
    return Grid(("1D6", *(scribe.name("team", team) for team in FRIENDLY)), rows, (0.5, 3, 3, 5))


def _man(man: Document, scribe: Scribe) -> tuple[Any, ...]:
    row = scribe.catalog.men[man["id"]]
    numbers = " ".join(
        f"{name} {value if value is not None else '__'}"
        for name, value in (("TQ", row.tq), ("LDR", row.ldr), ("WS", row.ws))
    )
    skill = scribe.name("skill", row.skill) if row.skill not in (None, "none") else ""
    gone = scribe.name("fate", man["fate"]) if man["fate"] else man["hex"]
    wounds = scribe.words("wound", man["wounds"]) if man["wounds"] else Boxes(WOUND_BOXES)
    order = scribe.name("order", man["order"]) if man["order"] else Blank()
    ammo = scribe.name("ammo", man["ammo"]) if man["ammo"] != "full" else _ammo(scribe)
    weapon = scribe.name("weapon", row.weapon) if row.weapon else ""
    shown = " · ".join(filter(None, (numbers, skill, weapon)))
    return scribe.soldier(man["id"]), shown, gone, wounds, scribe.name("morale", man["morale"]), ammo, order


def standing(document: Document, scribe: Scribe) -> list[Sheet]:
    """Where the game is, and what the points are."""
    where = {"turn": document["turn"], "last": document["scenario"]["length_turns"]}
    facts = [
        (scribe.term("sheet.turn"), scribe.sentence("sheet.turn_of", where)),
        (
            scribe.term("sheet.hand"),
            scribe.sentence("sheet.cards", {"hand": document["hand"], "aside": document["aside"]}),
        ),
        (scribe.term("sheet.points"), str(document["points"])),
        (scribe.term("sheet.level"), scribe.said(document["level"] or "—")),
    ]
    if document["sequence"]:
        facts.append((scribe.term("sheet.sequence"), scribe.words("team", document["sequence"])))
    if document["smoke"]:
        hexes = "; ".join(", ".join(each["hexes"]) for each in document["smoke"])
        facts.append((scribe.term("sheet.smoke"), hexes))
    parts: list[Part] = [*origin(document["scenario"], scribe), Facts(tuple(facts))]
    parts += [Heading(scribe.term("sheet.enemies")), _enemies(document, scribe)]
    return [_sheet("standing", document, scribe, parts)]


def _enemies(document: Document, scribe: Scribe) -> Grid:
    """The enemy as far as he is known: a face-down counter is its team and hex."""
    rows = []
    for each in document["enemies"]:
        known = each["known"] or each["looked_at"] or each["fate"] in ("dead", "decoy")
        name = scribe.counter(each["who"]) if known and each["who"] else scribe.term("sheet.face_down")
        state = (
            scribe.name("fate", each["fate"])
            if each["fate"]
            else scribe.term("sheet.alert" if each["alert"] else "sheet.waiting")
        )
        order = scribe.name("order", each["order"]) if each["order"] else ""
        ways = "/".join(map(str, each["ways"]))
        rows.append(
            (
                scribe.soldier(each["id"]),
                scribe.name("team", each["team"]),
                each["hex"],
                name,
                state,
                f"{order} {ways}".strip(),
                scribe.name("morale", each["morale"]),
            )
        )
    head = tuple(
        scribe.term(f"sheet.{name}") for name in ("enemy", "team", "hex", "found", "state", "order", "morale")
    )
    return Grid(head, tuple(rows), (1.2, 1, 0.9, 2.6, 1.3, 1.6, 1.2))


def key(document: Document, scribe: Scribe) -> list[Sheet]:
    """The sealed key, for the referee: who lies face down where. With a cup of one's own there is none."""
    sealed = [
        each
        for each in document["enemies"]
        if each["who"] and not each["known"] and not each["looked_at"] and not each["fate"]
    ]
    if not sealed:
        return []
    rows = tuple((scribe.soldier(each["id"]), each["hex"], scribe.counter(each["who"])) for each in sealed)
    head = tuple(scribe.term(f"sheet.{name}") for name in ("enemy", "hex", "found"))
    warning = Paragraph(scribe.term("sheet.key_warning"), loud=True)
    return [_sheet("key", document, scribe, [warning, Grid(head, rows, (1, 1, 3))])]


def smoke(document: Document, scribe: Scribe) -> list[Sheet]:
    """18.0: a line for each explosion: its markers turn by turn."""
    term = scribe.term
    head = tuple(
        term(f"sheet.{name}") for name in ("source", "value", "hex_1", "hex_2", "hex_3", "hex_4", "fading")
    )
    rows: list[tuple[Any, ...]] = []
    for each in document.get("smoke") or ():
        cells = [*each["hexes"], *("",) * 4][:4]
        fading = term("yes_no.yes") if each["fading"] else Boxes(1)
        rows.append(
            (
                scribe.name("weapon", each["weapon"]),
                str(each["value"]),
                *(cell or Blank() for cell in cells),
                fading,
            )
        )
    rows += [(Blank(), Blank(), Blank(), Blank(), Blank(), Blank(), Boxes(1)) for _ in range(FREE_SMOKE)]
    parts: list[Part] = [
        Paragraph(term("sheet.smoke_rule")),
        Grid(head, tuple(rows), (2, 0.8, 1, 1, 1, 1, 1), 2.4),
    ]
    lights = [(Blank(), Blank(), Boxes(3)) for _ in range(4)]
    parts += [
        Heading(term("sheet.lights")),
        Paragraph(term("sheet.light_rule")),
        Grid(tuple(term(f"sheet.{n}") for n in ("hex", "turn", "gone")), tuple(lights), (2, 1, 2), 1.6),
    ]
    return [_sheet("smoke", document, scribe, parts)]


def turns(document: Document, scribe: Scribe) -> list[Sheet]:
    """A line for each turn: the card, the initiative of seven teams, the four impulses; and the 22 steps."""
    s, term = _scenario(document), scribe.term
    count = s.get("length_turns") or 10
    teams = tuple(scribe.name("team", team) for team in (*FRIENDLY, *ENEMY))
    head = (term("sheet.turn"), term("sheet.card_played"), *teams, term("sheet.impulses"))
    free: tuple[Cell, ...] = (Blank(),) * (len(teams) + 1)
    rows = tuple((str(n), *free, Boxes(4)) for n in range(1, min(count, MOST_TURNS) + 1))
    steps = tuple((Boxes(1), step, scribe.name("step", step)) for step in scribe.catalog.steps)
    parts: list[Part] = [Grid(head, rows, (0.7, 1.2, *(1.0,) * 7, 1.6), 1.5)]
    parts += [Heading(term("sheet.steps")), Grid(("", "4.0", term("sheet.text")), steps, (0.3, 0.5, 7))]
    return [_sheet("turns", document, scribe, parts)]


def service(document: Document, scribe: Scribe) -> list[Sheet]:
    """The service record; it says that it has no effect on play."""
    term = scribe.term
    names = ("man", "games", "wounds", "captured", "papers", "commendations", "killed", "note")
    rows = tuple(
        (
            scribe.soldier(man["id"]),
            *(str(man[name]) for name in names[1:6]),
            _yes(man["killed"], scribe) if man["killed"] else "",
            man.get("note", ""),
        )
        for man in document.get("men") or ()
    )
    effect = document.get("effect")
    said = scribe.sentence("sheet.effect", {"effect": effect}) if effect else term("sheet.no_effect")
    parts: list[Part] = [Paragraph(said, loud=True)]
    parts.append(
        Grid(tuple(term(f"sheet.{name}") for name in names), rows, (2.4, 0.8, 0.9, 1.1, 1.2, 1.5, 0.9, 2.2))
    )
    games = tuple(
        (scribe.said(g["scenario"]), str(g["squad"]), str(g["points"]), scribe.said(g["level"]))
        for g in document.get("games") or ()
    )
    if games:
        parts += [
            Heading(term("field.games")),
            Grid(
                tuple(term(f"sheet.{n}") for n in ("scenario", "squad_row", "points", "level")),
                games,
                (3, 1, 1, 3),
            ),
        ]
    return [_headed("service", scribe.term("sheet.service"), scribe.said(document["title"]), scribe, parts)]


def template(document: Document, scribe: Scribe) -> list[Sheet]:
    """What the house's generator may choose from."""
    facts = [
        (scribe.term("field.maps"), scribe.words("map", document.get("maps") or ())),
        (scribe.term("field.dates"), "; ".join(scribe.said(one) for one in document.get("dates") or ())),
        (
            scribe.term("field.locations"),
            "; ".join(scribe.said(one) for one in document.get("locations") or ()),
        ),
        (scribe.term("field.setup_pool"), ", ".join(document.get("setup_pool") or ())),
    ]
    for name in ("setup_count", "spare", "decoys", "hand", "length"):
        given = document.get(name)
        facts.append((scribe.term(f"field.{name}"), f"{given['least']} – {given['most']}" if given else "—"))
    loud = Paragraph(scribe.term("sheet.house"), loud=True)
    about = scribe.said(document.get("about") or "")
    parts: list[Part] = [loud, *([Paragraph(about)] if about else []), Facts(tuple(facts))]
    return [_headed("template", scribe.said(document["title"]), scribe.term("kind.template"), scribe, parts)]
