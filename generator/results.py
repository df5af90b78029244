"""Results files: battles of diaries and tournaments as CSV or JSON, for spreadsheets and other programs.

One row is one battle. CSV and JSON have the same columns; ``schemas/results.schema.json`` describes them.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from typing import Any, NoReturn

from generator.diary.actions import check_battle
from generator.diary.actions import enter as enter_battle
from generator.diary.model import Battle, Diary, Fighter
from generator.diary.results import to_battle
from generator.tournament import actions
from generator.tournament.cards import find_match
from generator.tournament.match import Match
from generator.tournament.model import ORGANISER, Pairing, Report, Tournament
from schemas import validation
from schemas.errors import HorahError
from schemas.json_input import read_json, reject_nul
from schemas.limits import MAX_RESULTS_FILE_LENGTH, MAX_RESULTS_ROWS

FORMAT = "hora-h/results/1"
SCHEMA = "results"
FIGHTERS = ("first", "second")
TEXTS = ("day", "evening", "title", "map", "how", "story", "photo", "address")  # as in a diary's battle
WHOLE_NUMBERS = ("round", "table", "vp")
COLUMNS = (
    "game", "day", "evening", "round", "table", "title", "map", "first", "first_nation", "first_posture",
    "second", "second_nation", "second_posture", "winner", "how", "vp", "figures", "odds", "story", "photo",
    "address", "private",
)  # fmt: skip
REQUIRED = ("first", "second")
# A spreadsheet runs a cell that begins like this; a leading apostrophe makes it text.
FORMULA = re.compile(r"'*[=+\-@\t\r]")
SHARE = re.compile(r"\d(\.\d{1,20})?(e-\d{1,3})?")
Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """A battle; of a tournament with its round, its table and the reported figures."""

    battle: Battle
    round: int | None = None
    table: int | None = None
    figures: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Results:
    game: str
    title: str
    rows: tuple[Result, ...]


def list_diary_results(diary: Diary) -> Results:
    """Return every battle of a diary, those to be fought too, in the order of the diary."""
    own: Document = {"number": 0, "again": None, "picture": ""}  # means something only in this diary
    return Results(diary.game, diary.title, tuple(Result(replace(battle, **own)) for battle in diary.battles))


def list_tournament_results(tournament: Tournament, url: str = "") -> Results:
    """Return every reported table of a tournament, no-shows too."""
    rows = []
    for played in tournament.rounds:
        for pairing in played.pairings:
            if pairing.report and pairing.second is not None:
                battle = to_battle(tournament, played, pairing, url, {})
                rows.append(Result(battle, played.number, pairing.table, dict(pairing.report.figures)))
    return Results(tournament.game, tournament.title, tuple(rows))


# ------------------------------------------------------------------------------------------------- write


def write_json(results: Results) -> Document:
    """Return a results file as JSON; empty fields are left out."""
    rows = [{name: value for name, value in _to_row(row).items() if value} for row in results.rows]
    for row, result in zip(rows, results.rows, strict=True):
        for name in ("vp", "odds"):  # zero is a value
            if (value := getattr(result.battle, name)) is not None:
                row[name] = value
    return {"format": FORMAT, "game": results.game, "title": results.title, "results": rows}


def dump_json(results: Results) -> str:
    """Return a results file as JSON text; the same results give the same text."""
    return json.dumps(write_json(results), ensure_ascii=False, indent=1) + "\n"


def write_csv(results: Results) -> str:
    """Return a results file as CSV, safe to open in a spreadsheet."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in results.rows:
        cells = {"game": results.game, **_to_row(row)}
        cells["figures"] = ";".join(f"{name}={value}" for name, value in sorted(row.figures.items()))
        cells["private"] = "yes" if row.battle.private else ""
        writer.writerow(_protect("" if cells[name] is None else str(cells[name])) for name in COLUMNS)
    return text.getvalue()


def _to_row(result: Result) -> Document:
    battle = result.battle
    row: Document = {name: getattr(battle, name) for name in (*TEXTS, "winner", "vp", "odds", "private")}
    for place, fighter in zip(FIGHTERS, battle.fighters, strict=True):
        row |= {place: fighter.name, f"{place}_nation": fighter.nation, f"{place}_posture": fighter.posture}
    return {**row, "round": result.round, "table": result.table, "figures": dict(result.figures)}


def _protect(cell: str) -> str:
    return f"'{cell}" if FORMULA.match(cell) else cell


def _unprotect(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


# -------------------------------------------------------------------------------------------------- read


def read_file(text: str, catalogs: Any, game: str = "") -> Results:
    """Read an untrusted results file, CSV or JSON; ``game`` is meant where a CSV file names none."""
    if len(text) > MAX_RESULTS_FILE_LENGTH:
        raise HorahError("RESULTS.large", most=MAX_RESULTS_FILE_LENGTH // 1000)
    plain = text.removeprefix("\ufeff")
    if plain.lstrip()[:1] == "{":
        try:
            return read_untrusted(read_json(plain), catalogs)
        except ValueError:
            raise HorahError("RESULTS.json") from None
    return read_untrusted(_read_csv(plain, game), catalogs)


def read_untrusted(document: Any, catalogs: Any) -> Results:
    """Read an untrusted document: check its schema, its game and every row."""
    fault = next(validation.problems(document, SCHEMA), None)
    if fault is not None:
        raise HorahError("RESULTS.shape", place=fault.place or "/", why=validation.form_message(fault))
    game = document["game"]
    match, catalog = find_match(game), catalogs[game]
    rows = []
    for number, row in enumerate(document["results"], start=1):
        try:
            result = _from_row(row)
            rows.append(replace(result, battle=check_battle(result.battle, match, catalog)))
        except HorahError as error:
            fault_of_row = HorahError("RESULTS.row", number=number, why=error.message)
            fault_of_row.game = game
            raise fault_of_row from None
    return Results(game, document["title"], tuple(rows))


def _from_row(row: Mapping[str, Any]) -> Result:
    fighters = [
        Fighter(row[place], row.get(f"{place}_nation", ""), row.get(f"{place}_posture", ""))
        for place in FIGHTERS
    ]
    known: Document = {name: row[name] for name in (*TEXTS, "winner", "vp", "odds", "private") if name in row}
    battle = Battle(fighters[0], fighters[1], **known)
    return Result(battle, row.get("round"), row.get("table"), row.get("figures", {}))


def _read_csv(text: str, game: str) -> Document:
    """Return a CSV file as a document; raise an error that names the row and the column."""
    reject_nul(text, "/")
    lines = text.splitlines()
    head = lines[0] if lines else ""
    delimiter = max((",", ";", "\t"), key=head.count)
    try:
        table = [row for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter) if any(row)]
    except csv.Error:
        raise HorahError("RESULTS.csv") from None
    names = [name.strip().casefold() for name in table[0]] if table else []
    _check_columns(names)
    if len(table) - 1 > MAX_RESULTS_ROWS:
        raise HorahError("RESULTS.rows", most=MAX_RESULTS_ROWS)
    rows = [_read_cells(number, names, cells) for number, cells in enumerate(table[1:], start=1)]
    games = {row.pop("game", "") or game for row in rows} or {game}
    if len(games) > 1:
        raise HorahError("RESULTS.games")
    return {"format": FORMAT, "game": games.pop(), "title": "", "results": rows}


def _check_columns(names: Sequence[str]) -> None:
    unknown = [name for name in names if name not in COLUMNS]
    missing = [name for name in REQUIRED if name not in names]
    if missing:
        raise HorahError("RESULTS.missing", names=missing, known=COLUMNS)
    if unknown:
        raise HorahError("RESULTS.unknown", given=", ".join(unknown), known=COLUMNS)
    if len(set(names)) < len(names):
        raise HorahError("RESULTS.twice", names=sorted({name for name in names if names.count(name) > 1}))


def _read_cells(number: int, names: Sequence[str], cells: Sequence[str]) -> Document:
    if len(cells) > len(names) and any(cells[len(names) :]):
        raise HorahError("RESULTS.wide", number=number, most=len(names), given=len(cells))
    row: Document = {}
    for name, cell in zip(names, cells, strict=False):
        text = _unprotect(cell.strip())
        if text:
            row[name] = _read_cell(number, name, text)
    return row


def _read_cell(number: int, name: str, text: str) -> Any:
    def refuse(key: str) -> NoReturn:
        raise HorahError(f"RESULTS.{key}", number=number, column=name, given=text)

    if name in WHOLE_NUMBERS:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else refuse("whole")
    if name == "odds":
        share = text.replace(",", ".", 1)
        number_read = float(share) if SHARE.fullmatch(share) else 2.0
        return number_read if number_read <= 1 else refuse("share")
    if name == "private":
        return True if text.casefold() in ("yes", "sí", "si", "true", "1") else refuse("yes")
    if name == "figures":
        pairs = [each.partition("=") for each in text.split(";") if each]
        if not all(value.isascii() and value.isdigit() and len(value) < 7 for _, _, value in pairs):
            refuse("figures")
        return {each.strip(): int(value) for each, _, value in pairs}
    return text


# ------------------------------------------------------------------------------------------------ import


def add_to_diary(diary: Diary, match: Match, catalog: Any, results: Results) -> Diary:
    """Add results to a diary. A battle that is there already is updated, so a file may be read twice.

    The same battle has the same address, day, evening, title and players, or the same tournament table.
    """
    if results.game != diary.game:
        raise HorahError("RESULTS.other_game")
    places: dict[object, list[int]] = {}
    battles = list(diary.battles)
    for place, battle in enumerate(battles):
        places.setdefault(_identify(battle), []).append(place)
    new = []
    for row in results.rows:
        found = places.get(_identify(row.battle))
        if found:
            old = battles[(place := found.pop(0))]
            battles[place] = replace(row.battle, number=old.number, again=old.again, picture=old.picture)
        else:
            new.append(row.battle)
    changed = replace(diary, battles=tuple(battles))
    for battle in new:
        changed = enter_battle(changed, match, catalog, battle)
    return changed


def _identify(battle: Battle) -> object:
    names = frozenset(each.name.casefold() for each in battle.fighters)
    if "#" in battle.address:  # a table of a tournament
        return battle.address
    return battle.address, battle.day, battle.evening, battle.title.casefold(), names


def report_to_tournament(tournament: Tournament, match: Match, catalog: Any, results: Results) -> Tournament:
    """Take results as the organiser's reports; those that are reported the same way already stay."""
    if results.game != tournament.game:
        raise HorahError("RESULTS.other_game")
    for number, row in enumerate(results.rows, start=1):
        if not row.battle.winner:
            continue
        place, pairing = _find_pairing(tournament, row)
        if pairing is None:
            names = [fighter.name for fighter in row.battle.fighters]
            raise HorahError("RESULTS.pairing", number=number, first=names[0], second=names[1])
        report = Report(row.battle.winner, row.battle.how, row.figures, row.battle.story, ORGANISER)
        try:
            tournament = _report_changed(tournament, match, catalog, place, pairing, report)
        except HorahError as error:
            raise HorahError("RESULTS.row", number=number, why=error.message) from None
    return tournament


def _report_changed(
    tournament: Tournament, match: Match, catalog: Any, round_: int, pairing: Pairing, report: Report
) -> Tournament:
    changed = actions.report(tournament, match, catalog, round_, pairing.table, report)
    taken = actions.find_table(changed, round_, pairing.table).report
    old = pairing.report
    assert taken is not None
    same = old is not None and replace(taken, by=old.by, corrected=old.corrected) == old
    return tournament if same else changed


def _find_pairing(tournament: Tournament, row: Result) -> tuple[int, Pairing | None]:
    """Return the table where the players of a row met on these sides; by default in the latest round."""
    names = {each.name.casefold(): each.number for each in tournament.players}
    met = tuple(names.get(fighter.name.casefold()) for fighter in row.battle.fighters)
    for number, pairing in _list_latest_first(tournament):
        if pairing.players == met and row.round in (None, number):
            return number, pairing
    return 0, None


def _list_latest_first(tournament: Tournament) -> Iterator[tuple[int, Pairing]]:
    for played in reversed(tournament.rounds):
        for pairing in played.pairings:
            yield played.number, pairing
