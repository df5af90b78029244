"""``horah campaign``: two people, one file, and everything between the first battle and the last."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.language import said
from web.output import FILE, FOLDER, exists, put

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from generator.games.combat_commander.campaign.play import Campaign
    from generator.games.combat_commander.campaign.settings import CampaignSettings
    from generator.table import Prompt
    from web.cli import Session

NAMES = ["stalingrad", "normandy", "gastadores"]
SEATS = ["axis", "allied", "everyone", "referee"]
ENDINGS = ["sudden_death", "exit", "surrender", "elimination", "chit_v", "objective_5", "forfeit"]
SUFFIX = ".campaign.json"

Command = Callable[..., None]


def file_option(command: Command) -> Command:
    return click.option(
        "--file",
        "path",
        type=click.Path(dir_okay=False, path_type=Path),
        help=said(
            f"The campaign's file; by default the one *{SUFFIX} in this folder.",
            f"El archivo de la campaña; si no se dice, el único *{SUFFIX} de esta carpeta.",
        ),
    )(command)


def seat_option(command: Command) -> Command:
    return click.option(
        "--seat",
        type=click.Choice(SEATS),
        default="referee",
        show_default=True,
        help=said("Whose view is shown.", "Qué vista se muestra."),
    )(command)


def lang_option(command: Command) -> Command:
    return click.option("--lang", type=click.Choice(["es", "en"]), help=said("Language.", "Idioma."))(command)


def json_option(command: Command) -> Command:
    return click.option(
        "--json", "as_json", is_flag=True, help=said("Print the document alone.", "Solo el documento.")
    )(command)


def yes_option(command: Command) -> Command:
    return click.option(
        "--yes",
        "agreed",
        is_flag=True,
        help=said("Both players agree; do not ask.", "Ambos jugadores están de acuerdo; no preguntar."),
    )(command)


def settings_options(command: Command) -> Command:
    for option in (
        click.option("--seed", help=said("The seed.", "La semilla.")),
        click.option(
            "--dice",
            type=click.Choice(["two", "fate", "typed"]),
            default="two",
            show_default=True,
            help=said("Two dice, Fate decks, or typed in.", "Dos dados, mazos de Destino o anotados."),
        ),
        click.option(
            "--commander",
            "commanders",
            metavar="SIDE=NAME",
            multiple=True,
            help=said(
                "Who decides for a side: axis=bold, allied=cautious, even, random, person.",
                "Quién decide por un bando: axis=bold, allied=cautious, even, random, person.",
            ),
        ),
        click.option(
            "--reading",
            "readings",
            metavar="NAME=CHOICE",
            multiple=True,
            help=said(
                "How an open point of the text is read; see «horah campaign readings».",
                "Cómo se lee un punto abierto del texto; vea «horah campaign readings».",
            ),
        ),
        click.option(
            "--placement",
            type=click.Choice(["objectives", "hexes"]),
            default="objectives",
            show_default=True,
            help=said(
                "Record objectives only, or every unit's hex.",
                "Anotar solo los objetivos, o el hexágono de cada unidad.",
            ),
        ),
        click.option(
            "--edition",
            default="corrected",
            show_default=True,
            help=said("Whose fortification packages.", "De qué edición son las fortificaciones."),
        ),
    ):
        command = option(command)
    return command


@click.group(
    help=said(
        "Play Stalingrad, Normandy or Gastadores from the first battle to the last.",
        "Jugar Stalingrado, Normandía o Gastadores de la primera batalla a la última.",
    )
)
def campaign() -> None: ...


@campaign.command(help=said("Begin a campaign in a file.", "Empezar una campaña en un archivo."))
@click.argument("name", type=click.Choice(NAMES))
@click.option("--file", "path", type=click.Path(dir_okay=False, path_type=Path))
@settings_options
@lang_option
@click.pass_obj
def new(session: Session, /, name: str, path: Path | None, seed: str | None, **options: Any) -> None:
    from generator.games.combat_commander.campaign.play import new as begin
    from web.games.combat_commander.commands.battle import new_seed

    path = path or Path(f"{name}{SUFFIX}")
    if exists(path):
        raise HorahError(
            f"{path} is there already; name another file or move it away.",
            f"{path} ya existe; indique otro archivo o apártelo.",
            code="FILE_EXISTS",
        )
    catalog = session.catalog()
    found = begin(catalog, name, seed or new_seed(), _settings(options))
    _write(path, found)
    click.echo(str(path), err=True)
    _say_next(found, "referee", options["lang"] or session.language)


@campaign.command(
    help=said(
        "Show how the campaign stands, and its history.", "Mostrar cómo está la campaña y su historial."
    )
)
@file_option
@seat_option
@json_option
@lang_option
@click.pass_obj
def show(session: Session, /, path: Path | None, seat: str, as_json: bool, lang: Any) -> None:
    from exports.games.combat_commander.record import record_text
    from generator.games.combat_commander.campaign.view import view

    catalog = session.catalog()
    seen = view(_read(catalog, path)[1], seat)
    if as_json:
        click.echo(json.dumps(seen, ensure_ascii=False, indent=2))
    else:
        click.echo(record_text(seen, catalog, lang or session.language), nl=False)


@campaign.command("next", help=said("What is asked now, and of whom.", "Qué se pregunta ahora, y a quién."))
@file_option
@seat_option
@json_option
@lang_option
@click.pass_obj
def next_(session: Session, /, path: Path | None, seat: str, as_json: bool, lang: Any) -> None:
    found = _read(session.catalog(), path)[1]
    if as_json:
        from generator.games.combat_commander.campaign.view import prompt_view

        asked = [prompt_view(prompt, seat) for prompt in found.table.pending]
        click.echo(json.dumps(asked, ensure_ascii=False, indent=2))
    else:
        _say_next(found, seat, lang or session.language)


@campaign.command(
    help=said(
        "Answer what is asked: options by name or number, - for none, two dice, or JSON (or @FILE).",
        "Responder a lo preguntado: nombres o números, - para nada, dos dados, o JSON (o @ARCHIVO).",
    )
)
@click.argument("given", metavar="ANSWER...", nargs=-1, required=True)
@file_option
@click.option("--seat", type=click.Choice(SEATS[:2]), help=said("Who answers.", "Quién responde."))
@lang_option
@click.pass_obj
def answer(
    session: Session, /, given: tuple[str, ...], path: Path | None, seat: str | None, lang: Any
) -> None:
    from generator.games.combat_commander.campaign.play import answer as take
    from web.typed import parsed

    path, found = _read(session.catalog(), path)
    prompt = _asked(found, seat)
    take(found, prompt.seat, parsed(prompt, given))
    _write(path, found)
    _say_next(found, "referee" if seat is None else seat, lang or session.language)


@campaign.command(
    help=said(
        "Report how a battle ended. With --battle an old report is corrected, and all after it played again.",
        "Comunicar cómo acabó una batalla. Con --battle se corrige un informe y se repite lo que sigue.",
    )
)
@click.option("--winner", type=click.Choice(SEATS[:2]), required=True)
@click.option("--ended", type=click.Choice(ENDINGS), required=True)
@click.option(
    "--marker",
    type=int,
    default=0,
    show_default=True,
    help=said("The VP marker, positive on the Axis side.", "El marcador de PV, positivo en el lado del Eje."),
)
@click.option("--initiative", type=click.Choice(SEATS[:2]), required=True)
@click.option(
    "--survivors",
    metavar="JSON",
    help=said(
        'Stalingrad: {"axis": [{"piece", "weapon", "veteran"}], "allied": []}, or @FILE.',
        'Stalingrado: {"axis": [{"piece", "weapon", "veteran"}], "allied": []}, o @ARCHIVO.',
    ),
)
@click.option("--battle", type=int, help=said("Correct this battle's report.", "Corregir esta batalla."))
@yes_option
@file_option
@lang_option
@click.pass_obj
def report(session: Session, /, path: Path | None, battle: int | None, agreed: bool, **given: Any) -> None:
    from generator.games.combat_commander.campaign.state import RESULT
    from web.typed import json_in

    lang = given.pop("lang") or session.language
    survivors = given.pop("survivors")
    value: dict[str, Any] = dict(given)
    if survivors is not None:
        value["survivors"] = json_in(survivors)
    path, found = _read(session.catalog(), path)
    if battle is not None:
        _correct(path, found, battle, value, agreed, lang)
        return
    prompt = _asked(found, None)
    if prompt.ask != RESULT:
        _say_next(found, "referee", lang)
        raise HorahError(
            "No battle waits for a report; answer what is asked first.",
            "Ninguna batalla espera un informe; responda antes a lo que se pregunta.",
            code="NOT_ASKED",
        )
    from generator.games.combat_commander.campaign.play import answer as take

    take(found, prompt.seat, value)
    _write(path, found)
    _say_next(found, "referee", lang)


def _correct(path: Path, found: Campaign, battle: int, value: Any, agreed: bool, lang: Any) -> None:
    from exports.games.combat_commander.record import correction_text
    from generator.games.combat_commander.campaign.correction import correct, result_entry, settle

    correction = correct(found, result_entry(found, battle).n, value)
    click.echo(correction_text(correction, found.catalog, lang), nl=False)
    if not agreed:
        click.confirm(said("Keep the correction?", "¿Se guarda la corrección?"), abort=True, err=True)
    corrected = settle(correction)
    _write(path, corrected)
    _say_next(corrected, "referee", lang)


@campaign.command(
    help=said(
        "Take back the last answers that people gave, if both agree.",
        "Retirar las últimas respuestas de las personas, si ambas están de acuerdo.",
    )
)
@click.argument("count", type=int, default=1)
@yes_option
@file_option
@lang_option
@click.pass_obj
def undo(session: Session, /, count: int, agreed: bool, path: Path | None, lang: Any) -> None:
    from generator.games.combat_commander.campaign.play import undo as take_back

    path, found = _read(session.catalog(), path)
    before = take_back(found, count)
    if not agreed:
        question = said("Do both players agree?", "¿Están de acuerdo ambos jugadores?")
        click.confirm(question, abort=True, err=True)
    _write(path, before)
    _say_next(before, "referee", lang or session.language)


@campaign.command(
    help=said(
        "Print the card of a battle, the last one that is ready unless told otherwise.",
        "Imprimir la ficha de una batalla; si no se dice otra, la última que esté lista.",
    )
)
@click.option("--battle", type=int, help=said("Which battle, from 1.", "Qué batalla, desde 1."))
@click.option(
    "--attach",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=said(
        "Gastadores: your own card of a printed scenario, in JSON; give --scenario with it.",
        "Gastadores: su ficha de un escenario impreso, en JSON; con --scenario.",
    ),
)
@click.option("--scenario", type=int, help=said("Its number.", "Su número."))
@click.option("--log/--no-log", default=False, help=said("With the log.", "Con el registro."))
@click.option(
    "--out",
    type=FOLDER,
    help=said("Write PDF, SVG, text and JSON into this folder.", "Escribir PDF, SVG, texto y JSON aquí."),
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@file_option
@seat_option
@json_option
@lang_option
@click.pass_obj
def card(session: Session, /, path: Path | None, lang: Any, **options: Any) -> None:
    from generator.games.combat_commander.campaign.card import battles, missing

    lang = lang or session.language
    path, found = _read(session.catalog(), path)
    if options["attach"] is not None:
        _attach(path, found, options["attach"], options["scenario"])
        return
    ready = [shown.state for _, shown in battles(found.table)]
    number = max(len(ready), 1) if options["battle"] is None else options["battle"]
    at_hand = ready[number - 1] if 1 <= number <= len(ready) else None
    if at_hand and missing(at_hand, found.cards) is not None:
        _print_changes(at_hand, found.catalog, lang)
        return
    _print_card(found, number, options, lang)


def _print_card(found: Campaign, number: int, options: dict[str, Any], lang: Any) -> None:
    from exports.games.combat_commander.text import card_text, log_text
    from generator.games.combat_commander.campaign.view import card_view

    seen = card_view(found, number, options["seat"])
    if options["as_json"]:
        click.echo(json.dumps(seen, ensure_ascii=False, indent=2))
    else:
        click.echo(card_text(seen, found.catalog, lang), nl=False)
        if options["log"]:
            click.echo(log_text(seen, found.catalog, lang), nl=False)
    if options["out"]:
        from exports.games.combat_commander.render import write_all

        views = {seat: card_view(found, number, seat) for seat in SEATS}
        written = write_all(views, options["out"], catalog=found.catalog, lang=lang, paper=options["paper"])
        for one in written:
            click.echo(str(one), err=True)


def _print_changes(state: Any, catalog: Catalog, lang: Any) -> None:
    from exports.games.combat_commander.record import changes_text
    from generator.games.combat_commander.campaign.registry import campaign_of

    changes = campaign_of(state).changes(state)
    assert changes is not None
    click.echo(changes_text(changes, catalog, lang), nl=False)


def _attach(path: Path, found: Campaign, file: Path, scenario: int | None) -> None:
    from generator.games.combat_commander.campaign.play import attach
    from web.typed import json_in

    own = json_in(f"@{file}")
    _write(path, attach(found, scenario, own))
    click.echo(said(f"Scenario {scenario}: {file}", f"Escenario {scenario}: {file}"), err=True)


@campaign.command(
    help=said(
        "The record: state, path and history on one page; as text, or as PDF with --out.",
        "El registro: estado, camino e historial en una página; como texto, o en PDF con --out.",
    )
)
@click.option(
    "--out",
    type=FILE,
    help=said(
        "The PDF file to write; - is standard output.", "El PDF que se escribe; - es la salida estándar."
    ),
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@file_option
@seat_option
@lang_option
@click.pass_obj
def record(
    session: Session, /, path: Path | None, seat: str, out: Path | None, paper: str, lang: Any
) -> None:
    from exports.games.combat_commander.pdf.record import record_pdf
    from exports.games.combat_commander.record import record_text
    from generator.games.combat_commander.campaign.view import view

    catalog, lang = session.catalog(), lang or session.language
    seen = view(_read(catalog, path)[1], seat)
    if out is None:
        click.echo(record_text(seen, catalog, lang), nl=False)
        return
    put(out, record_pdf(seen, catalog, lang, paper))


def chance(value: str) -> Fraction:
    """0.4 or 2/5."""
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        wrong = said(f"{value!r} is not like 0.4 or 2/5", f"{value!r} no es como 0.4 o 2/5")
        raise click.BadParameter(wrong) from None


@campaign.command(
    help=said(
        "The exact chances of every kind of victory from here, under the chances you state.",
        "Las probabilidades exactas de cada victoria desde aquí, según las que usted indique.",
    )
)
@click.option(
    "--win",
    type=chance,
    default="1/2",
    show_default=True,
    help=said("The chance that the Axis wins a battle.", "La probabilidad de que el Eje gane una batalla."),
)
@click.option("--attack", type=chance, help=said("Chance that the Axis attacks.", "De que ataque el Eje."))
@click.option("--recon", type=chance, help=said("Chance of recon.", "De reconocimiento."))
@click.option("--defend", type=chance, help=said("Chance that the Axis defends.", "De que defienda el Eje."))
@click.option(
    "--policy",
    type=click.Choice(["far", "near", "even"]),
    default="even",
    show_default=True,
    help=said("How a winner chooses the position.", "Cómo elige posición el vencedor."),
)
@click.option(
    "--automatic",
    type=chance,
    default="1/10",
    show_default=True,
    help=said(
        "Gastadores: chance that a win is worth the fixed VP.",
        "Gastadores: de que una victoria valga los PV fijos.",
    ),
)
@click.option(
    "--margin",
    type=int,
    default=15,
    show_default=True,
    help=said("Gastadores: most VP of another win.", "Gastadores: PV máximos de otra victoria."),
)
@file_option
@json_option
@lang_option
@click.pass_obj
def outlook(session: Session, /, path: Path | None, as_json: bool, lang: Any, **given: Any) -> None:
    from exports.games.combat_commander.record import outlook_text
    from generator.games.combat_commander.campaign.outlook import Assumptions
    from generator.games.combat_commander.campaign.outlook import outlook as look

    catalog = session.catalog()
    found = _read(catalog, path)[1]
    stated = Assumptions(given["win"], _postures(given), given["policy"], given["automatic"], given["margin"])
    seen = look(found.state, stated)
    if as_json:
        click.echo(json.dumps(seen.json(), ensure_ascii=False, indent=2))
    else:
        click.echo(outlook_text(seen, found.name, catalog, lang or session.language), nl=False)


def _postures(given: dict[str, Any]) -> dict[Any, Fraction]:
    """The postures named; what is left is shared by those not named."""
    names = ("attack", "recon", "defend")
    named = {name: given[name] for name in names if given[name] is not None}
    free = len(names) - len(named)
    rest = 1 - sum(named.values(), Fraction(0))
    return {name: named.get(name, rest / free if free else Fraction(0)) for name in names}


@campaign.command(
    help=said(
        "Play a whole campaign with commanders and results by chance.",
        "Jugar una campaña entera con mandos y resultados al azar.",
    )
)
@click.argument("name", type=click.Choice(NAMES))
@click.option("--auto", is_flag=True, required=True, help=said("Nobody is asked.", "No se pregunta a nadie."))
@click.option("--file", "path", type=click.Path(dir_okay=False, path_type=Path))
@settings_options
@json_option
@lang_option
@click.pass_obj
def play(
    session: Session, /, name: str, auto: bool, path: Path | None, seed: str | None, **options: Any
) -> None:
    from exports.games.combat_commander.record import record_text
    from generator.games.combat_commander.campaign.play import new as begin
    from generator.games.combat_commander.campaign.view import view
    from web.games.combat_commander.commands.battle import new_seed

    as_json, lang = options["as_json"], options["lang"] or session.language
    if options["dice"] == "typed":
        raise HorahError(
            "A campaign that nobody is asked about needs dice of its own: two or fate.",
            "Una campaña en la que no se pregunta a nadie necesita dados propios: two o fate.",
            code="UNANSWERED",
        )
    catalog = session.catalog()
    settings = _settings(options, axis_commander="random", allied_commander="random", results="random")
    found = begin(catalog, name, seed or new_seed(), settings)
    if path is not None:
        _write(path, found)
    seen = view(found, "referee")
    if as_json:
        click.echo(json.dumps(seen, ensure_ascii=False, indent=2))
    else:
        click.echo(record_text(seen, catalog, lang), nl=False)


@campaign.command(
    help=said(
        "The points that a campaign's text leaves open, with their readings.",
        "Los puntos que el texto de una campaña deja abiertos, con sus lecturas.",
    )
)
@click.argument("name", type=click.Choice(NAMES))
@lang_option
@click.pass_obj
def readings(session: Session, /, name: str, lang: Any) -> None:
    lang = lang or session.language
    for setting in session.catalog().campaigns[name].settings.values():
        click.echo(f"{setting.id} ({setting.rule}): {setting.title[lang]}. {setting.summary[lang]}")
        for choice, words in setting.choices.items():
            mark = "*" if choice == setting.default else " "
            click.echo(f"  {mark} {choice}: {words[lang]}")


def _settings(options: dict[str, Any], **fixed: str) -> CampaignSettings:
    from generator.games.combat_commander.campaign.settings import CampaignSettings

    given: dict[str, Any] = dict(fixed)
    for one in options["commanders"]:
        side, _, who = one.partition("=")
        if side not in SEATS[:2] or not who:
            raise click.BadParameter(
                said(f"{one!r} should be like axis=bold", f"{one!r} debe ser como axis=bold")
            )
        given[f"{side}_commander"] = who
    chosen = {}
    for one in options["readings"]:
        point, _, choice = one.partition("=")
        chosen[point] = choice
    for name in ("dice", "placement", "edition"):
        given[name] = options[name]
    return CampaignSettings(readings=chosen, **given)


def _read(catalog: Catalog, path: Path | None) -> tuple[Path, Campaign]:
    """The campaign in a file; what is not a whole campaign is refused and left as it is."""
    from generator.games.combat_commander.campaign.document import campaign_from

    path = path or _only_file()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "UTF-8"
        raise HorahError(
            f"{path} cannot be read ({why}).", f"No se puede leer {path} ({why}).", code="UNREADABLE"
        ) from None
    try:
        return path, campaign_from(catalog, text)
    except HorahError as fault:
        raise HorahError(f"{path}: {fault.en}", f"{path}: {fault.es}", code=fault.code) from None


def _only_file() -> Path:
    found = sorted(Path().glob(f"*{SUFFIX}"))
    if len(found) == 1:
        return found[0]
    names = ", ".join(map(str, found))
    if found:
        raise HorahError(
            f"There are several campaigns here: {names}. Name one with --file.",
            f"Aquí hay varias campañas: {names}. Indique una con --file.",
            code="WHICH_FILE",
        )
    raise HorahError(
        f"There is no *{SUFFIX} in this folder: begin one with «horah campaign new», or give --file.",
        f"No hay ningún *{SUFFIX} en esta carpeta: empiece una con «horah campaign new», o dé --file.",
        code="NO_FILE",
    )


def _write(path: Path, found: Campaign) -> None:
    from exports.kit.files import write
    from generator.games.combat_commander.campaign.document import text_of

    write(path, text_of(found).encode())


def _asked(found: Campaign, seat: str | None) -> Prompt:
    """The prompt that a seat answers; without a seat, the only one there is."""
    pending = found.table.pending
    if not pending:
        raise HorahError(
            "The campaign is over; nothing is asked any more.",
            "La campaña ha terminado; ya no se pregunta nada.",
            code="FINISHED",
        )
    mine = [prompt for prompt in pending if seat is None or prompt.seat in (seat, "everyone")]
    if len(mine) == 1:
        return mine[0]
    seats = ", ".join(prompt.seat for prompt in pending)
    raise HorahError(
        f"It is the turn of {seats}: say who answers with --seat.",
        f"Es el turno de {seats}: diga quién responde con --seat.",
        code="WHO",
    )


def _say_next(found: Campaign, seat: str, lang: Any) -> None:
    """What is asked, with the options numbered for those who may see them."""
    from exports.games.combat_commander.asking import asked_text

    click.echo(asked_text(found, seat, lang), nl=False)
