"""Pages for owner data: figures typed from the components, stored under a link, remembered in a cookie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, g, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from catalogs import Catalog, csv_forms
from catalogs.checks import checks_of
from catalogs.owner_data import (
    BadOwnerData,
    Document,
    Group,
    empty_document,
    value_of,
    with_cells,
    with_rows,
    without_row,
)
from catalogs.owner_fields import Blank, Cell, cells
from exports.kit.fields import field_description, field_label
from exports.kit.messages import MessageFormatter, last_part
from schemas.errors import HorahError
from schemas.fields import format_value, parse_text
from web.games import registry
from web.http.downloads import as_attachment
from web.http.rate_limit import costs
from web.http.request_context import (
    address,
    client_owner,
    context,
    formatter,
    language,
    owner_data_cookie,
    sentence,
    uploaded_text,
)
from web.service import catalog_search, owner_data
from web.service.errors import NotHere

from .form_fields import FieldFinding, Widget, make_widget, value_text
from .owner_catalog import remembered_data, remembered_link
from .preferences import remember

blueprint = Blueprint("owner_data_pages", __name__)

CELL, ROW = "cell", "row"
PARTS = "|"
Change = Callable[[Catalog, Document], Document]


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the catalogue with the fields that the owner fills."""

    name: str
    fields: tuple[Widget | None, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """A row that the owner added."""

    id: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """The form of one table: our rows with blank fields, and rows that the owner added."""

    table: str
    title: str
    heads: tuple[str, ...]
    lines: tuple[Line, ...]
    adds: bool
    own_heads: tuple[str, ...]
    own: tuple[Own, ...]
    new: tuple[Widget, ...]
    hints: tuple[str, ...] = ()  # how to type the fields of our rows


@blueprint.get("/owner-data")
def index() -> str:
    """List the games that have figures to type, with the owner's progress."""
    rows = [
        (name, formatter(name).term(f"game.{name}"), _progress(name))
        for name in owner_data.games_with_blanks()
    ]
    return render_template("owner_data.html", rows=rows)


@blueprint.get("/owner-data/<game>")
def overview(game: str) -> str | Redirect:
    """Show the groups of figures of a game, and what each unlocks; or the game's own page for them."""
    _enter(game)
    if own := registry.games()[game].owner_data_endpoint:
        return redirect(url_for(own), 303)
    link = remembered_link(game)
    return render_template(
        "owner_data_game.html",
        game=game,
        groups=_progress(game),
        partly=_partly(game),
        link=address("owner_data_pages.follow", link=link) if link else "",
        tables=[(table, formatter(game).term(f"table.{table}")) for table in csv_forms.tables(game)],
    )


@blueprint.get("/owner-data/<game>/<int:number>")
def group(game: str, number: int) -> str | Redirect:
    """Show the form of one group."""
    if registry.games().get(game) and registry.games()[game].owner_data_endpoint:
        return overview(game)
    return _form(game, number, _box(game))


@blueprint.post("/owner-data/<game>/<int:number>")
@costs(3)
def fill(game: str, number: int) -> Response | Redirect:
    """Save the form; on an error, show it again with everything that was typed."""
    group = _group(game, number)
    what, _, rest = request.form.get("do", "save").partition(PARTS)
    try:
        change = _requested_change(game, group, what, rest)
        _save(game, change)
    except BadOwnerData as fault:
        page = _form(game, number, _box(game), fault=fault, refusal=sentence(fault))
        return make_response(page, 422)
    except HorahError as fault:
        page = _form(game, number, _box(game), refusal=sentence(fault))
        return make_response(page, getattr(fault, "status", 422))
    return _remember_link(
        game, redirect(url_for("owner_data_pages.group", game=game, number=number, done=1), 303)
    )


@blueprint.get("/owner-data/<game>/<table>.csv")
def sheet(game: str, table: str) -> Response:
    """Download a table as CSV, with the known figures filled in."""
    _enter(game)
    if table not in csv_forms.tables(game):
        raise NotHere
    text = csv_forms.write_csv(context().catalogs[game].store, _box(game), table)
    return as_attachment(Response(text, mimetype="text/csv"), f"{game}-{table}.csv")


@blueprint.get("/owner-data/<game>/box.json")
def document(game: str) -> Response:
    """Download the owner data as JSON."""
    _enter(game)
    return jsonify(_box(game))


@blueprint.post("/owner-data/<game>/forget")
def forget(game: str) -> Redirect:
    """Remove the link from this device, or delete the owner data."""
    _enter(game)
    link = remembered_link(game)
    if link and request.form.get("do") == "delete":
        owner_data.forget(context(), link)
    response = redirect(url_for("owner_data_pages.overview", game=game), 303)
    response.delete_cookie(owner_data_cookie(game))
    return response


@blueprint.get("/boxes/<link>")
def ask_follow(link: str) -> str:
    """Ask whether to use the owner data of a link; another site may lead here."""
    found = owner_data.find(context(), link)
    _enter(found.game)
    title = formatter(found.game).term(f"game.{found.game}")
    return render_template("owner_data_follow.html", title=title, replaces=bool(remembered_link(found.game)))


@blueprint.post("/boxes/<link>")
def follow(link: str) -> Redirect:
    """Remember the link of owner data on this device."""
    stored = owner_data.find(context(), link)
    g.box_link = link
    return _remember_link(stored.game, redirect(url_for("owner_data_pages.overview", game=stored.game), 303))


# ---------------------------------------------------------------------------------------- owner data


def _enter(game: str) -> None:
    owner_data.catalog_of(context(), game)
    g.game = game


def _box(game: str) -> Document:
    return remembered_data(game) or empty_document(game)


def _progress(game: str) -> tuple[Group, ...]:
    return owner_data.fill_progress(context(), game, remembered_data(game))


def _partly(game: str) -> dict[str, str]:
    """Return what a partly filled group unlocks already, by what the whole group unlocks."""
    catalog, box, words = context().catalogs[game], _box(game), formatter(game)
    unlocked: dict[str, str] = {}
    for group in _progress(game):
        if group.complete or not group.filled or not words.knows(f"partly.{group.unlocks}"):
            continue
        whole: dict[str, bool] = {}
        for cell in (cell for blank in group.blanks for cell in cells(blank, catalog.store)):
            whole[cell.row] = whole.get(cell.row, True) and value_of(box, cell) is not None
        rows = (row for row, filled in whole.items() if filled)
        names = [row_name(catalog, group.blanks[0].table, row, words) for row in rows]
        if names:
            unlocked[group.unlocks] = words.sentence(f"partly.{group.unlocks}", {"rows": names})
    return unlocked


def _save(game: str, make: Change) -> None:
    link = remembered_link(game)
    if link:
        owner_data.change(context(), link, make, client_owner())
        g.box_link = link
    else:
        catalog = context().catalogs[game]
        g.box_link = owner_data.begin(context(), game, make(catalog, empty_document(game)), client_owner())


def _remember_link(game: str, response: Redirect) -> Redirect:
    remember(response, owner_data_cookie(game), g.box_link)
    return response


def _group(game: str, number: int) -> Group:
    _enter(game)
    groups = _progress(game)
    if not 1 <= number <= len(groups):
        raise NotHere
    return groups[number - 1]


# ------------------------------------------------------------------------------------------- changes


def _requested_change(game: str, group: Group, what: str, rest: str) -> Change:
    """Return the change that the form requests: set cells, add or remove a row, or import a table."""
    tables = {blank.table for blank in group.blanks}
    table, _, row = rest.partition(PARTS)
    if what in ("add", "remove", "csv") and table not in tables:
        raise NotHere
    if what == "add":
        return lambda catalog, box: with_rows(
            box, table, [csv_forms.complete_row(game, table, _typed_row(game, table))]
        )
    if what == "remove":
        return lambda catalog, box: without_row(box, table, row)
    if what == "csv":
        text = uploaded_text(f"file{PARTS}{table}", f"csv{PARTS}{table}")
        return lambda catalog, box: csv_forms.merge_csv(catalog.store, box, table, text)
    return lambda catalog, box: with_cells(box, _typed_cells(game, group, catalog))


def _typed_cells(game: str, group: Group, catalog: Catalog) -> dict[Cell, Any]:
    typed_values = {}
    for blank in group.blanks:
        if blank.field:
            rules = csv_forms.field_rules(game, blank.table, blank.field)
            for cell in cells(blank, catalog.store):
                if (name := _name(cell)) in request.form:
                    typed_values[cell] = parse_text(rules, request.form[name])
    return typed_values


def _typed_row(game: str, table: str) -> dict[str, Any]:
    typed_values = {}
    for field in csv_forms.row_fields(game, table):
        value = parse_text(
            csv_forms.field_rules(game, table, field), request.form.get(PARTS.join((ROW, table, field)), "")
        )
        if value is not None:
            typed_values[field] = value
    return typed_values


def _name(cell: Cell) -> str:
    return PARTS.join((CELL, cell.table, cell.field, cell.row))


# ------------------------------------------------------------------------------------------------ form


def _form(
    game: str, number: int, box: Mapping[str, Any], fault: BadOwnerData | None = None, refusal: str = ""
) -> str:
    group = _group(game, number)
    findings_by_cell: dict[Cell, list[FieldFinding]] = {}
    for cell, why in fault.faults if fault else ():
        if cell is not None:
            findings_by_cell.setdefault(cell, []).append(FieldFinding("error", formatter(game).say(why)))
    return render_template(
        "owner_data_group.html",
        game=game,
        number=number,
        group=group,
        groups=_progress(game),
        partly=_partly(game),
        parts=[_part(game, table, group.blanks, box, findings_by_cell) for table in _tables(group)],
        refusal=refusal,
        done=request.args.get("done") == "1" and not refusal,
    )


def _tables(group: Group) -> tuple[str, ...]:
    return tuple(dict.fromkeys(blank.table for blank in group.blanks))


def _part(
    game: str,
    table: str,
    blanks: tuple[Blank, ...],
    box: Mapping[str, Any],
    findings_by_cell: Mapping[Cell, list[FieldFinding]],
) -> Part:
    catalog, words = context().catalogs[game], formatter(game)
    mine = [blank for blank in blanks if blank.table == table]
    places = [cell for blank in mine for cell in cells(blank, catalog.store)]
    fields = tuple(dict.fromkeys(blank.field for blank in mine if blank.field))
    known, rows = set(places), dict.fromkeys(cell.row for cell in places)
    names = {row: row_name(catalog, table, row, words) for row in rows}

    def make_field(row: str, field: str) -> Widget | None:
        cell = Cell(table, row, field)
        if cell not in known:
            return None
        value = request.form.get(_name(cell), format_value(value_of(box, cell)))
        label = f"{names[row]}: {field_label(field, words)}"
        rules = csv_forms.field_rules(game, table, field)
        return make_widget(
            _name(cell),
            _last_part(field),
            rules,
            value,
            words,
            label=label,
            said=findings_by_cell.get(cell, ()),
        )

    adds = any(not blank.field for blank in mine)
    own_fields = _own_fields(game, table) if adds else ()
    refers = _reference_fields(game, table) if adds else {}
    telling = {
        field: _value_formatter(
            field, csv_forms.field_rules(game, table, field), refers.get(field, ""), words
        )
        for field in own_fields
    }
    return Part(
        table=table,
        title=words.term(f"table.{table}"),
        heads=tuple(field_label(field, words) for field in fields),
        lines=tuple(Line(names[row], tuple(make_field(row, field) for field in fields)) for row in rows),
        adds=adds,
        own_heads=tuple(field_label(f"{table}.{field}", words) for field in own_fields),
        own=tuple(
            Own(
                str(row.get("id", "")), tuple(describe(row.get(field)) for field, describe in telling.items())
            )
            for row in box.get("rows", {}).get(table, ())
        ),
        new=tuple(_new(game, table, field, refers.get(field, ""), findings_by_cell) for field in own_fields),
        hints=tuple(
            dict.fromkeys(
                filter(None, (field_description(f"{table}.{field}", words, {}) for field in fields))
            )
        ),
    )


def _own_fields(game: str, table: str) -> tuple[str, ...]:
    """Return the fields of an added row, without the id if it is derived from the others."""
    fields = csv_forms.row_fields(game, table)
    return tuple(field for field in fields if field != csv_forms.ID or not csv_forms.id_pattern(game, table))


def _value_formatter(
    field: str, rules: Mapping[str, Any], kind: str, words: MessageFormatter
) -> Callable[[Any], str]:
    """Return a function that formats a value of an added row, by name if it is a choice."""

    def describe(value: Any) -> str:
        if kind and isinstance(value, str):
            return words.name(kind, value)
        choice = value is not None and ("enum" in rules or isinstance(value, bool))
        return value_text(field, value, words) if choice else format_value(value)

    return describe


def _reference_fields(game: str, table: str) -> Mapping[str, str]:
    """Return the fields of a table that refer to a row of another one, with the kind they refer to."""
    store = context().catalogs[game].store
    mine = {(row.file, row.index) for row in store.table(table).values()}
    return {
        str(path[0]): kind
        for row, path, kind, _ in checks_of(game).references(store)
        if (row.file, row.index) in mine and len(path) == 1 and path[0] != csv_forms.ID
    }


def _new(
    game: str, table: str, field: str, kind: str, findings_by_cell: Mapping[Cell, list[FieldFinding]]
) -> Widget:
    name, words = PARTS.join((ROW, table, field)), formatter(game)
    typed_id = request.form.get(PARTS.join((ROW, table, "id")), "")
    findings = findings_by_cell.get(Cell(table, typed_id.strip(), field), [])
    rules = csv_forms.field_rules(game, table, field)
    label = field_label(f"{table}.{field}", words, rules)
    about = field_description(f"{table}.{field}", words, rules)
    value = request.form.get(name, "")
    made = make_widget(name, field, rules, value, words, label=label, about=about, said=findings)
    if not kind or made.kind == "choice":
        return made
    known = checks_of(game).targets(context().catalogs[game].store)[kind]
    choices = sorted(
        ((str(each), words.name(kind, each)) for each in known if each is not None), key=lambda each: each[1]
    )
    return replace(made, kind="choice", choices=(("", "–"), *choices))


def _last_part(field: str) -> str:
    return field.rpartition(".")[2]


def row_name(catalog: Catalog, table: str, row: str, formatter: MessageFormatter) -> str:
    """Return the display name of a row: by its table's term, by its own term, or as printed on it."""
    item = catalog_search.find_item(catalog, table, row)
    if formatter.knows(f"row.{table}"):
        return formatter.sentence(f"row.{table}", item.data)
    printed = item.data.get("name")
    words = item.label.get(language()) or item.label.get("en")
    return str(words or (printed if isinstance(printed, str) else last_part(row)))
