"""The library of scenarios, and the editor in which they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from flask import (
    Blueprint,
    Response,
    json,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import format_time, gettext
from werkzeug.wrappers import Response as Redirect

from exports.games.combat_commander.change_text import change_text
from exports.games.combat_commander.rehearsal import format_even_shift, format_odds
from exports.games.combat_commander.situation import card_title
from generator.authoring import has_expected_parts
from generator.findings import Finding
from generator.games.combat_commander.authoring.actions import (
    act,
    move_to_battlefield,
    update_points_if_well_formed,
)
from generator.games.combat_commander.authoring.authored import SCENARIO
from generator.games.combat_commander.authoring.checks import check_structure, find_impossible
from generator.games.combat_commander.authoring.document import read_card
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.form_reader import fill_in_form
from generator.games.combat_commander.authoring.library import Query
from generator.games.combat_commander.authoring.scenario import FORCE_FIELDS, make_id, update_points
from generator.games.combat_commander.battle.view import SEATS, view_card
from schemas.errors import HorahError
from web.games.combat_commander.request_context import catalog
from web.games.combat_commander.service import battles, rehearsals, scenarios
from web.games.combat_commander.service.scenarios import Study
from web.http.downloads import FILES, send_rendering, wish_for
from web.http.offline_headers import allow_offline
from web.http.rate_limit import costs
from web.http.request_context import address, clean_line, client_owner, context, sentence
from web.pages.prompts import Given
from web.service import documents
from web.service.documents import LoadedDocument, Stale
from web.service.errors import NotHere, ServiceError

from ..request_context import GAME, formatter
from .card import lay_out_card, requested_seat
from .page_text import format_count
from .rehearsals import describe_estimate
from .scenario_view import Bench, describe_findings, mark_fields

blueprint = Blueprint("scenario_pages", __name__, url_prefix="/scenarios")

SIZES = ("company", "detachment", "platoon")
BATTLEFIELD = "battlefield"
MAX_LISTED_BATTLEFIELDS = 100
LIVE_HEADER = "X-Live"  # header of script requests, answered with parts of the page
PANELS = ("checks", "map", "balance", "prices", "card")


# ------------------------------------------------------------------------------------------------ library


@blueprint.get("")
def library() -> str:
    """List the scenarios that match the query, and the ways to create one."""
    asked = {name: request.args.get(name, "").strip() for name in ("q", "faction", "year", "size", "map")}
    query = Query(
        asked["q"][:100] or None,
        asked["faction"] or None,
        _parse_number(asked["year"]),
        asked["size"] or None,  # type: ignore[arg-type]
        _parse_number(asked["map"]),
    )
    return render_template(
        "scenarios/library.html",
        found=scenarios.list_library(
            context(), query, max(1, _parse_number(request.args.get("page", "")) or 1)
        ),
        asked=asked,
        parameters={name: value for name, value in asked.items() if value},
        sizes=SIZES,
        catalog=catalog(),
        years=_list_years(),
        words=_title,
    )


@blueprint.get("/new")
def new() -> str:
    """Show the forms for a new scenario."""
    return _new_page({}, "")


@blueprint.post("")
@costs(5)
def begin() -> Redirect | Response:
    """Create a scenario from the form, and open it in the editor."""
    try:
        new = _begin(request.form)
    except ServiceError:
        raise
    except HorahError as fault:
        return make_response(_new_page(request.form, sentence(fault)), 422)
    return redirect(url_for("scenario_pages.edit", link=new.link), 303)


def _new_page(values: Any, refusal: str) -> str:
    factions = catalog().factions.values()
    return render_template(
        "scenarios/new.html",
        given=values,
        refusal=refusal,
        factions={side: [faction.id for faction in factions if faction.side == side] for side in SIDES},
        years=_list_years(),
        sizes=SIZES,
        maps=list(catalog().maps),
    )


def _begin(form: Given) -> documents.NewDocument:
    here, way, owner = context(), form.get("way", "new"), client_owner()
    if way == "battle":
        seat = form.get("seat", "everyone")
        if seat not in SEATS:
            raise NotHere
        battle_id = form.get("battle", "")
        title = card_title(battles.view_battle_card(here, battle_id, seat), formatter())
        return scenarios.begin_from_battle(here, battle_id, seat, title, owner)
    if way == "copy":
        return scenarios.begin_copy(here, form.get("scenario", ""), owner)
    if way == "import":
        return scenarios.begin(here, read_card(_uploaded_card(form)), owner)
    title = clean_line(form.get("title", ""))
    if way == "fill":
        seed = form.get("seed", "").strip() or None
        return scenarios.begin_filled(here, _given_fields(form, title), seed, owner)
    return scenarios.begin_new(
        here,
        form.get("axis", ""),
        form.get("allied", ""),
        _parse_number(form.get("year", "")) or 0,
        _parse_number(form.get("map", "")) or 0,
        form.get("size", ""),
        title,
        owner,
    )


def _given_fields(form: Given, title: str) -> dict[str, Any]:
    """Return the given fields of a card; the generator decides the others."""
    part: dict[str, Any] = {"sides": {}}
    if title:
        part["title"] = title
    if year := _parse_number(form.get("year", "")):
        part["year"] = year
    if number := _parse_number(form.get("map", "")):
        part["map"] = {"number": number}
    for side in SIDES:
        force = {"faction": form.get(side, ""), "size": form.get("size", "")}
        part["sides"][side] = {name: value for name, value in force.items() if value}
    return part


def _uploaded_card(form: Given) -> bytes | str:
    """Return a card that was uploaded as a file or pasted."""
    file = request.files.get("file")
    return file.read() if file and file.filename else form.get("text", "")


@blueprint.get("/<scenario_id>")
def show(scenario_id: str) -> str:
    """Show a scenario to its readers."""
    scenario = scenarios.find(context(), scenario_id)
    seat = requested_seat()
    study = scenarios.study(context(), scenario.document, scenario.malformed)
    allow_offline("card")
    return render_template(
        "scenarios/scenario.html",
        scenario=scenario,
        seat=seat,
        study=study,
        leaf=_lay_out(scenario.document, seat) if study.sound and not scenario.impossible else None,
        belonging=scenarios.list_related(context(), scenario),
        words=_title,
        title=_title(scenario.document),
        findings=[
            formatter().say(finding.message) for finding in (*scenario.malformed, *scenario.impossible)
        ],
    )


@blueprint.get("/<scenario_id>/<name>")
@costs(5)
def download(scenario_id: str, name: str) -> Response:
    """Return the card as a file."""
    if name not in FILES or name == "log.txt":
        raise NotHere
    scenario, seat = scenarios.find(context(), scenario_id), requested_seat()
    allow_offline("file")
    wish = wish_for(name, address("scenario_pages.show", scenario_id=scenario_id))
    return send_rendering(
        scenarios.render_scenario(context(), scenario, seat, wish), f"hora-h-{_file_name(scenario)}-{seat}"
    )


@blueprint.get("/<scenario_id>/versions")
def versions(scenario_id: str) -> str:
    """Show the versions of a scenario, and the changes between two of them."""
    return _versions_page(scenario_id, None)


def _versions_page(scenario_id: str, link: str | None) -> str:
    scenario = documents.find(context(), scenario_id, kind=scenarios.scenario_kind(context()))
    stamps = documents.versions(context(), scenario_id)
    last = stamps[0].version
    after = _parse_number(request.args.get("after", ""))
    after = last if after is None else after
    before = _parse_number(request.args.get("before", ""))
    if before is None:
        older = [stamp.version for stamp in stamps if stamp.version < after]
        before = next(
            (s.version for s in stamps if s.version < after and s.note), older[0] if older else after
        )
    changes = documents.changes(context(), scenario_id, before, after)
    return render_template(
        "scenarios/versions.html",
        id=scenario_id,
        link=link,
        stamps=stamps,
        before=before,
        after=after,
        last=last,
        changes=[(change.kind, change_text(change, formatter())) for change in changes],
        title=_title(scenario.document),
    )


# ------------------------------------------------------------------------------------------------- editor


@dataclass(frozen=True, slots=True)
class Editor:
    """A scenario in the editor, as it is to be shown."""

    link: str
    scenario: LoadedDocument
    card: dict[str, Any]
    refusal: str = ""
    stale: Stale | None = None
    follows: int | None = None  # the version the form was made from, if not the latest
    malformed: tuple[Finding, ...] | None = None  # violations of the schema, if already checked

    @property
    def version(self) -> int | None:
        return self.scenario.version if self.follows is None else self.follows

    @property
    def is_showable(self) -> bool:
        """Return whether the form can show the card: at most single values of it are wrong."""
        return not self.malformed or has_expected_parts(GAME, SCENARIO, self.card)


@blueprint.get("/edit/<link>")
def edit(link: str) -> str | Redirect:
    """Show the editor, or the general form for a card whose parts it cannot show."""
    scenario = scenarios.find(context(), scenarios.enter(context(), link))
    if not scenario.has_expected_parts:
        return _redirect_to_general_form(link)
    return _page(Editor(link, scenario, scenario.document))


def _redirect_to_general_form(link: str) -> Redirect:
    return redirect(url_for("document_pages.edit", link=link), 303)


@blueprint.get("/edit/<link>/versions")
def edit_versions(link: str) -> str:
    """Show the versions, with buttons to restore them."""
    return _versions_page(scenarios.enter(context(), link), link)


@blueprint.post("/edit/<link>")
@costs(2)
def write(link: str) -> Response | Redirect:
    """Apply the form and its action; save if no one else saved first."""
    scenario_id = scenarios.enter(context(), link)
    editor = _apply_form(link, scenario_id, request.form)
    if not editor.is_showable:
        return _redirect_to_general_form(link)
    if request.headers.get(LIVE_HEADER):
        return _live_response(editor)
    if editor.refusal or editor.stale:
        return make_response(_page(editor), 409 if editor.stale else 422)
    where = request.form.get("do", "").partition(":")[0]
    anchor = {"put": "panel-map", "fix": "panel-checks", "fix-all": "panel-checks", "follow": "panel-checks"}
    return redirect(url_for("scenario_pages.edit", link=link, _anchor=anchor.get(where)), 303)


@blueprint.post("/edit/<link>/delete")
def delete(link: str) -> Response | Redirect:
    """Delete your own scenario, if the deletion is confirmed."""
    scenario_id = scenarios.enter(context(), link)
    if "sure" not in request.form:
        return redirect(url_for("scenario_pages.edit", link=link, _anchor="more"), 303)
    documents.delete_document(context(), scenario_id)
    return redirect(url_for("scenario_pages.library"), 303)


@blueprint.post("/edit/<link>/restore")
def restore(link: str) -> Redirect:
    """Restore an old version as the next version."""
    scenario_id = scenarios.enter(context(), link)
    number = _parse_number(request.form.get("version", ""))
    old = scenarios.find(context(), scenario_id, -1 if number is None else number)
    last = scenarios.find(context(), scenario_id)
    note = gettext("Restored version %(number)s", number=old.version)
    documents.save(context(), scenario_id, old.document, last.version or 0, note=note, draft=True)
    return redirect(url_for("scenario_pages.edit", link=link), 303)


@blueprint.post("/edit/<link>/replace")
@costs(3)
def replace_card(link: str) -> Redirect | Response:
    """Replace the card with one from a file; an invalid file changes nothing."""
    scenario_id = scenarios.enter(context(), link)
    last = scenarios.find(context(), scenario_id)
    try:
        card = read_card(_uploaded_card(request.form))
        documents.save(context(), scenario_id, card, last.version or 0, note=gettext("Imported from a file"))
    except Stale:
        raise
    except HorahError as fault:
        return _refuse(link, last, fault)
    return redirect(url_for("scenario_pages.edit", link=link), 303)


@blueprint.post("/edit/<link>/fill")
@costs(5)
def fill(link: str) -> Redirect | Response:
    """Keep parts of the card, let the generator propose the rest, and save the next version."""
    scenario_id = scenarios.enter(context(), link)
    last = scenarios.find(context(), scenario_id)
    if not last.has_expected_parts:
        return _redirect_to_general_form(link)
    try:
        card = scenarios.complete_card(context(), _parts_to_keep(last.document, request.form))
        card["id"] = last.document.get("id", card["id"])
        note = gettext("Completed by the generator")
        documents.save(context(), scenario_id, card, last.version or 0, note=note, draft=True)
    except Stale:
        raise
    except HorahError as fault:
        return _refuse(link, last, fault)
    return redirect(url_for("scenario_pages.edit", link=link), 303)


def _refuse(link: str, last: LoadedDocument, fault: HorahError) -> Response:
    """Show the unchanged scenario with the error; without the editor if it cannot show the scenario."""
    if not last.has_expected_parts:
        raise fault
    return make_response(_page(Editor(link, last, last.document, refusal=sentence(fault))), 422)


def _parts_to_keep(card: dict[str, Any], form: Given) -> dict[str, Any]:
    """Return the parts of a card to keep: the story, and of each side its force, its faction or nothing."""
    part: dict[str, Any] = {
        name: card[name] for name in ("title", "situation", "place", "date", "links", "notes") if name in card
    }
    part["sides"] = {}
    if "year" in form.getlist("keep"):
        part["year"] = card["year"]
    if "map" in form.getlist("keep"):
        part["map"] = {name: card["map"][name] for name in ("number", "battlefield") if name in card["map"]}
    for side in SIDES:
        names = {"force": ("faction", "size", *FORCE_FIELDS), "faction": ("faction",)}.get(
            form.get(side, ""), ()
        )
        part["sides"][side] = {
            name: card["sides"][side][name] for name in names if name in card["sides"][side]
        }
    return part


@blueprint.post("/edit/<link>/handicap")
@costs(3)
def handicap(link: str) -> Redirect | Response:
    """Create a new scenario from this one, with help for the weaker side."""
    last = scenarios.find(context(), scenarios.enter(context(), link))
    side: Any = "allied" if request.form.get("side") == "allied" else "axis"
    try:
        if request.form.get("side") == "rehearsed":
            card = scenarios.apply_even_shift(context(), last.document)
        else:
            card = scenarios.apply_handicap(context(), last.document, side)
    except HorahError as fault:
        return _refuse(link, last, fault)
    new = scenarios.begin(context(), card, client_owner())
    return redirect(url_for("scenario_pages.edit", link=new.link), 303)


def _apply_form(link: str, scenario_id: str, form: Given) -> Editor:
    """Apply the form to the version it was made from."""
    here, wish = context(), form.get("do", "")
    last = scenarios.find(here, scenario_id)
    follows = _parse_number(form.get("version", ""))
    follows = last.version or 0 if follows is None else follows
    if wish == "theirs":
        return Editor(link, last, last.document)
    try:
        base = scenarios.find(here, scenario_id, follows)
    except NotHere:
        base = last
    card, malformed = update_points_if_well_formed(
        fill_in_form(base.document, form.to_dict(flat=False), catalog()), catalog()
    )
    edited = Editor(link, last, card, malformed=malformed)
    if not edited.is_showable:
        return edited
    refusal = ""
    if wish not in ("", "mine", "merge"):
        try:
            card, malformed = update_points_if_well_formed(_apply_action(card, wish, form), catalog())
        except HorahError as fault:
            refusal = sentence(fault)
    editor = _save(link, scenario_id, card, follows, wish, form, refusal)
    return replace(editor, malformed=malformed) if editor.card == card else editor


def _apply_action(card: dict[str, Any], wish: str, form: Given) -> dict[str, Any]:
    """Apply a button's action to a card; a battlefield is loaded from the stored ones."""
    if wish != "battlefield":
        return act(card, catalog(), wish, form)
    address = form.get("battlefield-address", "").strip() or form.get("battlefield", "")
    battlefield = documents.resolve_setting(context(), GAME, BATTLEFIELD, address)
    return card if battlefield is None else move_to_battlefield(card, catalog(), battlefield)


def _save(
    link: str, scenario_id: str, card: dict[str, Any], follows: int, wish: str, form: Given, refusal: str
) -> Editor:
    """Save the card; on a conflict, show both versions and let the author decide."""
    here = context()
    note = clean_line(form.get("note", "")) if wish == "keep" else ""
    listed = {"list": True, "unlist": False}.get(wish)
    try:
        saved = documents.save(
            here, scenario_id, _require_plain_text(card), follows, note=note, listed=listed, draft=True
        )
    except Stale as stale:
        return _resolve_conflict(link, scenario_id, stale, follows, wish, form)
    except HorahError as fault:
        last = scenarios.find(here, scenario_id)
        return Editor(link, last, last.document, refusal=sentence(fault))
    return Editor(link, saved, saved.document, refusal)


def _resolve_conflict(
    link: str, scenario_id: str, stale: Stale, follows: int, wish: str, form: Given
) -> Editor:
    seen_version = _parse_number(form.get("seen", ""))
    chosen = {"mine": stale.mine, "merge": stale.together}.get(wish)
    if chosen is None or seen_version != stale.theirs.version:
        return Editor(link, stale.theirs, stale.mine, stale=stale, follows=follows)
    note = gettext("Merged changes")
    try:
        card, malformed = update_points_if_well_formed(chosen, catalog())
        last = stale.theirs.version or 0
        saved = documents.save(context(), scenario_id, card, last, note=note, draft=True)
    except Stale as again:
        return Editor(link, again.theirs, again.mine, stale=again, follows=follows)
    return Editor(link, saved, saved.document, malformed=malformed)


def _require_plain_text(card: dict[str, Any]) -> dict[str, Any]:
    """Check the card as if it was imported, so that it holds plain text only."""
    return read_card(json.dumps(card))


# -------------------------------------------------------------------------------------------------- parts


def _page(editor: Editor) -> str:
    return render_template("scenarios/edit.html", **_make_parts(editor))


def _make_parts(editor: Editor, names: Sequence[str] = PANELS) -> dict[str, Any]:
    """Return the template variables of the editor, with all or only some panels."""
    study = scenarios.study(context(), editor.card, _find_violations(editor))
    bench = Bench(editor.card, formatter())
    shared: dict[str, Any] = {
        "editor": editor,
        "card": editor.card,
        "bench": bench,
        "study": study,
        "link": editor.link,
        "title": _title(editor.card),
        "saved": _format_clock(editor.scenario.at),
        "public": address("scenario_pages.show", scenario_id=editor.scenario.id),
        "handicap": _list_handicap(editor.card, bench),
    }
    shared["rehearsal"] = _get_rehearsal(editor.card) if study.sound else None
    shared["estimate"] = describe_estimate(editor.card) if study.sound else ""
    battlefields = documents.list_library(
        context(), documents.find_kind(context(), GAME, BATTLEFIELD), size=MAX_LISTED_BATTLEFIELDS
    )
    form = render_template("scenarios/form.html", **shared, battlefields=battlefields.items)
    findings = describe_findings(study.findings, form, bench)
    form = mark_fields(form, findings)
    shared["findings"] = findings
    shared["proposals"] = {proposal.place: proposal for proposal in study.proposals}
    panels = {
        name: render_template(
            f"scenarios/panel_{name}.html", **shared, leaf=_lay_out_panel(name, editor, study)
        )
        for name in names
    }
    return {**shared, "form": form, "panels": panels}


def _list_handicap(card: dict[str, Any], bench: Bench) -> list[str]:
    """Return what a handicap gave to the weaker side, line by line."""
    term, lines = bench.formatter.term, []
    for added in (card.get("base") or {}).get("added", ()):
        if "ref" in added:
            lines.append(f"+ {format_count(added['count'], bench.name(added['ref']))}")
        elif added["kind"] == "marker":
            before, after = (bench.formatter.marker(added[end]) for end in ("from", "to"))
            lines.append(f"{term('card.vp_marker')}: {before} → {after}")
        else:
            name = term(f"card.{added['kind']}")
            lines.append(f"{name}: {added['from']} → {added['to']}")
    return lines


def _find_violations(editor: Editor) -> tuple[Finding, ...]:
    """Return the violations of the schema; check only if that was not done before."""
    if editor.malformed is not None:
        return editor.malformed
    scenario = editor.scenario
    return scenario.malformed if editor.card is scenario.document else tuple(check_structure(editor.card))


def _get_rehearsal(card: dict[str, Any]) -> dict[str, Any] | None:
    """Return the results of the card's rehearsal so far, if one was started."""
    job = rehearsals.find_rehearsal(context(), card)
    if job is None:
        return None
    document = rehearsals.summarise_job(job)
    shift = document["even_shift"] if job.state == "done" else None
    even = format_even_shift(document["even_shift"], formatter()) if document["verdict"] else ""
    odds = format_odds(document, formatter())
    return {
        "job": job,
        "document": document,
        "odds": odds,
        "even": even,
        "shift": shift["axis"] if shift else 0,
    }


def _live_response(editor: Editor) -> Response:
    """Return the parts of the page that the script replaces."""
    open_panels = request.form.get("panels", "").split()
    parts = _make_parts(editor, [name for name in PANELS if name in open_panels] or PANELS)
    body = {
        "version": editor.version,
        "saved": parts["saved"],
        "title": parts["title"],
        "refusal": editor.refusal,
        "conflict": render_template("scenarios/conflict.html", **parts) if editor.stale else "",
        "form": parts["form"] if request.form.get("do") or request.form.get("renew") else "",
        "panels": parts["panels"],
        "marks": {
            finding.field: (finding.severity, finding.sentence)
            for finding in reversed(parts["findings"])
            if finding.field
        },
        "sound": parts["study"].sound,
    }
    return make_response(jsonify(body), 409 if editor.stale else 200)


def _lay_out_panel(name: str, editor: Editor, study: Study) -> Any:
    if name != "card" or not study.sound or any(find_impossible(editor.card, catalog())):
        return None
    return _lay_out(editor.card, "referee")


def _lay_out(card: dict[str, Any], seat: str) -> Any:
    priced_card = {**card, "points": update_points(card, catalog())["points"]}
    return lay_out_card(view_card(priced_card, seat), formatter())


def _title(card: dict[str, Any]) -> str:
    return formatter().text(card.get("title")) or gettext("Untitled scenario")


def _file_name(scenario: LoadedDocument) -> str:
    return make_id(str(scenario.document.get("id") or scenario.id))[:40]


def _format_clock(moment: str) -> str:
    return format_time(datetime.fromisoformat(moment), "HH:mm") if moment else ""


def _list_years() -> list[int]:
    return sorted({year for ob in catalog().orders_of_battle.values() for year in ob.years})


def _parse_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
