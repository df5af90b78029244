"""The studies that ship with the product, with plots and tables, and the studies of the secret choice."""

from __future__ import annotations

from flask import Blueprint, render_template
from markupsafe import Markup

from exports.games.combat_commander import oob_choice as choosing
from exports.kit.svg import to_svg
from exports.studies import PHONE_PLOT_WIDTH, draw_plot, head_lines, make_tables, study_title
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.studies.choice import list_advice
from web.games.combat_commander.service import bundled_studies

from ..request_context import formatter

blueprint = Blueprint("study_pages", __name__, url_prefix="/studies")


@blueprint.get("")
def index() -> str:
    """List every study, and every pairing with a studied choice."""
    words = formatter()
    return render_template(
        "studies/index.html",
        studies={
            name: study_title(document, words) for name, document in bundled_studies.list_studies().items()
        },
        abouts={
            name: head_lines(document, words)[0] for name, document in bundled_studies.list_studies().items()
        },
        choices={
            name: choosing.choice_title(document, words)
            for name, document in bundled_studies.list_choices().items()
        },
    )


@blueprint.get("/<name>")
def show(name: str) -> str:
    """Show a study: its description, its findings, and each table with its plot."""
    document, words = bundled_studies.find_study(name), formatter()
    tables = list(make_tables(document, words))
    return render_template(
        "studies/show.html",
        name=name,
        title=study_title(document, words),
        lines=head_lines(document, words),
        findings=[words.sentence(line["key"], line["facts"]) for line in document["findings"]],
        command=f"horah study {name} --battles {document['cases']} --seed {document['seed']}",
        tables=tables,
        plots=[Markup(to_svg(draw_plot(table, PHONE_PLOT_WIDTH), table.title)) for table in tables],
    )


@blueprint.get("/choice/<name>")
def choice(name: str) -> str:
    """Show the secret choice of a pairing: mixtures, costs, and the odds of every pair."""
    document, words = bundled_studies.find_choice(name), formatter()
    above, body = choosing.odds_matrix(document, words)
    return render_template(
        "studies/choice.html",
        name=name,
        title=choosing.choice_title(document, words),
        lines=choosing.head_lines(document, words),
        sides={side: choosing.advice_rows(document, side, words) for side in SIDES},
        shares={side: [share for _, share, _ in list_advice(document, side)] for side in SIDES},
        above=above,
        body=body,
    )
