"""Diary pages: the keeper's page, the public page of a listed diary, and the figures of club and player."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from flask import Blueprint, Response, g, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.routing import BuildError
from werkzeug.wrappers import Response as Redirect

from exports.diary import text as diary_text
from generator.diary import file
from generator.diary.model import Battle, Fighter
from schemas.errors import HorahError
from web.http.downloads import as_attachment, send_rendering, wish_for
from web.http.rate_limit import costs
from web.http.request_context import (
    address,
    clean_line,
    client_owner,
    context,
    formatter,
    parse_number,
    sentence,
    uploaded_text,
)
from web.service import diaries
from web.service.diaries import Sight
from web.service.errors import NotHere
from web.service.shared_documents import PAGE_SIZE, Begun

from .keeper import (
    Action,
    find_remembered_link,
    list_games_with_matches,
    make_common_actions,
    perform_action,
)
from .preferences import remember
from .results import read_results, send_results
from .template_helpers import format_day

blueprint = Blueprint("diary_pages", __name__, url_prefix="/diaries")

MAX_FILE_BYTES = 1024 * 1024
COOKIE = "diary"  # holds the link of the diary that this device remembers
FIGHTERS = ("first", "second")
TEXTS = ("day", "evening", "title", "map", "how", "story", "photo", "address")


@dataclass(frozen=True, slots=True)
class Row:
    """Battle as a page shows it."""

    battle: Battle
    day: str
    sides: tuple[str, str]
    result: str
    odds: str
    again: str


# -------------------------------------------------------------------------------------------- all of them


@blueprint.get("")
def index() -> str:
    """List the listed diaries and the remembered one, with the form to begin one."""
    return _index()


def _index(refusal: str = "", given: Mapping[str, str] | None = None) -> str:
    page = max(1, parse_number(request.args.get("page", "1"), 1))
    diaries_on_page, total = diaries.list_public(context(), page)
    return render_template(
        "diaries/index.html",
        items=diaries_on_page,
        found={"total": total, "page": page, "size": PAGE_SIZE},
        games=list_games_with_matches(),
        own=remembered_link(),
        battle=request.values.get("battle", ""),
        tournament=request.values.get("tournament", ""),
        refusal=refusal,
        given=given or {},
    )


@blueprint.post("")
@costs(5)
def begin() -> Redirect | Response:
    """Begin a diary, empty or from a file, and redirect to its keeper's page."""
    given = {name: request.form.get(name, "") for name in ("game", "title", "battle", "tournament")}
    try:
        begun = _begin(given)
    except HorahError as fault:
        return make_response(_index(sentence(fault), given), getattr(fault, "status", 422))
    asked: dict[str, Any] = {name: given[name] or None for name in ("battle", "tournament")}
    where = url_for("diary_pages.keep", link=begun.link, **asked)
    return _remember(redirect(where, 303), begun.link)


def _begin(given: Mapping[str, str]) -> Begun[Sight]:
    if request.form.get("way") == "open":
        text = uploaded_text(max_bytes=MAX_FILE_BYTES)
        return diaries.keep(context(), file.read_file(text, context().catalogs), client_owner())
    return diaries.begin(context(), given["game"], clean_line(given["title"]), client_owner())


@blueprint.get("/record")
def record() -> Redirect:
    """Redirect from a battle to the diary that this device remembers, or to the page where one begins."""
    asked: dict[str, Any] = {name: request.args.get(name) or None for name in ("battle", "tournament")}
    link = remembered_link()
    if link:
        anchor = "results" if asked["tournament"] else "new"
        return redirect(url_for("diary_pages.keep", link=link, _anchor=anchor, **asked), 303)
    return redirect(url_for("diary_pages.index", **asked), 303)


def remembered_link() -> str:
    """Return the link that this device remembers, or an empty string if its diary no longer exists."""
    return find_remembered_link(COOKIE, diaries.enter)


def _remember(response: Redirect, link: str) -> Redirect:
    remember(response, COOKIE, link)
    return response


# ------------------------------------------------------------------------------------- keeper and readers


@blueprint.get("/<diary_id>")
def show(diary_id: str) -> str:
    """Show a listed diary as everyone may read it."""
    sight = _set_game(diaries.sit(context(), diary_id, None))
    return render_template(
        "diaries/show.html",
        **_page_variables(sight, url_for("diary_pages.show", diary_id=diary_id)),
        picture_of=lambda number: url_for("diary_pages.picture", diary_id=diary_id, number=number),
    )


@blueprint.get("/keep/<link>")
def keep(link: str) -> str:
    """Show the keeper's page. Another site may lead here, so this alone changes nothing on the device."""
    return _keep(link, _enter_keeper(link))


def _keep(link: str, sight: Sight, refusal: str = "", given: Mapping[str, str] | None = None) -> str:
    battle = request.args.get("battle", "")
    typed = given if given is not None else _prefill(sight, battle)
    return render_template(
        "diaries/keep.html",
        **_page_variables(sight, url_for("diary_pages.keep", link=link)),
        link=link,
        picture_of=lambda number: url_for("diary_pages.own_picture", link=link, number=number),
        readers=address("diary_pages.show", diary_id=sight.id),
        listed=sight.entry.stored.listed,
        remembered=request.cookies.get(COOKIE) == link,
        refusal=refusal,
        given=typed,
        tournament=request.values.get("tournament", ""),
    )


def _prefill(sight: Sight, battle: str) -> dict[str, str]:
    """Return the form fields that the game can fill in for a battle."""
    known = diaries.find_battle_facts(context(), sight.diary.game, battle, formatter(sight.diary.game))
    if not known:
        return {}
    fields = {name: str(known.get(name, "")) for name in ("title", "map", "evening", "winner", "how", "vp")}
    for place in FIGHTERS:
        fields |= {f"{place}-{name}": value for name, value in known[place].items()}
    if known.get("odds") is not None:
        fields["odds"] = str(known["odds"])
    return {**fields, "address": request.host_url.rstrip("/") + known["path"]}


@blueprint.post("/keep/<link>")
@costs(2)
def change(link: str) -> Redirect | Response:
    """Perform the keeper's action; show the page again with the error and the typed fields if it fails."""
    sight = _enter_keeper(link)
    given = request.form.to_dict()
    if given.get("do") == "remember":
        return _remember(redirect(url_for("diary_pages.keep", link=link), 303), link)
    return perform_action(
        ACTIONS,
        sight,
        given,
        lambda refusal: _keep(link, sight, refusal, given),
        pages="diary_pages",
        link=link,
        cookie=COOKIE,
    )


def _add(sight: Sight, given: Mapping[str, str]) -> str:
    diaries.add(context(), sight, _battle(given))
    return "battles"


def _correct(sight: Sight, given: Mapping[str, str]) -> str:
    place = parse_number(given.get("number", ""), 0)
    diaries.correct(context(), sight, place, _battle(given))
    return f"battle-{place}"


def _strike(sight: Sight, given: Mapping[str, str]) -> str:
    diaries.strike(context(), sight, parse_number(given.get("number", ""), 0))
    return "battles"


def _picture(sight: Sight, given: Mapping[str, str]) -> str:
    place, file_ = parse_number(given.get("number", ""), 0), request.files.get("picture")
    data = file_.read() if file_ and given.get("do") == "picture" else b""
    if not data and given.get("do") == "picture":
        raise HorahError("PICTURE.kind")
    diaries.set_picture(context(), sight, place, data)
    return f"battle-{place}"


def _rematch(sight: Sight, given: Mapping[str, str]) -> str:
    diaries.rematch(context(), sight, parse_number(given.get("number", ""), 0))
    return "battles"


def _results(sight: Sight, given: Mapping[str, str]) -> str:
    typed = given.get("tournament", "").strip()
    name = typed.partition("/tournaments/")[2].strip("/") or typed
    try:
        where = address("tournament_pages.show", tournament_id=name)
        diaries.import_results(context(), sight, name, where, formatter(sight.diary.game))
    except (NotHere, BuildError):
        raise HorahError("DIARY.no_tournament", given=typed) from None
    return "battles"


def _results_file(sight: Sight, given: Mapping[str, str]) -> str:
    diaries.add_results(context(), sight, read_results(sight.diary.game))
    return "battles"


ACTIONS: dict[str, Action] = {
    "add": _add,
    "correct": _correct,
    "strike": _strike,
    "rematch": _rematch,
    "picture": _picture,
    "unpicture": _picture,
    "results": _results,
    "results_file": _results_file,
    **make_common_actions(diaries),
}


@blueprint.get("/<diary_id>/pictures/<int:number>.jpg")
def picture(diary_id: str, number: int) -> Response:
    """Send the photograph of a battle of a listed diary."""
    return _send_picture(diaries.sit(context(), diary_id, None), number)


@blueprint.get("/keep/<link>/pictures/<int:number>.jpg")
def own_picture(link: str, number: int) -> Response:
    """Send the photograph of a battle to the keeper."""
    return _send_picture(_enter_keeper(link), number)


def _send_picture(sight: Sight, number: int) -> Response:
    battle = next((one for one in sight.diary.battles if one.number == number and one.picture), None)
    if battle is None:
        raise NotHere
    response = Response(b64decode(battle.picture), mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blueprint.get("/<diary_id>/diary.pdf")
@costs(5)
def paper(diary_id: str) -> Response:
    """Send a listed diary as PDF."""
    return _send_pdf(_set_game(diaries.sit(context(), diary_id, None)))


@blueprint.get("/keep/<link>/diary.pdf")
@costs(5)
def own_paper(link: str) -> Response:
    """Send the keeper's diary as PDF, including private battles."""
    return _send_pdf(_enter_keeper(link))


def _send_pdf(sight: Sight) -> Response:
    wish = wish_for("card.pdf", "")
    return send_rendering(diaries.render_diary(context(), sight, wish, _player(sight)), "hora-h-diary")


def _player(sight: Sight) -> str:
    """Return the requested player's name as spelt in the diary, or an empty string for all players."""
    player = request.args.get("player", "")
    return next((name for name in sight.diary.players if name.casefold() == player.casefold()), "")


@blueprint.get("/keep/<link>/diary.json")
def save(link: str) -> Response:
    """Send the diary as a JSON file that can be opened again."""
    return as_attachment(jsonify(diaries.visible_document(_enter_keeper(link))), "hora-h-diary.json")


@blueprint.get("/<diary_id>/results.<ending>")
def results(diary_id: str, ending: str) -> Response:
    """Send the results of a listed diary as CSV or JSON."""
    return send_results(diaries.list_results(diaries.sit(context(), diary_id, None)), ending)


@blueprint.get("/keep/<link>/results.<ending>")
def own_results(link: str, ending: str) -> Response:
    """Send the keeper's results as CSV or JSON, including private battles."""
    return send_results(diaries.list_results(_enter_keeper(link)), ending)


def _enter_keeper(link: str) -> Sight:
    return _set_game(diaries.enter(context(), link))


def _set_game(sight: Sight) -> Sight:
    g.game = sight.diary.game
    return sight


def _battle(given: Mapping[str, str]) -> Battle:
    """Read a battle from a form."""
    winner = given.get("winner", "")
    if winner not in ("first", "second", "nobody", ""):
        raise NotHere
    fighters = [
        Fighter(*(given.get(f"{place}-{name}", "") for name in ("name", "nation", "posture")))
        for place in FIGHTERS
    ]
    vp = given.get("vp", "").strip()
    texts: dict[str, Any] = {name: given.get(name, "") for name in TEXTS}
    return Battle(
        fighters[0],
        fighters[1],
        **texts,
        winner=cast(Any, winner),
        vp=parse_number(vp, -1) if vp else None,
        odds=_odds(given.get("odds", "")),
        private="private" in given,
    )


def _odds(text: str) -> float | None:
    try:
        return float(text) if text.strip() else None
    except ValueError:
        raise HorahError("DIARY.odds") from None


def _sort_key(battle: Battle) -> tuple[bool, str, int]:
    """Return the sort key of a battle: first by whether it is still to be fought, then by day and number."""
    return not battle.winner, battle.day, battle.number


def _page_variables(sight: Sight, here: str) -> dict[str, Any]:
    diary, words = sight.diary, formatter(sight.diary.game)
    player = _player(sight)
    rows = [
        Row(
            each,
            format_day(each.day),
            diary_text.format_sides(each, sight.match, words),
            diary_text.format_result(each, words),
            diary_text.format_odds(each, words),
            words.sentence("diary.again", {"number": each.again}) if each.again else "",
        )
        for each in sorted(diary.battles, key=_sort_key, reverse=True)
        if not player or player.casefold() in (one.name.casefold() for one in each.fighters)
    ]
    return {
        "sight": sight,
        "title": diary.title or words.term("diary.title"),
        "rows": rows,
        "players": diary.players,
        "player": player,
        "figures": diary_text.make_parts(sight.figures(player), sight.match, words, of_one=bool(player)),
        "here": here,
        "sides": [words.name("seat", side) for side in sight.match.sides],
        "endings": [(each, words.name("ended", each)) for each in sight.match.told],
        "nations": [(each, words.name("faction", each)) for each in sight.match.nations(sight.catalog)],
        "postures": [(each, words.name("posture", each)) for each in sight.match.postures],
        "draws": sight.match.draws,
    }
