"""``horah battle``: roll up a battle and print it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli.i18n import say
from web.cli.io import FOLDER, print_json
from web.cli.options import json_option, lang_option, paper_option
from web.cli.settings_options import SettingsCommand, given_settings, procedures_of
from web.service.tokens import new_battle_seed

from .common import GAME, SEATS, SIDES, catalog_of, parse_by_side, parse_commanders

if TYPE_CHECKING:
    from generator.game import Procedure
    from generator.games.combat_commander.balance.pool import DrawnBattle
    from generator.games.combat_commander.rehearsal.balance_search import EvaluatedBattle
    from web.cli import Session

HOUSE_RULES = ("reroll-green", "defender-radio")
OPTION_ALIASES = {"maps": ["--own-map"], "factions": ["--faction"], "years": ["--year"], "sizes": ["--size"]}


def _list_procedures(_: Sequence[str]) -> Sequence[Procedure]:
    return procedures_of(GAME, "battle")


@click.command(cls=SettingsCommand, plays=_list_procedures, also=OPTION_ALIASES)
@click.option("--seed")
@click.option("--quality", "qualities", metavar="SIDE=Q", multiple=True)
@click.option("--commander", "commanders", metavar="SIDE=NAME", multiple=True)
@click.option("--house", multiple=True, type=click.Choice(HOUSE_RULES))
@click.option("--seat", type=click.Choice(SEATS))
@lang_option
@paper_option
@json_option
@click.option("--log/--no-log", default=True)
@click.option("--out", type=FOLDER)
@click.option("--interactive", is_flag=True)
@click.pass_context
def battle(ctx: click.Context, /, **options: Any) -> None:
    from exports.games.combat_commander.text import write_card_text, write_log_text
    from generator.games.combat_commander.battle.view import view_card

    session: Session = ctx.obj
    catalog = catalog_of(session)
    people = {f"{side}_commander": "person" for side in SIDES} if options["interactive"] else {}
    card = _make(session, {**people, **given_settings(ctx), **_parse_short_options(options)}, options)
    seat = options["seat"] or ("referee" if options["as_json"] else "everyone")
    seen = view_card(card, seat)
    if options["as_json"]:
        print_json(seen)
    else:
        click.echo(write_card_text(seen, catalog, session.language))
        if options["log"]:
            click.echo(write_log_text(seen, catalog, session.language))
        click.echo(say("battle.seed_is", seed=card["seed"]), err=True)
    if options["out"]:
        from exports.games.combat_commander.render import write_all

        written = write_all(
            {name: view_card(card, name) for name in SEATS},
            options["out"],
            catalog=catalog,
            lang=session.language,
            paper=options["paper"],
        )
        for path in written:
            click.echo(str(path), err=True)


def _parse_short_options(options: dict[str, Any]) -> dict[str, Any]:
    """Parse short settings: ``--house reroll-green``, ``--commander axis=bold``, ``--quality axis=elite``."""
    house = {name.replace("-", "_"): True for name in options["house"]}
    qualities = parse_by_side(options["qualities"], "qualities", "battle.how_quality")
    return {**house, **qualities, **parse_commanders(options["commanders"])}


def _report_tried(tried: EvaluatedBattle) -> None:
    """Report each tried battle, because a balance search takes a while."""
    click.echo(say("battle.looked", wins=tried.wins, fights=tried.fights), err=True)


def _draw_from_pool(session: Session, settings: Any, seed: str) -> DrawnBattle | None:
    """Return a battle whose odds were measured beforehand, and say what was measured."""
    if settings.balance != "rehearsed":
        return None
    from exports.games.combat_commander.messages import MessageFormatter
    from exports.games.combat_commander.rehearsal import format_measured
    from generator.games.combat_commander.balance.pool import draw_fair_battle

    catalog = catalog_of(session)
    drawn = draw_fair_battle(catalog, settings, seed)
    if drawn is not None:
        formatter = MessageFormatter(catalog, session.language)
        for level, odds in drawn.measured.items():
            click.echo(format_measured(level, odds.wins, odds.fights, formatter), err=True)
    return drawn


def _make(session: Session, values: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Make the battle and return its card, secrets included."""
    from generator.games.combat_commander.battle.make import find_seed
    from generator.session import begin

    catalog = catalog_of(session)
    (procedure,) = procedures_of(GAME, "battle")
    settings = procedure.read(catalog, values)
    if not options["interactive"] and procedure.persons(settings):
        raise HorahError("UNANSWERED.interactive")
    seed = options["seed"] or new_battle_seed()
    drawn = _draw_from_pool(session, settings, seed)
    if drawn is not None:
        settings, seed = drawn.settings, drawn.seed
    else:
        seed = find_seed(catalog, settings, seed, _report_tried)
    played = begin(procedure, catalog, settings, seed)
    if options["interactive"]:
        from exports.games.combat_commander.messages import MessageFormatter
        from web.cli.interactive import play

        from .questions import Teller

        play(Teller(played, MessageFormatter(catalog, session.language)))
    else:
        played.fill()
    (card,) = played.ready(seed)
    return card()
