"""The studies that ship with the product, with plots and tables, and the studies of the secret choice."""

from __future__ import annotations

from flask import Blueprint, render_template
from markupsafe import Markup

from exports.games.combat_commander import choice as choosing
from exports.kit.vector import vector
from exports.studies import SMALL, head_lines, plot, tables, title
from web.games.combat_commander.service import studied

from ..current import scribe

blueprint = Blueprint("study_pages", __name__, url_prefix="/studies")


@blueprint.get("")
def index() -> str:
    """List every study, and every pairing with a studied choice."""
    words = scribe()
    return render_template(
        "studies/index.html",
        studies={name: title(found, words) for name, found in studied.studies().items()},
        abouts={name: head_lines(found, words)[0] for name, found in studied.studies().items()},
        choices={name: choosing.title(found, words) for name, found in studied.choices().items()},
    )


@blueprint.get("/<name>")
def show(name: str) -> str:
    """Show a study: its description, its findings, and each table with its plot."""
    found, words = studied.study(name), scribe()
    shown = list(tables(found, words))
    return render_template(
        "studies/show.html",
        name=name,
        title=title(found, words),
        lines=head_lines(found, words),
        findings=[words.sentence(line["key"], line["facts"]) for line in found["findings"]],
        command=f"horah study {name} --battles {found['cases']} --seed {found['seed']}",
        tables=shown,
        plots=[Markup(vector(plot(each, SMALL), each.title)) for each in shown],
    )


@blueprint.get("/choice/<name>")
def choice(name: str) -> str:
    """Show the secret choice of a pairing: mixtures, costs, and the odds of every pair."""
    found, words = studied.choice(name), scribe()
    above, body = choosing.matrix(found, words)
    return render_template(
        "studies/choice.html",
        name=name,
        title=choosing.title(found, words),
        lines=choosing.head_lines(found, words),
        sides={side: choosing.rows(found, side, words) for side in choosing.SIDES},
        above=above,
        body=body,
    )
