"""The parts of the sheet of a side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exports.kit.sheet import Beside, Grid, Heading, Paragraph, Part, Sheet, Track
from generator.games.schwerpunkt.battle import SIDES, Battle, opposing_side
from generator.games.schwerpunkt.checks import list_demands
from generator.games.schwerpunkt.clock import DAY_MINUTES, HOUR_MINUTES

from .clock import Hour, Row, make_clock_figure
from .ground import make_ground_figure
from .messages import MessageFormatter

Document = Mapping[str, Any]
BLANK = "____"  # space to write
MORALE_TRACK = range(1, 13)
CLOCK_ROW_MINUTES = 4 * HOUR_MINUTES  # minutes of the clock in a row


@dataclass(frozen=True)
class SideSheet:
    """The sheet of one side, of a battle as written or in play."""

    battle: Document
    side: str
    formatter: MessageFormatter
    play: Document | None = None

    def w(self, key: str, **facts: Any) -> str:
        return self.formatter.sentence(f"sheet.{key}", facts)

    def head(self, *names: str) -> tuple[str, ...]:
        return tuple(self.w(f"col_{name}") for name in names)

    def n(self, value: object) -> str:
        return BLANK if value is None else str(value)

    def sheet(self) -> Sheet:
        name, seat = self.battle["sides"][self.side]["name"], self.formatter.name("seat", self.side)
        plain = self.formatter.translate(name) == seat  # the author gave the side no name
        title = seat if plain else self.w("side", side=self.side, name=name)
        game = self.formatter.term("game.schwerpunkt")
        return Sheet(self.side, title, tuple(self._parts()), above=self.battle["title"], right=game)

    def _parts(self) -> Iterator[Part]:
        yield Paragraph(self.formatter.term(f"origin.{self.battle['kind']}"), soft=True)
        if self.battle["about"]:
            yield Paragraph(self.battle["about"], soft=True)
        yield from self._now()
        yield from self._ground()
        yield from self._headquarters()
        yield from self._guests()
        yield from self._tracks()
        yield from self._enemy()
        yield from self._coming()
        yield from self._end()
        yield from self._clock()
        yield from self._aid()

    def _now(self) -> Iterator[Part]:
        if self.play is None:
            return
        clock = self.play["clock"]
        period = self.formatter.term(f"period.{clock['period']}") if clock["period"] else "-"
        yield Paragraph(
            self.w(
                "now",
                box=clock["label"],
                end=clock["end"] or "-",
                period=period,
                weather=self.play["weather"] or "-",
                number=self.play["cycle"],
            )
        )
        for kind in ("interdiction", "barrage"):
            for marker in self.play.get(f"{kind}s", ()):
                facts = {"side": marker["side"], "hex": marker["hex"] or "–"}
                yield Paragraph(self.formatter.sentence(f"page.marker_{kind}", facts))

    def _ground(self) -> Iterator[Part]:
        """Yield the map of a battle that has one by numbers, with the counters this side may see."""
        if self.battle.get("ground"):
            yield Heading(self.w("ground"))
            yield Paragraph(self.w("ground_about"), soft=True)
            yield make_ground_figure(self.battle, self.formatter)

    # Counters

    def _rows(self, group: str, side: str) -> list[Document]:
        return [row for row in self.battle[group] if row["side"] == side]

    def _stands(self, row: Document) -> Document:
        """Return how a counter stands: its state in play, otherwise its starting state."""
        if self.play is None:
            return {
                "formation": row["formation"],
                "mode": row.get("mode", "good"),
                "markers": [],
                "hex": row["hex"],
            }
        counter = next(
            (candidate for candidate in self.play["counters"] if candidate["id"] == row["id"]), None
        )
        return counter or {"formation": row["formation"], "mode": "", "markers": [], "hex": None}

    def _headquarters(self) -> Iterator[Part]:
        for hq in self._rows("hqs", self.side):
            yield Heading(hq["name"])
            yield Paragraph(
                self.w(
                    "hq",
                    command=self.n(hq["command"]),
                    bonus=self.n(hq["bonus"]),
                    range=self.n(hq["range"]),
                    march=self.n(hq["march_range"]),
                    assault=self.n(hq["assault"]),
                    morale=self.n(self._morale(hq)),
                    hex=self._stands(hq)["hex"] or BLANK,
                    **self._command(hq),
                )
            )
            units = [row for row in self._rows("units", self.side) if row["hq"] == hq["id"]]
            if units:
                yield self._units(units)
            trains = [row for row in self._rows("trains", self.side) if row["hq"] == hq["id"]]
            if trains:
                yield self._trains(trains)

    def _command(self, hq: Document) -> dict[str, str]:
        """5.5, 13.2: return whether a headquarters is Just Activated and its reserves; blank before play."""
        if self.play is None:
            return {"just": "  ", "reserves": BLANK}
        hqs = self.play["sides"][hq["side"]]["hqs"]
        state = next(candidate for candidate in hqs if candidate["id"] == hq["id"])
        return {"just": "X" if state["just_activated"] else "  ", "reserves": str(state["reserves"])}

    def _morale(self, hq: Document) -> int | None:
        if self.play is None:
            printed: int | None = hq["morale"]
            return printed
        hqs = self.play["sides"][hq["side"]]["hqs"]
        return next((candidate["morale"] for candidate in hqs if candidate["id"] == hq["id"]), None)

    def _guests(self) -> Iterator[Part]:
        units = [row for row in self._rows("units", self.side) if row["hq"] is None]
        if not units:
            return
        names = {row["id"]: row["name"] for row in self.battle["hqs"]}
        yield Heading(self.w("guests"))
        yield self._units(units)
        for row in units:
            serves = self.formatter.list([names.get(one, one) for one in row["permitted"]])
            yield Paragraph(self.w("serves", unit=row["name"], hqs=serves), soft=True)

    def _units(self, units: Sequence[Document]) -> Grid:
        head = (
            "unit",
            "type",
            "formation",
            "state",
            "hex",
            "ap",
            "at",
            "range",
            "armour",
            "assault",
            "cohesion",
            "mp",
        )
        rows = tuple(self._unit(row) for row in units)
        return Grid(self.head(*head), rows, (19, 10, 12, 13, 9, 5, 5, 6, 6, 6, 6, 5))

    def _unit(self, row: Document) -> tuple[str, ...]:
        stands = self._stands(row)
        reach = self._or_none(row["range"]) + ("*" if row["indirect"] else "")
        shown = (
            self.n(row["ap"]) if row["at"] is None else self._or_none(row["ap"]),
            self._or_none(row["at"]),
            reach,
            self._or_none(row["armour"]),
            self.n(row["assault"]),
            self._cohesion(row),
            self.n(row["mp"]),
        )
        return (
            row["name"] + (f" ({row['sub']})" if row["sub"] else ""),
            self.formatter.term(f"type.{row['type']}"),
            self.formatter.term(f"formation.{stands['formation']}"),
            self._state(stands),
            stands["hex"] or row.get("zone") or BLANK,
            *shown,
        )

    def _or_none(self, value: object) -> str:
        return "–" if value is None else str(value)

    def _cohesion(self, row: Document) -> str:
        """17.2: return the printed cohesion, or the formation's morale in brackets."""
        if row["cohesion"] is not None:
            return str(row["cohesion"])
        hq = next((candidate for candidate in self.battle["hqs"] if candidate["id"] == row["hq"]), None)
        morale = self._morale(hq) if hq else None
        return BLANK if morale is None else f"({morale})"

    def _state(self, stands: Document) -> str:
        if not stands["mode"]:
            return self.w("away")
        words = [self.formatter.term(f"marker.{name}") for name in stands["markers"]]
        if stands["mode"] != "good" or not words:
            words.insert(0, self.formatter.term(f"mode.{stands['mode']}"))
        return ", ".join(words)

    def _trains(self, trains: Sequence[Document]) -> Grid:
        rows = []
        for row in trains:
            stands = self._stands(row)
            full = stands.get("full", row["full"])
            filled = self.w("full" if full else "empty") if full is not None else "-"
            kind = self.formatter.term(f"train.{row['kind']}")
            numbers = (self.n(row["range"]), self.n(row["exhaustion"]))
            rows.append((row["name"], kind, *numbers, filled, stands["hex"] or BLANK))
        head = ("train", "kind", "range", "exhaustion", "filled", "hex")
        return Grid(self.head(*head), tuple(rows), (32, 18, 12, 16, 12, 12))

    # Tracks

    def _tracks(self) -> Iterator[Part]:
        yield Heading(self.w("tracks"))
        side = self.battle["sides"][self.side]
        many = side["reserves"]
        if many is None:
            yield Paragraph(self.w("reserves_blank"))
        else:
            ready = None if self.play is None else self.play["sides"][self.side]["reserves"]
            label = self.w("reserves") if ready is None else self.w("reserves_now", **ready)
            yield Track(label, tuple(str(n) for n in range(1, many + 1)))
        points = (
            side["supply_points"] if self.play is None else self.play["sides"][self.side]["supply_points"]
        )
        yield Paragraph(self.w("supply_points", points=self.n(points)))
        for hq in self._rows("hqs", self.side):
            morale = self._morale(hq)
            yield Track(self.w("morale", hq=hq["name"]), tuple(str(n) for n in MORALE_TRACK), morale)
        shifts = [(row["text"], f"{row['steps']:+d}") for row in self.battle["morale_shifts"]]
        if shifts:
            yield Grid((self.w("shifts"), self.w("steps")), tuple(shifts), (85, 15))

    def _coming(self) -> Iterator[Part]:
        names = {row["id"]: row["name"] for group in ("hqs", "units", "trains") for row in self.battle[group]}
        rows = [
            (
                row["box"],
                self.formatter.term(f"seat.{row['side']}"),
                row["hex"] or BLANK,
                ", ".join(names.get(one, one) for one in row["units"]) if row["side"] == self.side else "?",
            )
            for row in sorted(self.battle["reinforcements"], key=lambda row: str(row["box"]))
        ]
        if rows:
            yield Heading(self.w("reinforcements"))
            head = self.head("box", "side", "hex", "who")
            yield Grid(head, tuple(rows), (14, 14, 12, 60))

    def _enemy(self) -> Iterator[Part]:
        """2.2: yield what may be seen of the enemy."""
        enemy = opposing_side(self.side)
        yield Heading(self.w("enemy"))
        yield Paragraph(self.w("enemy_tops"), soft=True)
        hqs = [
            (row["name"], self.n(row["command"]), self.n(row["bonus"])) for row in self._rows("hqs", enemy)
        ]
        if hqs:
            yield Grid(self.head("hq", "command", "bonus"), tuple(hqs), (60, 20, 20))
        seen = [
            (counter["name"], counter["hex"] or "-", self._state(counter)) for counter in self._open(enemy)
        ]
        if seen:
            yield Grid(self.head("top", "hex", "state"), tuple(seen), (50, 20, 30))

    def _open(self, enemy: str) -> list[dict[str, Any]]:
        """Return the visible counters of the enemy."""
        if self.play is not None:
            return [
                counter
                for counter in self.play["counters"]
                if counter["side"] == enemy and counter["type"] != "hq"
            ]
        rows = [row for group in ("units", "trains") for row in self._rows(group, enemy)]
        return [{**self._stands(row), "name": row["name"]} for row in rows]

    # The clock and the aid

    def _clock(self) -> Iterator[Part]:
        clock = Battle(self.battle).clock
        yield Heading(self.w("clock"))
        if clock.last is None or clock.minutes is None:
            yield Paragraph(self.w("clock_blank"))
            return
        yield Paragraph(self.w("clock_about", minutes=clock.minutes, boxes=clock.last), soft=True)
        due = self._due()
        passed = self.play["clock"]["box"] if self.play else -1
        cells: dict[tuple[int, int], list[Hour]] = {}
        for box in range(clock.last + 1):
            at = clock.minutes_at(box) or 0
            hour = clock.label(box).partition(" ")[2]
            night = clock.period(box) == "night"
            row = (clock.day(box), at % DAY_MINUTES // CLOCK_ROW_MINUTES)
            if row not in cells:
                cells[row] = [Hour("")] * (at % CLOCK_ROW_MINUTES // clock.minutes)
            cells[row].append(Hour(hour, tuple(due.get(box, ())), night, box < passed))
        yield make_clock_figure([Row(self.w("day", day=day), hours) for (day, _), hours in cells.items()])
        listed = [
            (clock.label(box), "; ".join(words)) for box, words in sorted(due.items()) if box <= clock.last
        ]
        if listed:
            yield Grid((self.w("col_box"), self.w("col_due")), listed, (16, 84), halves=6)

    def _due(self) -> dict[int, list[str]]:
        clock, due = Battle(self.battle).clock, dict[int, list[str]]()
        for mark in clock.marks:
            words = self.formatter.term(f"due.{mark.kind}")
            side = f" ({self.formatter.term(f'seat.{mark.side}')})" if mark.side else ""
            due.setdefault(mark.box, []).append(words + side + (f": {mark.text}" if mark.text else ""))
        for row in self.battle["reinforcements"]:
            side = self.formatter.term(f"seat.{row['side']}")
            due.setdefault(clock.box(row["box"]), []).append(
                f"{self.formatter.term('due.reinforcement')} ({side})"
            )
        for event in self.play["due"] if self.play else ():
            if event["kind"] in ("work", "hq"):
                due.setdefault(event["box"], []).append(
                    f"{self.formatter.term('due.' + event['kind'])}: {event['text']}"
                )
        return due

    def _aid(self) -> Iterator[Part]:
        """1.3, 5.0, 7.0: yield the figures needed in every activation."""
        figures = self.formatter.catalog.figures
        yield Heading(self.w("aid"))
        modifiers = Grid(
            (self.w("col_modifier"), ""),
            (
                (self.w("aid_reserve"), str(figures["reserve"])),
                (self.w("aid_train"), str(figures["train"])),
                (self.w("aid_command"), "±"),
                (self.w("aid_returning"), "−n"),
                (self.w("aid_just"), f"+{figures['just_activated']}"),
            ),
            (85, 15),
        )
        costs = tuple(
            (self.formatter.term(f"action.{name}"), self.n(self._cost(name)), action.rule)
            for name, action in self.formatter.catalog.actions.items()
        )
        yield Beside((modifiers,), (Grid(self.head("action", "cost", "rule"), costs, (60, 20, 20)),))
        yield Paragraph(self.w("aid_points", reserve=figures["points_per_reserve"]))
        yield Paragraph(
            self.w("aid_enemy", times=figures["times_smaller"], least=figures["least_die_for_enemy"])
        )
        yield Paragraph(self.w("aid_loser", reserve=figures["points_per_reserve"]))
        yield Paragraph(self.w("aid_supply"))
        yield Paragraph(self.w("aid_rout", slow=figures["rout_personnel"], fast=figures["rout_fast"]))

    def _cost(self, action: str) -> int | None:
        own: int | None = self.battle["costs"][action]
        return self.formatter.catalog.actions[action].cost if own is None else own

    def _end(self) -> Iterator[Part]:
        victory = self.battle["victory"]
        if self.battle["rules"]:
            yield Heading(self.w("rules"))
            yield from (Paragraph(rule) for rule in self.battle["rules"])
        yield Heading(self.w("victory"))
        for item in victory["items"]:
            side = self.formatter.term(f"seat.{item['side'] or 'everyone'}")
            yield Paragraph(f"{item['text']} ({side}): {item['points']}")
        if victory["text"]:
            yield Paragraph(victory["text"])
        if not victory["items"] and not victory["text"]:
            yield Paragraph(self.w("victory_blank"))
        holes = [demand for demand in list_demands(self.battle) if demand.applies and not demand.given]
        if holes:
            names = self.formatter.list([self.formatter.term(f"demand.{demand.key}") for demand in holes])
            yield Paragraph(self.w("holes", holes=names), soft=True)


def make_side_sheets(
    document: Document, formatter: MessageFormatter, sides: Sequence[str] = SIDES
) -> list[Sheet]:
    """Return the sheets of the sides that a document may show: of its seat, or of both."""
    from generator.games.schwerpunkt.views import FORMAT, view_document

    playing = document.get("format") == FORMAT
    seat = document.get("seat")
    sheets = []
    for side in (seat,) if seat in SIDES else sides:
        seen = view_document(dict(document), side)
        battle = seen["battle"] if playing else seen
        sheets.append(SideSheet(battle, side, formatter, seen if playing else None).sheet())
    return sheets
