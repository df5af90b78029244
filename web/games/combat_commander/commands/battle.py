"""``horah battle``: roll up a battle and print it."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.language import said
from web.output import FOLDER

if TYPE_CHECKING:
    from generator.games.combat_commander.battle.make import Made
    from generator.games.combat_commander.battle.settings import Settings
    from web.cli import Session

SEATS = ["axis", "allied", "everyone", "referee"]
LONGEST_NUMBER = 9  # figures


def _commander(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """``axis=bold`` as a setting."""
    found = {}
    for one in given:
        side, _, name = one.partition("=")
        if side not in ("axis", "allied") or not name:
            raise click.BadParameter(
                said(
                    f"{one!r} should be like axis=bold or allied=cautious",
                    f"{one!r} debe ser como axis=bold o allied=cautious",
                )
            )
        found[f"{side}_commander"] = name
    return found


@click.command(
    help=said(
        "Roll up a battle by RS.1 to RS.16, print its card and the log of every roll.",
        "Genera una batalla según RS.1 a RS.16 e imprime su ficha y el registro de cada tirada.",
    )
)
@click.option(
    "--seed",
    help=said("The seed; the same seed gives the same battle.", "La semilla; la misma da la misma batalla."),
)
@click.option("--axis", metavar="F", help=said("Axis faction.", "Facción del Eje."))
@click.option("--allied", metavar="F", help=said("Allied faction.", "Facción Aliada."))
@click.option(
    "--without", metavar="F", multiple=True, help=said("A faction left out.", "Una facción excluida.")
)
@click.option(
    "--faction",
    "factions",
    metavar="F",
    multiple=True,
    help=said("A faction owned.", "Una facción disponible."),
)
@click.option(
    "--year",
    "years",
    type=int,
    multiple=True,
    help=said("A year allowed; several may be given.", "Un año permitido; pueden darse varios."),
)
@click.option(
    "--size",
    "sizes",
    metavar="S",
    multiple=True,
    help=said("company, detachment or platoon.", "company, detachment o platoon."),
)
@click.option(
    "--same-size", is_flag=True, help=said("Both sides the same size.", "Ambos bandos del mismo tamaño.")
)
@click.option(
    "--quality",
    "qualities",
    metavar="SIDE=Q",
    multiple=True,
    help=said("A quality allowed, like axis=elite.", "Una calidad permitida, como axis=elite."),
)
@click.option(
    "--map",
    "map_",
    metavar="N",
    help=said("A map number, choose or random.", "Un número de mapa, choose o random."),
)
@click.option(
    "--own-map",
    "maps",
    type=int,
    multiple=True,
    help=said("A map owned; several may be given.", "Un mapa disponible; pueden darse varios."),
)
@click.option(
    "--edition",
    metavar="E",
    help=said("corrected, compilation or anniversary.", "corrected, compilation o anniversary."),
)
@click.option(
    "--holes",
    type=click.Choice(["stop", "remedy"]),
    help=said("What to do where an edition has no column.", "Qué hacer donde la edición no trae columna."),
)
@click.option(
    "--balance",
    type=click.Choice(["any", "close", "even"]),
    help=said("A wish for balance.", "Un deseo de equilibrio."),
)
@click.option(
    "--dice",
    type=click.Choice(["two", "fate", "typed"]),
    help=said("Two dice, Fate decks, or typed in.", "Dos dados, mazos de Destino o anotados."),
)
@click.option(
    "--commander",
    "commanders",
    metavar="SIDE=NAME",
    multiple=True,
    callback=_commander,
    help=said(
        "Who decides: axis=bold, allied=cautious, even, random.",
        "Quién decide: axis=bold, allied=cautious, even, random.",
    ),
)
@click.option(
    "--placement",
    type=click.Choice(["objectives", "hexes"]),
    help=said(
        "Record objectives only, or every unit's hex.",
        "Anotar solo los objetivos, o el hexágono de cada unidad.",
    ),
)
@click.option(
    "--house",
    multiple=True,
    type=click.Choice(["reroll-green", "defender-radio"]),
    help=said("A house rule.", "Una regla de la casa."),
)
@click.option(
    "--optional",
    metavar="V",
    multiple=True,
    help=said(
        "An optional rule agreed on, like V12; several may be given.",
        "Una regla opcional acordada, como V12; pueden darse varias.",
    ),
)
@click.option(
    "--seat", type=click.Choice(SEATS), help=said("Whose view is printed.", "Qué vista se imprime.")
)
@click.option("--lang", type=click.Choice(["es", "en"]), help=said("Language.", "Idioma."))
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help=said("Paper of the PDF files.", "Papel de los PDF."),
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help=said("Print the card document alone.", "Imprimir solo el documento de la ficha."),
)
@click.option(
    "--log/--no-log",
    default=True,
    help=said("With or without the log of rolls.", "Con o sin el registro de tiradas."),
)
@click.option(
    "--out",
    type=FOLDER,
    help=said(
        "Write PDF, SVG, text and JSON into this folder.", "Escribir PDF, SVG, texto y JSON en esta carpeta."
    ),
)
@click.option(
    "--interactive",
    is_flag=True,
    help=said("Ask people for every choice.", "Preguntar cada decisión a las personas."),
)
@click.pass_obj
def battle(session: Session, /, **options: Any) -> None:
    from exports.games.combat_commander.text import card_text, log_text
    from generator.games.combat_commander.battle.view import view_card

    lang = options["lang"] or session.language
    catalog = session.catalog()
    made = _make(session, options, lang)
    card = made.card()
    seat = options["seat"] or ("referee" if options["as_json"] else "everyone")
    seen = view_card(card, seat)
    if options["as_json"]:
        click.echo(json.dumps(seen, ensure_ascii=False, indent=2))
    else:
        click.echo(card_text(seen, catalog, lang))
        if options["log"]:
            click.echo(log_text(seen, catalog, lang))
        click.echo(said(f"Seed: {made.seed}", f"Semilla: {made.seed}"), err=True)
    if options["out"]:
        from exports.games.combat_commander.render import write_all

        written = write_all(
            {name: view_card(card, name) for name in SEATS},
            options["out"],
            catalog=catalog,
            lang=lang,
            paper=options["paper"],
        )
        for path in written:
            click.echo(str(path), err=True)


def _make(session: Session, options: dict[str, Any], lang: Any) -> Made:
    seed = options["seed"] or new_seed()
    settings = settings_of(options)
    if options["interactive"]:
        from web.terminal import play

        return play(session.catalog(), settings, seed, lang)
    if settings.dice == "typed" or "person" in (settings.axis_commander, settings.allied_commander):
        raise HorahError(
            "Typed dice and people who decide need --interactive.",
            "Los dados anotados y las personas que deciden necesitan --interactive.",
        )
    from generator.games.combat_commander.battle.make import make

    return make(session.catalog(), settings, seed)


def new_seed() -> str:
    """A seed with an open part to print and a secret part for the secret chits."""
    return f"{secrets.randbelow(10**8)}.{secrets.token_hex(8)}"


def _map(given: str) -> int | str:
    """A number of a map, or a word; what is neither is refused with the settings."""
    return int(given) if given.isdecimal() and len(given) <= LONGEST_NUMBER else given


def settings_of(options: dict[str, Any]) -> Settings:
    """The options of the command line as settings."""
    from generator.games.combat_commander.battle.settings import Settings

    given: dict[str, Any] = {}
    for name in ("axis", "allied", "edition", "holes", "balance", "dice", "placement"):
        if options[name]:
            given[name] = options[name]
    for name in ("without", "factions", "years", "sizes", "maps", "optional"):
        if options[name]:
            given[name] = tuple(options[name])
    for one in options["qualities"]:
        side, _, quality = one.partition("=")
        key = f"{side}_qualities"
        given[key] = (*given.get(key, ()), quality)
    if options["map_"]:
        given["map"] = _map(options["map_"])
    given["same_size"] = options["same_size"]
    given["reroll_green"] = "reroll-green" in options["house"]
    given["defender_radio"] = "defender-radio" in options["house"]
    if options["interactive"]:
        given |= {"axis_commander": "person", "allied_commander": "person"}
    given |= options["commanders"]
    unknown = set(given) - set(Settings.__dataclass_fields__)
    if unknown:
        raise click.BadParameter(
            said(
                "--quality is given like axis=elite or allied=line.",
                "--quality se da como axis=elite o allied=line.",
            )
        )
    return Settings(**given)
