"""House rule: generated battlefields by kind and seed: make, view, print and share by address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Redirect

from catalogs.games.combat_commander.ground import Ground
from exports.games.combat_commander.ground.map_pdf import render_full_size, render_one_page
from exports.games.combat_commander.messages import MessageFormatter
from exports.kit.files import as_json
from generator.games.combat_commander.ground.battlefield import Battlefield
from generator.games.combat_commander.ground.battlefield_document import Document, generated_to_document
from generator.games.combat_commander.ground.los_map import LosMap
from generator.games.combat_commander.ground.map_figures import MapFigures, get_printed_range
from schemas.errors import HorahError
from web.games.combat_commander.service import battlefields, battles
from web.games.combat_commander.service.battlefields import MAX_SEED
from web.http.downloads import as_attachment, send_rendering
from web.http.rate_limit import charge_cpu, costs, heavy
from web.http.request_context import client_owner, context, parse_number, sentence
from web.http.request_context import paper as wished_paper
from web.service import documents
from web.service.errors import NotHere
from web.service.rendering import Rendering, make_rendering, render_limited
from web.service.tokens import new_number_seed

from ..request_context import GAME, catalog, formatter
from . import ground_view
from .map_thumbnails import draw_small_map, send_drawing

blueprint = Blueprint("battlefield_pages", __name__, url_prefix="/battlefields")

KIND = "battlefield"
SAMPLE_SEED = 1944  # seed of the sample battlefields, one of each kind
PdfRenderer = Callable[[Ground, str, str, MessageFormatter, str], bytes]
PDF_RENDERERS: dict[str, PdfRenderer] = {
    "map.pdf": render_one_page,
    "map-full-size.pdf": lambda ground, title, _, words, size: render_full_size(ground, title, words, size),
}


@blueprint.get("")
def index() -> str:
    """Show the form for kind and seed, and a sample of each kind."""
    return render_index()


def render_index(refusal: str = "", kind: str = "", seed: str = "") -> str:
    return render_template(
        "battlefields/index.html",
        kinds=list(catalog().battlefields),
        sample=SAMPLE_SEED,
        refusal=refusal,
        kind=kind,
        seed=seed,
        largest=MAX_SEED,
        listed=documents.list_library(
            context(), documents.find_kind(context(), GAME, KIND), page=_page_number()
        ),
    )


def _page_number() -> int:
    return max(1, parse_number(request.args.get("page", "1"), 1))


@blueprint.get("/draw")
@costs(3)
@heavy
def draw() -> Redirect | Response:
    """Generate a battlefield; without a kind the seed chooses it, without a seed draw a random one."""
    kind, seed = request.args.get("kind", "")[:40], request.args.get("seed", "").strip()[:40]
    wish = new_number_seed() if not seed else parse_number(seed, -1)
    try:
        if wish < 0:
            raise HorahError("BATTLEFIELD.number", given=seed, most=MAX_SEED)
        battlefield = battlefields.get_battlefield(catalog(), kind or None, wish)
    except HorahError as fault:
        return make_response(render_index(sentence(fault), kind, seed), 422)
    return redirect(url_for("battlefield_pages.show", kind=battlefield.kind, seed=battlefield.seed), 303)


@blueprint.get("/<kind>/<int:seed>")
@costs(3)
@heavy
def show(kind: str, seed: int) -> Response:
    """Show a battlefield: sight from each hex, and its figures beside the printed maps."""
    battlefield = battlefields.find_generated(catalog(), kind, seed)
    return ground_view.render_ground_page(
        "battlefields/show.html",
        _get_los_map(battlefield),
        _address(battlefield),
        layers=ground_view.draw_layers(battlefield.ground, formatter(), _describe(battlefield)),
        found=battlefield,
        title=_title(battlefield),
        likeness=compare_figures(battlefield.figures, formatter()),
        again=new_number_seed(),
    )


@blueprint.post("/<kind>/<int:seed>/play")
@costs(10)
@heavy
def play(kind: str, seed: int) -> Redirect:
    """Keep the battlefield and roll a battle on it."""
    battlefield = battlefields.find_generated(catalog(), kind, seed)
    own_kind = documents.find_kind(context(), GAME, KIND)
    new = documents.begin(context(), own_kind, generated_to_document(battlefield), client_owner())
    return play_on(documents.enter(context(), new.link))


def play_on(document_id: str) -> Redirect:
    """Roll a battle on a kept battlefield and show it."""
    new = battles.make_battle(context(), {"kept_battlefield": document_id}, None, client_owner())
    return redirect(url_for("battle_pages.show", battle_id=new.key), 303)


@blueprint.get("/<kind>/<int:seed>/look")
@heavy
def look(kind: str, seed: int) -> str:
    """Return only the part of the page that changes when a hex is clicked."""
    battlefield = battlefields.find_generated(catalog(), kind, seed)
    return ground_view.render_look(_get_los_map(battlefield), _address(battlefield))


@blueprint.get("/<kind>/<int:seed>/small.svg")
@charge_cpu
def small(kind: str, seed: int) -> Response:
    """Return a small picture of the battlefield."""
    key = ("small battlefield", catalog().version, kind, str(seed))

    def make() -> Rendering:
        battlefield = battlefields.find_generated(catalog(), kind, seed)
        return make_rendering("svg", draw_small_map(battlefield.ground, catalog()))

    return send_drawing(render_limited(context(), key, make).body)


@blueprint.get("/<kind>/<int:seed>/battlefield.json")
@heavy
def document(kind: str, seed: int) -> Response:
    """Return the document as a file."""
    battlefield = battlefields.find_generated(catalog(), kind, seed)
    return send_document(generated_to_document(battlefield), f"{battlefield.kind}-{battlefield.seed}")


def send_document(document: Document, name: str) -> Response:
    """Return a battlefield as a file to download."""
    printed = make_rendering("json", as_json(document).encode())
    return as_attachment(send_rendering(printed, f"hora-h-{name}"), f"hora-h-{name}.json")


@blueprint.get("/<kind>/<int:seed>/<name>")
@costs(10)
@heavy
def paper(kind: str, seed: int, name: str) -> Response:
    """Return the battlefield as PDF: on one page, or full size over several to be cut and glued."""
    battlefield = battlefields.find_generated(catalog(), kind, seed)
    return send_ground_pdf(
        battlefield.ground,
        name,
        _title(battlefield),
        _describe(battlefield),
        f"{battlefield.kind}-{seed}",
    )


def send_ground_pdf(ground: Ground, name: str, title: str, line: str, key: str) -> Response:
    """Render a ground as PDF, with a note that it is not a printed map."""
    if name not in PDF_RENDERERS:
        raise NotHere
    words = formatter()
    size = wished_paper()

    def make() -> Rendering:
        caption = f"{line} · {words.term('ground.own')}"
        return make_rendering("pdf", PDF_RENDERERS[name](ground, title, caption, words, size))

    wish = ("battlefield", key, name, title, catalog().version, words.lang, size)
    return send_rendering(render_limited(context(), wish, make), f"hora-h-{key}-{name.removesuffix('.pdf')}")


def _get_los_map(battlefield: Battlefield) -> LosMap:
    return battlefields.get_los_map(
        catalog(), battlefields.canonical_json(generated_to_document(battlefield))
    )


def _address(battlefield: Battlefield) -> str:
    return url_for("battlefield_pages.show", kind=battlefield.kind, seed=battlefield.seed)


def _title(battlefield: Battlefield) -> str:
    return formatter().format("ground.own_map", kind=battlefield.kind, seed=battlefield.seed)


def _describe(battlefield: Battlefield) -> str:
    return battlefields.describe_figures(battlefield.figures, formatter())


def compare_figures(figures: MapFigures, words: MessageFormatter) -> list[dict[str, Any]]:
    """Return each figure beside the minimum and maximum of the printed maps."""
    span = get_printed_range(catalog())
    return [
        {
            "name": words.term(f"value.{name}"),
            "value": ground_view.format_figure(name, value),
            "least": ground_view.format_figure(name, getattr(span.least, name)),
            "most": ground_view.format_figure(name, getattr(span.most, name)),
            "outside": name in span.list_outside(figures),
        }
        for name, value in asdict(figures).items()
    ]
