"""Pages of Schwerpunkt: overview, pace of a battle, skeleton by seed, and the example's sheets."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirect

from generator.authoring import require_playable, require_schema
from generator.chance import check_seed
from generator.game import Document
from generator.games.schwerpunkt.authored import BATTLE
from generator.games.schwerpunkt.battle import SIDES, Battle
from generator.games.schwerpunkt.checks import Demand, list_demands
from generator.games.schwerpunkt.house_battle import (
    ATTACKERS,
    HQ_BOUNDS,
    HouseOptions,
    count_points,
    make_house_battle,
)
from generator.games.schwerpunkt.pace import SIMULATION_RUNS, compute_pace
from generator.games.schwerpunkt.skeleton import BOUNDS, SkeletonOptions, make_skeleton
from schemas.errors import HorahError
from web.http.downloads import as_attachment, send_rendering
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs
from web.http.request_context import client_owner, context, language, sentence
from web.http.request_context import paper as wished_paper
from web.pages.home import Part
from web.pages.owner_catalog import remembered_data
from web.pages.prompts import parse_number
from web.service import tables
from web.service.documents import resolve_setting
from web.service.errors import NotHere
from web.service.rendering import make_rendering

from ..request_context import catalog, formatter
from .calculators import BETWEEN, CALCULATORS, parse_crossed
from .plot import draw_plot
from .sketch_battle import DEFAULT_CLOCK, DEFAULT_FACTORS, parse_signed, sketch_battle

blueprint = Blueprint("schwerpunkt_pages", __name__, url_prefix="/schwerpunkt")
EXAMPLE = "example"
AIDS_WITH_FORM = ("contest", "sight")  # aids with a form on the page of aids; the others have separate pages
MIN_HEX_ROWS, EMPTY_HEX_ROWS = 5, 2  # rows for hexes: at first, always empty
MAX_HEX_ROWS = 30
PAPERS = ("a4", "letter")
GROUND_WIDTH = 720.0  # points: the drawing of a map on a page


def home() -> Part:
    """Render the game's part of the home page."""
    return Part(Markup(), Markup(render_template("schwerpunkt_doors.html", voice=formatter())))


@blueprint.get("")
def index() -> str:
    """Show the overview of the game."""
    allow_offline("page")
    return render_template("schwerpunkt.html", battles=catalog().battles, say=formatter().translate)


@blueprint.get("/battles/<name>.pdf")
@costs(3)
def example(name: str) -> Response:
    """Send the sheets of a battle that comes with the program."""
    from exports.game import render

    allow_offline("file")
    paper = wished_paper()
    body = render(_find_ours(name), "pdf", catalog=catalog(), lang=language(), paper=paper)
    return send_rendering(make_rendering("pdf", body), f"hora-h-schwerpunkt-{name}")


@blueprint.post("/battles/<name>/play")
@costs(5)
def play_ours(name: str) -> Redirect:
    """Open a table with our battle in the companion mode."""
    return _open_table(_find_ours(name))


def _find_ours(name: str) -> Document:
    """Return a battle that comes with the program."""
    if name not in catalog().battles:
        raise NotHere
    return dict(catalog().battles[name])


def _open_table(document: Document) -> Redirect:
    """Open a table with a battle and redirect to its first seat, which the companion shares."""
    title = formatter().translate(document["title"])[:80]
    data = remembered_data("schwerpunkt")
    opened = tables.open_table(
        context(), "schwerpunkt/1", {"battle": document}, title, data, owner=client_owner()
    )
    return redirect(url_for("table_pages.show", link=opened.links[SIDES[0]]), 303)


@blueprint.get("/random")
def random_battle() -> tuple[str, int]:
    """Show a random battle of our own; all options are in the address, so it can be made again."""
    battle, refusal = None, ""
    try:
        battle = _make_house_battle(request.args) if request.args else None
    except HorahError as fault:
        refusal = sentence(fault)
    page = render_template(
        "schwerpunkt_random.html",
        given=request.args,
        usual=HouseOptions(),
        bounds=HQ_BOUNDS,
        attackers=ATTACKERS,
        battle=battle,
        points=count_points(catalog(), battle) if battle else {},
        ground=_draw_ground(battle) if battle else "",
        refusal=refusal,
        say=formatter().sentence,
        text=formatter().translate,
        sides=SIDES,
    )
    return page, 422 if refusal else 200


@blueprint.post("/random/play")
@costs(5)
def play_random() -> Redirect:
    """Open a table with a random battle."""
    return _open_table(_make_house_battle(request.form))


@blueprint.get("/random.json", defaults={"kind": "json"})
@blueprint.get("/random.pdf", defaults={"kind": "pdf"})
@costs(3)
def random_file(kind: str) -> Response:
    """Send a random battle as a document or as sheets."""
    from exports.game import render

    document = _make_house_battle(request.args)
    if kind == "json":
        return as_attachment(jsonify(document), f"{document['id']}.json")
    body = render(document, "pdf", catalog=catalog(), lang=language(), paper=wished_paper())
    return send_rendering(make_rendering("pdf", body), f"hora-h-{document['id']}")


def _make_house_battle(given: Mapping[str, str]) -> Document:
    hqs = parse_number(given.get("hqs") or str(HouseOptions().hqs))
    attacker = given.get("attacker") or HouseOptions().attacker
    if attacker not in ATTACKERS:
        raise HorahError("BAD_SETTLING", name="attacker", given=attacker, legal=ATTACKERS)
    seed = check_seed(given.get("seed", "").strip() or "1940")
    return make_house_battle(catalog(), HouseOptions(hqs, attacker), seed)


def _draw_ground(battle: Document) -> Markup:
    from exports.games.schwerpunkt.ground import describe_ground, draw_ground
    from exports.kit.svg import to_svg

    return Markup(to_svg(draw_ground(battle, GROUND_WIDTH), describe_ground(battle, formatter()), "ground"))


@blueprint.get("/pace")
@costs(3)
def reckon() -> tuple[str, int]:
    """Show how many activations a battle of this length gives each side."""
    given = {
        **DEFAULT_CLOCK,
        **{f"hqs-{side}": DEFAULT_FACTORS[side] for side in SIDES},
        **request.args.to_dict(),
    }
    pace, plots, refusal = None, {}, ""
    try:
        lean = {side: parse_signed(given.get(f"lean-{side}", "") or "0") for side in SIDES}
        pace = compute_pace(catalog(), _load_battle(given) or _sketch_battle(given), lean)
        plots = {side: draw_plot(pace.chances[side], side, formatter()) for side in SIDES}
    except HorahError as fault:
        refusal = sentence(fault)
    page = render_template(
        "schwerpunkt_pace.html",
        given=given,
        pace=pace,
        plots=plots,
        refusal=refusal,
        runs=SIMULATION_RUNS,
        contests=formatter().pace(pace) if pace else {},
        say=formatter().sentence,
        sides=SIDES,
    )
    return page, 422 if refusal else 200


@blueprint.get("/aids")
def aids() -> tuple[str, int]:
    """Show the aids that calculate from typed fields."""
    asked, answer, refusal = request.args.get("what", ""), None, ""
    crossed_hexes = _read_crossed_hexes()
    given = {**request.args, "between": " ".join(f"{terrain}/{height}" for terrain, height in crossed_hexes)}
    try:
        if asked == "sight" and not crossed_hexes:
            given["between"] = request.args.get("between", "")
            crossed_hexes = [
                (hex_.terrain, str(hex_.height)) for hex_ in parse_crossed(given["between"], formatter())
            ]
        answer = CALCULATORS[asked].answer(given, formatter()) if asked in AIDS_WITH_FORM else None
    except HorahError as fault:
        refusal = sentence(fault)
    page = render_template(
        "schwerpunkt_aids.html",
        aids={name: CALCULATORS[name] for name in AIDS_WITH_FORM},
        asked=asked,
        answer=answer,
        refusal=refusal,
        given=given,
        say=formatter().sentence,
        terrain=BETWEEN.choice_names(formatter()),
        crossed_hexes=[
            *crossed_hexes,
            *([("", "")] * max(EMPTY_HEX_ROWS, MIN_HEX_ROWS - len(crossed_hexes))),
        ],
    )
    return page, 422 if refusal else 200


def _read_crossed_hexes() -> list[tuple[str, str]]:
    """Read the terrain and height of each hex of a line from the form."""
    rows = []
    for n in range(MAX_HEX_ROWS):
        terrain = request.args.get(f"terrain-{n}", "")
        if terrain:
            rows.append((terrain, request.args.get(f"height-{n}", "").strip() or "0"))
    return rows


@blueprint.get("/complete")
@costs(2)
def complete() -> tuple[str, int]:
    """0.I-0.VI: list all demands of the series rules on a battle, and which of them it meets."""
    name = request.args.get("battle", "").strip() or EXAMPLE
    demands: tuple[Demand, ...] = ()
    title, refusal = "", ""
    try:
        document = resolve_setting(context(), "schwerpunkt", "battle", name)
        require_schema(catalog().game, BATTLE, document)
        demands = tuple(demand for demand in list_demands(document) if demand.applies)
        title = formatter().translate(document["title"])
    except HorahError as fault:
        refusal = sentence(fault)
    page = render_template(
        "schwerpunkt_complete.html",
        name=name,
        title=title,
        demands=demands,
        given=sum(demand.given for demand in demands),
        refusal=refusal,
        say=formatter().sentence,
    )
    return page, 422 if refusal else 200


def _load_battle(given: Mapping[str, str]) -> Battle | None:
    """Return the stored battle of an address, or None; the pace uses only its clock and headquarters."""
    name = given.get("battle", "").strip().rstrip("/").rpartition("/")[2]
    if not name:
        return None
    return Battle(
        require_playable(catalog(), BATTLE, resolve_setting(context(), "schwerpunkt", "battle", name))
    )


def _sketch_battle(given: Mapping[str, str]) -> Battle:
    """Build a battle from the clock and the command factors alone."""
    hqs = {f"{side}_hqs": given[f"hqs-{side}"] for side in SIDES}
    hours = {name: given[name] for name in ("start", "end")}
    return Battle(sketch_battle(catalog(), minutes=parse_number(given["minutes"]), **hours, **hqs))


@blueprint.get("/skeleton")
def sketch() -> tuple[str, int]:
    """Show a skeleton by seed; all options are in the address, so it can be made again."""
    skeleton, refusal = None, ""
    try:
        skeleton = _make_skeleton() if request.args else None
    except HorahError as fault:
        refusal = sentence(fault)
    page = render_template(
        "schwerpunkt_skeleton.html",
        given=request.args,
        bounds=BOUNDS,
        usual=SkeletonOptions(),
        skeleton=skeleton,
        refusal=refusal,
        say=formatter().sentence,
    )
    return page, 422 if refusal else 200


@blueprint.get("/skeleton.json")
def sketch_file() -> Response:
    """Send the skeleton as a JSON file."""
    return as_attachment(jsonify(_make_skeleton()), "skeleton.json")


def _make_skeleton() -> Document:
    numbers = {
        name: parse_number(request.args.get(name) or str(getattr(SkeletonOptions(), name))) for name in BOUNDS
    }
    options = SkeletonOptions(**numbers, air="air" in request.args)
    return make_skeleton(catalog(), options, check_seed(request.args.get("seed", "").strip() or "1"))
