"""``horah sight`` and ``horah battlefield``: lines of sight, and generated maps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.errors import HorahError
from web.cli.io import FILE, FOLDER, STDOUT, print_json, write_json, write_output
from web.cli.options import json_option, paper_option
from web.service.tokens import new_number_seed

from .common import GAME, catalog_of

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from catalogs.games.combat_commander.ground import Ground
    from exports.games.combat_commander.messages import MessageFormatter
    from generator.games.combat_commander.ground.los_map import LosMap
    from web.cli import Session

OWN_MAP_NUMBER = 901  # default number of a saved battlefield, until its owner changes it


@click.command()
@click.argument("map_id", metavar="MAP")
@click.argument("one")
@click.argument("other", required=False)
@click.option("--smoke", multiple=True, metavar="HEX=N")
@click.option("--blaze", multiple=True, metavar="HEX")
@click.option("--out", type=FILE)
@json_option
@click.pass_obj
def sight(
    session: Session,
    map_id: str,
    one: str,
    other: str | None,
    smoke: tuple[str, ...],
    blaze: tuple[str, ...],
    out: Path | None,
    as_json: bool,
) -> None:
    from exports.games.combat_commander.messages import MessageFormatter
    from generator.games.combat_commander.ground.los_map import build_los_map
    from generator.games.combat_commander.ground.markers import parse_markers

    catalog = catalog_of(session)
    ground = _find_ground(catalog, map_id)
    markers = parse_markers(catalog, ground, ",".join(smoke), ",".join(blaze))
    one, other = _parse_hex(catalog, one), None if other is None else _parse_hex(catalog, other)
    if one == other:
        raise HorahError("SAME_HEX", hex=one)
    ready, formatter = build_los_map(catalog, ground, markers), MessageFormatter(catalog, session.language)
    if out is not None:
        _draw(ready, one, out, formatter)
        if out == STDOUT:
            return
    if other is not None:
        from exports.games.combat_commander.ground.ground_text import format_sight
        from generator.games.combat_commander.ground.line_of_sight import check_sight
        from web.games.combat_commander.service.maps import describe_sight

        sight_found = check_sight(ready, one, other)
        if as_json:
            print_json(describe_sight(sight_found, map_id))
        else:
            click.echo("\n".join(format_sight(sight_found, formatter)))
        return
    from generator.games.combat_commander.ground.line_of_sight import compute_sight_from

    if as_json:
        from web.games.combat_commander.service.maps import describe_view

        print_json(describe_view(ready, map_id, one))
        return
    view = compute_sight_from(ready, one)
    from exports.games.combat_commander.ground.fire import fire_text

    count = sum(glimpse.seen for glimpse in view.values())
    unsure = sum(not glimpse.sure for glimpse in view.values())
    click.echo("\n".join(fire_text(one, view, formatter)))
    click.echo(formatter.format("sight.from", one=one, seen=count, all=len(view), look=unsure))
    click.echo(formatter.term("sight.measured" if ready.touches is not None else "sight.judged"))


def _find_ground(catalog: Catalog, map_id: str) -> Ground:
    """Return the ground of a printed map, an owner's map, a battlefield by kind and seed, or a file."""
    kind, _, seed = map_id.partition("-")
    if kind in catalog.battlefields and seed.isdecimal():
        from generator.games.combat_commander.ground.battlefield import generate_battlefield

        return generate_battlefield(catalog, int(seed), kind).ground
    ground = catalog.ground.get(map_id)
    if ground is None and map_id.endswith(".json"):
        return _read_ground(catalog, map_id)
    if ground is None:
        raise HorahError("NO_GROUND", given=map_id, known=list(catalog.ground))
    return ground


def _read_ground(catalog: Catalog, name: str) -> Ground:
    """Read the ground of a saved battlefield."""
    from generator.authoring import require_schema
    from generator.games.combat_commander.ground.authored import BATTLEFIELD
    from generator.games.combat_commander.ground.battlefield_document import to_ground
    from generator.games.combat_commander.ground.drawable import is_drawable
    from schemas.json_input import read_json
    from web.cli.io import read_text

    try:
        document = read_json(read_text(name))
    except ValueError:
        raise HorahError("NO_DOCUMENT.json") from None
    require_schema(catalog.game, BATTLEFIELD, document)
    if not is_drawable(catalog, document):
        raise HorahError("BATTLEFIELD.document")
    return to_ground(document)


def _parse_hex(catalog: Catalog, text: str) -> str:
    from generator.games.combat_commander.hexes import all_hexes

    hex_id = text.strip().upper()
    hexes = all_hexes(catalog.board)
    if hex_id not in hexes:
        raise HorahError("NO_HEX.map", given=text, first=hexes[0], last=hexes[-1])
    return hex_id


def _draw(ready: LosMap, start: str, out: Path, formatter: MessageFormatter) -> None:
    from exports.games.combat_commander.ground.fire import draw_fire_map
    from exports.kit.svg import to_svg_file

    title = formatter.format("sight.title", one=start, map=_map_name(ready.ground.id, formatter))
    write_output(out, to_svg_file(draw_fire_map(ready, start, formatter, 24.0), title).encode())


def _map_name(map_id: str, formatter: MessageFormatter) -> str:
    kind, _, seed = map_id.partition("-")
    if map_id == "0":
        return formatter.term("ground.unnamed")
    if seed:
        return formatter.format("ground.own_map", kind=kind, seed=seed)
    return formatter.format("ground.map", n=map_id)


@click.command()
@click.option("--seed", type=click.IntRange(0))
@click.option("--kind")
@click.option("--out", type=FOLDER)
@paper_option
@json_option
@click.pass_obj
def battlefield(
    session: Session, seed: int | None, kind: str | None, out: Path | None, paper: str, as_json: bool
) -> None:
    from dataclasses import asdict

    from exports.games.combat_commander.messages import MessageFormatter
    from generator.games.combat_commander.ground.battlefield import generate_battlefield as draw
    from generator.games.combat_commander.ground.battlefield import to_catalog_row
    from generator.games.combat_commander.ground.battlefield_document import generated_to_document
    from web.games.combat_commander.service.battlefields import describe_figures

    catalog = catalog_of(session)
    drawn = draw(catalog, new_number_seed() if seed is None else seed, kind)
    formatter = MessageFormatter(catalog, session.language)
    title, line = _map_name(drawn.ground.id, formatter), describe_figures(drawn.figures, formatter)
    if out is not None:
        _write_map(drawn.ground, title, f"{line} · {formatter.term('ground.own')}", out, formatter, paper)
        write_json(out / "battlefield.json", generated_to_document(drawn))
    if as_json:
        row = to_catalog_row(drawn.ground, OWN_MAP_NUMBER)
        print_json({"seed": drawn.seed, "kind": drawn.kind, "figures": asdict(drawn.figures), "ground": row})
        return
    click.echo(f"{title}\n{line}\n{formatter.term('ground.own')}")
    click.echo(f"horah battlefield --seed {drawn.seed} --kind {drawn.kind}")


def _write_map(
    ground: Ground, title: str, line: str, out: Path, formatter: MessageFormatter, paper: str
) -> None:
    from exports.games.combat_commander.ground.map_pdf import render_full_size, render_one_page
    from exports.games.combat_commander.ground.map_sheet import draw_ground_map
    from exports.kit.svg import to_svg_file
    from generator.games.combat_commander.ground.battlefield import to_catalog_row

    row = to_catalog_row(ground, OWN_MAP_NUMBER)
    tables = {
        "ground": {"format": "hora-h/catalog/ground/1", "rule": "RS.1", "provenance": "house", "rows": [row]},
        "maps": {
            "format": "hora-h/catalog/maps/1",
            "rule": "RS.1",
            "provenance": "house",
            "rows": [{"id": row["id"], "set": "custom", "objectives": row["objectives"], "place": title}],
        },
    }
    drawing = draw_ground_map(ground, formatter, 24.0)
    write_output(out / "map.svg", to_svg_file(drawing, f"{title}. {line}").encode())
    write_output(out / "map.pdf", render_one_page(ground, title, line, formatter, paper))
    write_output(out / "map-full-size.pdf", render_full_size(ground, title, formatter, paper))
    for table, document in tables.items():
        write_json(out / "overlay" / GAME / f"{table}.json", document)
