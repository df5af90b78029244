"""The studies that ship with the product, with plots and tables, and the studies of the secret choice."""

from __future__ import annotations

from flask import Blueprint, render_template
from markupsafe import Markup

from exports.games.combat_commander import oob_choice as choosing
from exports.kit.svg import to_svg
from exports.studies import PHONE_PLOT_WIDTH, draw_plot, head_lines, make_tables, study_title
from web.games.combat_commander.service import bundled_studies

from ..request_context import formatter

blueprint = Blueprint("study_pages", __name__, url_prefix="/studies")


@blueprint.get("")
def index() -> str:
    """List every study, and every pairing with a studied choice."""
    words = formatter()
    return render_template(
        "studies/index.html",
        studies={name: study_title(found, words) for name, found in bundled_studies.list_studies().items()},
        abouts={name: head_lines(found, words)[0] for name, found in bundled_studies.list_studies().items()},
        choices={
            name: choosing.choice_title(found, words)
            for name, found in bundled_studies.list_choices().items()
        },
    )


@blueprint.get("/<name>")
def show(name: str) -> str:
    """Show a study: its description, its findings, and each table with its plot."""
    found, words = bundled_studies.find_study(name), formatter()
    shown = list(make_tables(found, words))
    return render_template(
        "studies/show.html",
        name=name,
        title=study_title(found, words),
        lines=head_lines(found, words),
        findings=[words.sentence(line["key"], line["facts"]) for line in found["findings"]],
        command=f"horah study {name} --battles {found['cases']} --seed {found['seed']}",
        tables=shown,
        plots=[Markup(to_svg(draw_plot(each, PHONE_PLOT_WIDTH), each.title)) for each in shown],
    )


@blueprint.get("/choice/<name>")
def choice(name: str) -> str:
    """Show the secret choice of a pairing: mixtures, costs, and the odds of every pair."""
    found, words = bundled_studies.find_choice(name), formatter()
    above, body = choosing.odds_matrix(found, words)
    return render_template(
        "studies/choice.html",
        name=name,
        title=choosing.choice_title(found, words),
        lines=choosing.head_lines(found, words),
        sides={side: choosing.advice_rows(found, side, words) for side in choosing.SIDES},
        above=above,
        body=body,
    )
