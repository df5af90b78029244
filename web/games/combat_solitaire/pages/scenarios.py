"""Pages of our scenarios and of generated ones: read, print, play."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from exports.games.combat_solitaire.sheets import make_sheets
from generator.authoring import check_document, require_playable
from generator.chance import check_seed
from generator.games.combat_solitaire import scenario_generator
from generator.games.combat_solitaire.documents import SCENARIO, SERVICE
from generator.games.combat_solitaire.scenario import report_completeness
from generator.games.combat_solitaire.service_record import carry_over
from schemas.errors import HorahError
from web.http.downloads import send_rendering, wish_for
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs
from web.http.request_context import address, client_owner, context, sentence
from web.pages.owner_catalog import remembered_data
from web.service import tables
from web.service.errors import NotHere
from web.service.rendering import render

from ..request_context import catalog, formatter
from .tools import read_file

blueprint = Blueprint("combat_pages", __name__, url_prefix="/combat")
Document = dict[str, Any]
SEED = "1944"
SHOWN = ("card", "events", "template")


@blueprint.get("")
def index() -> str:
    """List scenarios, templates and tools."""
    return _render_index(SEED)


def _render_index(seed: str, refusal: str = "") -> str:
    return render_template(
        "combat/index.html",
        scenarios=_list_scenarios(),
        templates=catalog().templates,
        seed=seed,
        refusal=refusal,
    )


def _list_scenarios() -> dict[str, tuple[Document, bool]]:
    """Return our scenarios, each with whether it can be played."""
    documents = {name: dict(document) for name, document in catalog().scenarios.items()}
    return {name: (document, _is_playable(document)) for name, document in documents.items()}


def _is_playable(document: Document) -> bool:
    return not any(finding.severity == "error" for finding in check_document(catalog(), SCENARIO, document))


def find_scenario(name: str) -> Document:
    """Return one of our scenarios by its name, or a generated one by ``template:seed``."""
    template, colon, seed = name.partition(":")
    if not colon and name in catalog().scenarios:
        return dict(catalog().scenarios[name])
    if colon and template in catalog().templates:
        return scenario_generator.fill_template(catalog(), catalog().templates[template], check_seed(seed))
    raise NotHere


@blueprint.get("/scenarios/<name>")
def show(name: str) -> str:
    """Show a scenario with its completeness report, findings and files, and the form to play it."""
    document = find_scenario(name)
    allow_offline("card")
    messages = formatter()
    findings = check_document(catalog(), SCENARIO, document)
    return render_template(
        "combat/scenario.html",
        name=name,
        document=document,
        sheets=make_sheets(document, messages, SHOWN),
        findings=[(finding.severity, messages.say(finding.message)) for finding in findings],
        complete=[("_".join(map(str, place)), stated) for place, stated in report_completeness(document)],
        sound=not any(finding.severity == "error" for finding in findings),
    )


@blueprint.get("/scenarios/<name>/<file>")
@costs(5)
def download(name: str, file: str) -> Response:
    """Send a scenario as a file."""
    document = find_scenario(name)
    allow_offline("file")
    render_request = wish_for(file, address("combat_pages.show", name=name))
    key = ("combat", name, catalog().version, *render_request.key())
    printed = render(context(), catalog(), key, lambda: document, render_request)
    return send_rendering(printed, f"hora-h-{document['id']}")


@blueprint.get("/made")
def make() -> Redirect | Response:
    """Redirect to the address of the scenario of a template and a seed."""
    name = f"{request.args.get('template', '')}:{request.args.get('seed', '')}"
    try:
        find_scenario(name)
    except HorahError as fault:
        return make_response(_render_index(request.args.get("seed", ""), sentence(fault)), 422)
    return redirect(url_for("combat_pages.show", name=name), 303)


@blueprint.post("/scenarios/<name>/play")
@costs(5)
def play(name: str) -> Redirect:
    """Open a table for one and redirect to the player's seat, without giving out the referee's link.

    To get all links, open the table on the page for tables.
    """
    document = find_scenario(name)
    record = read_file("record")
    if record is not None:
        document = carry_over(catalog(), require_playable(catalog(), SERVICE, record), document)
    settings: dict[str, Any] = {"scenario": document}
    for name_ in ("mode", "dice", "cup"):
        if request.form.get(name_):
            settings[name_] = request.form[name_]
    opened = tables.open_table(
        context(),
        "combat/1",
        settings,
        formatter().translate(document["title"])[:80],
        remembered_data("combat_solitaire"),
        owner=client_owner(),
    )
    return redirect(url_for("table_pages.show", link=opened.links["player"]), 303)


@blueprint.get("/service")
def service() -> str:
    """Show the form for service records; see :mod:`.tools`."""
    return render_template("combat/service.html")
