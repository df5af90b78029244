"""``horah scenario``: create, check, price, fix, adjust and print authored cards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli.i18n import Language, say
from web.cli.io import FILE, FOLDER, STDOUT, exists, print_json, write_output
from web.cli.options import json_option, paper_option

from .common import SIDES, catalog_of, load_card, read_limited
from .rehearse import MAX_FIGHTS

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from exports.games.combat_commander.messages import MessageFormatter
    from generator.findings import Finding
    from generator.games.combat_commander.authoring.balance_meter import Meter
    from generator.games.combat_commander.authoring.guide import Proposal
    from generator.games.combat_commander.authoring.pricing import Price
    from web.cli import Session

Card = dict[str, Any]

out_file = click.option("--out", type=FILE)
file_argument = click.argument("file", metavar="FILE")


@click.group()
def scenario() -> None:
    pass


@scenario.command("new")
@file_argument
@click.option("--axis")
@click.option("--allied")
@click.option("--year", type=int, default=1943, show_default=True)
@click.option("--map", "map_number", type=int, default=1, show_default=True)
@click.option(
    "--size", type=click.Choice(["company", "detachment", "platoon"]), default="platoon", show_default=True
)
@click.pass_obj
def new_card(
    session: Session, file: str, axis: str | None, allied: str | None, year: int, map_number: int, size: Any
) -> None:
    from generator.games.combat_commander.authoring.scenario import make_id, new

    path = Path(file)
    if exists(path) and path != STDOUT:
        raise HorahError("FILE_EXISTS", path=file)
    catalog = catalog_of(session)
    sides = (axis or catalog.get_default_faction("axis"), allied or catalog.get_default_faction("allied"))
    card = new(catalog, *sides, year, map_number, size, make_id(path.stem))
    _write_card(_require_well_formed(card), path)


@scenario.command()
@file_argument
@json_option
@click.pass_obj
def check(session: Session, file: str, as_json: bool) -> None:
    from exports.games.combat_commander.finding_text import finding_json
    from exports.games.combat_commander.messages import MessageFormatter
    from generator.games.combat_commander.authoring.checks import check as check_card
    from generator.games.combat_commander.authoring.checks import has_errors

    catalog = catalog_of(session)
    findings = check_card(load_card(file, catalog), catalog)
    if as_json:
        print_json([finding_json(finding, catalog) for finding in findings])
    else:
        click.echo(_format_findings(findings, MessageFormatter(catalog, session.language)))
    sys.exit(2 if has_errors(findings) else 0)


@scenario.command()
@file_argument
@json_option
@click.pass_obj
def price(session: Session, file: str, as_json: bool) -> None:
    from exports.games.combat_commander.messages import MessageFormatter
    from generator.games.combat_commander.authoring.balance_meter import measure_balance
    from generator.games.combat_commander.authoring.force import SIDES
    from generator.games.combat_commander.authoring.guide import propose
    from generator.games.combat_commander.authoring.pricing import price_side as price_side

    catalog = catalog_of(session)
    card = _require_well_formed(load_card(file, catalog))
    prices = [price_side(card, side, catalog) for side in SIDES]
    proposals, measured = propose(card, catalog), measure_balance(card, catalog)
    if as_json:
        print_json(_prices_json(prices, proposals, measured, catalog))
    else:
        click.echo(_format_prices(prices, proposals, measured, MessageFormatter(catalog, session.language)))


@scenario.command()
@file_argument
@click.option("--all", "warnings", is_flag=True)
@out_file
@click.pass_obj
def fix(session: Session, file: str, warnings: bool, out: Path | None) -> None:
    from exports.games.combat_commander.messages import MessageFormatter
    from generator.authoring import apply_fixes
    from generator.games.combat_commander.authoring.authored import SCENARIO
    from schemas.json_pointer import to_pointer

    catalog = catalog_of(session)
    voice = MessageFormatter(catalog, session.language)
    severities = frozenset({"error", "warning"} if warnings else {"error"})
    card, mended = apply_fixes(catalog, SCENARIO, load_card(file, catalog), severities)
    if mended or out == STDOUT:
        _write_card(card, _output_path(file, out))
    for finding in mended:
        assert finding.remedy is not None
        line = f"{finding.code}  {to_pointer(finding.place)}  {voice.say(finding.remedy)}"
        click.echo(line, err=out == STDOUT)
    if not mended:
        click.echo(say("scenario.nothing_to_mend"), err=out == STDOUT)


@scenario.command()
@file_argument
@click.option("--side", type=click.Choice(SIDES))
@click.option("--rehearsed", is_flag=True)
@click.option("--times", type=click.IntRange(1, MAX_FIGHTS), default=200, show_default=True)
@out_file
@click.pass_obj
def handicap(session: Session, file: str, side: Any, rehearsed: bool, times: int, out: Path | None) -> None:
    from generator.games.combat_commander.authoring.handicap import handicap as with_handicap

    if (side is None) != rehearsed:
        raise click.UsageError(say("scenario.handicap.one"))
    catalog = catalog_of(session)
    sound = _require_well_formed(load_card(file, catalog))
    card = _even_by_rehearsal(sound, catalog, times) if rehearsed else with_handicap(sound, side, catalog)
    path = out or Path(f"{card['id']}.json")
    _write_card(card, path)
    for added in card["base"]["added"]:
        click.echo(_format_added(added, catalog, session.language), err=path == STDOUT)


def _even_by_rehearsal(card: Card, catalog: Catalog, times: int) -> Card:
    """Return the card with the points that a rehearsal proposes."""
    from generator.games.combat_commander.authoring.handicap import shift_to_even
    from generator.games.combat_commander.rehearsal.rehearse import rehearse
    from generator.games.combat_commander.rehearsal.summary import find_even_shift
    from web.commands.study import progress_bar

    with progress_bar("rehearse.fighting") as progress:
        fought = rehearse(card, catalog, "1", times, progress=progress)
    return shift_to_even(card, find_even_shift(fought.list_outcomes()), catalog)


@scenario.command("print")
@file_argument
@click.option("--out", type=FOLDER, default=Path("out"), show_default=True)
@paper_option
@click.pass_obj
def print_card(session: Session, file: str, out: Path, paper: str) -> None:
    from exports.games.combat_commander.render import write_all
    from generator.games.combat_commander.authoring.checks import require_possible
    from generator.games.combat_commander.battle.view import SEATS, view_card

    catalog = catalog_of(session)
    card = require_possible(_require_well_formed(load_card(file, catalog)), catalog)
    seats = SEATS if card.get("seat", "referee") == "referee" else (card["seat"],)
    views = {seat: view_card(card, seat) for seat in seats}
    for path in write_all(views, out, catalog=catalog, lang=session.language, paper=paper):
        click.echo(str(path))


@scenario.command("from-battle")
@click.option("--seed", required=True)
@click.option("--axis")
@click.option("--allied")
@click.option("--year", type=int)
@click.option("--title")
@out_file
@click.pass_obj
def take_battle(
    session: Session,
    seed: str,
    axis: str | None,
    allied: str | None,
    year: int | None,
    title: str | None,
    out: Path | None,
) -> None:
    from generator.games.combat_commander.authoring.scenario import from_battle, make_id, make_settings
    from generator.games.combat_commander.battle.make import make

    part: dict[str, Any] = {"sides": {}}
    if year is not None:
        part["year"] = year
    for side, faction in (("axis", axis), ("allied", allied)):
        if faction:
            part["sides"][side] = {"faction": faction}
    catalog = catalog_of(session)
    name = make_id(f"battle-{seed}")
    card = from_battle(make(catalog, make_settings(part), seed).card(), name, title)
    _write_card(card, out or Path(f"{name}.json"))


@scenario.command()
@file_argument
@click.option("--seed", required=True)
@out_file
@click.pass_obj
def fill(session: Session, file: str, seed: str, out: Path | None) -> None:
    from generator.games.combat_commander.authoring.document import read_part
    from generator.games.combat_commander.authoring.scenario import complete, make_id

    part = read_part(read_limited(Path(file)))
    name = make_id(str(part.get("id") or Path(file).stem))
    card = complete(part, catalog_of(session), seed, name)
    _write_card(card, _output_path(file, out))


@scenario.command("diff")
@click.argument("before")
@click.argument("after")
@click.pass_obj
def compare(session: Session, before: str, after: str) -> None:
    from exports.games.combat_commander.change_text import change_text
    from exports.games.combat_commander.messages import MessageFormatter
    from generator.diff import diff

    catalog = catalog_of(session)
    changes = diff(load_card(before, catalog), load_card(after, catalog))
    for change in changes:
        click.echo(change_text(change, MessageFormatter(catalog, session.language)))
    if not changes:
        click.echo(say("scenario.no_difference"))


@scenario.command("list")
@click.option("--text")
@click.option("--faction")
@click.option("--year", type=int)
@click.option("--size", type=click.Choice(["company", "detachment", "platoon"]))
@click.option("--map", "map_number", type=int)
@click.pass_obj
def list_cards(
    session: Session,
    text: str | None,
    faction: str | None,
    year: int | None,
    size: Any,
    map_number: int | None,
) -> None:
    from generator.games.combat_commander.authoring.library import Query, search

    shelf = [dict(card) for card in catalog_of(session).scenarios.values()]
    for card in search(shelf, Query(text, faction, year, size, map_number)):
        click.echo(f"{card['id']:<24} {card['year']}  {_card_title(card, session.language)}")


# ------------------------------------------------------------------------------------------------ files


def _require_well_formed(card: Card) -> Card:
    """Return the card if it is well formed; raise an error otherwise."""
    from generator.games.combat_commander.authoring.checks import require_well_formed

    return require_well_formed(card)


def _write_card(card: Card, path: Path) -> None:
    """Write the card atomically; ``-`` is standard output."""
    from generator.games.combat_commander.authoring.document import write_card

    write_output(path, write_card(card).encode("utf-8", "surrogatepass"))


def _output_path(file: str, out: Path | None) -> Path:
    """Return the path of a changed card: its own file, or a new file for a card of the library."""
    return out or (Path(file) if exists(Path(file)) else Path(f"{file}.json"))


# ------------------------------------------------------------------------------------------------- text


def _card_title(card: Card, language: Language) -> str:
    title = card.get("title") or card.get("id", "")
    return str(title[language] if isinstance(title, dict) else title)


def _format_findings(findings: tuple[Finding, ...], voice: MessageFormatter) -> str:
    from generator.games.combat_commander.authoring.checks import get_rule
    from schemas.json_pointer import to_pointer

    names = {severity: say(f"scenario.severity.{severity}") for severity in ("error", "warning", "note")}
    lines = []
    for finding in findings:
        lines.append(f"{names[finding.severity]:<8} {finding.code}  {to_pointer(finding.place) or '/'}")
        lines.append(f"         {voice.say(finding.message)} [{get_rule(finding.code)}]")
        if finding.remedy is not None:
            lines.append(f"         → {voice.say(finding.remedy)}")
    counts = {severity: sum(f.severity == severity for f in findings) for severity in names}
    end = say("scenario.count", errors=counts["error"], warnings=counts["warning"], notes=counts["note"])
    return "\n".join([*lines, end])


def _format_prices(
    prices: list[Price], proposals: tuple[Proposal, ...], measured: Meter, voice: MessageFormatter
) -> str:
    lines: list[str] = []
    for priced in prices:
        lines.append(f"{voice.side(priced.side)}: {priced.total}")
        lines += [f"  {voice.say(line.text)}" for line in priced.lines]
    lines += ["", say("scenario.guide")]
    for strength in measured.strengths:
        mark = "=" if strength.fits else "≠"
        lines.append(f"  {mark} {strength.place}: {strength.found} / ≈ {strength.about}")
        lines.append(f"      {voice.say(strength.working.text)} [{strength.working.rule}]")
    for proposal in proposals:
        mark = "=" if proposal.follows else "≠"
        lines.append(f"  {mark} {proposal.place}: {proposal.chosen} / {proposal.value}")
        lines += [f"      {voice.say(work.text)} [{work.rule}]" for work in proposal.working]
    sides = [voice.side(side) for side in ("axis", "allied")]
    lines += ["", f"{'':<30}{sides[0]:>10}{sides[1]:>10}"]
    lines += [f"{voice.say(m.name):<30}{m.axis:>10g}{m.allied:>10g}" for m in measured.measures]
    return "\n".join(lines)


def _prices_json(
    prices: list[Price], proposals: tuple[Proposal, ...], measured: Meter, catalog: Catalog
) -> dict[str, Any]:
    from exports.games.combat_commander.finding_text import to_json

    return {
        "prices": {priced.side: to_json(priced, catalog) for priced in prices},
        "guide": [{**to_json(proposal, catalog), "follows": proposal.follows} for proposal in proposals],
        "strengths": to_json(measured.strengths, catalog),
        "meter": to_json(measured.measures, catalog),
    }


def _format_added(added: dict[str, Any], catalog: Catalog, language: Language) -> str:
    from exports.games.combat_commander.messages import MessageFormatter

    if "ref" in added:
        return f"+ {added['count']} × {MessageFormatter(catalog, language).name('piece', added['ref'])}"
    word = catalog.term("card.surrender" if added["kind"] == "surrender" else "card.vp_marker", language)
    return f"{word}: {added['from']} → {added['to']}"
