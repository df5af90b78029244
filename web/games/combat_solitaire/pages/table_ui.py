"""Table page of the game: the board as the player may know it, and forms for the prompts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.games.combat_solitaire.sheets import make_sheets
from exports.kit.files import as_json
from exports.kit.messages import MessageFormatter as Words
from generator.games.combat_solitaire import service_record
from generator.settings import Setting
from web.games.table_ui import Field, Log, Look, TableUI
from web.pages import prompts
from web.pages.prompts import Given, Option, Prompt, Question
from web.service.tables.view import View

from ..request_context import formatter

SHORT = ("yes_no", "terrain", "move", "wound", "check", "side", "act")  # options of a word or two
BOARD = ("standing", "roster")  # sheets below the question


@dataclass(frozen=True, slots=True)
class Cell:
    """Field of a report."""

    name: str
    label: str
    about: str
    kind: str  # choice, number, hex, yes_no
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None
    needed: bool = False


def look(view: View, _: Log, words: Words) -> Look:
    """Return the game's part of the table page: the squad, and the enemy as far as known."""
    shown = make_sheets(view.card(view.ready), formatter(), BOARD) if view.ready else []
    standing = view.state["state"]
    title = (
        formatter().translate(standing["scenario"]["title"])
        if standing
        else words.term("game.combat_solitaire")
    )
    shown_ = {"name": title, "sheets": shown, "standing": standing, "played": _played(view)}
    return Look(template="combat/table.html", shown=shown_)


def _played(view: View) -> str:
    """Return the finished game's fields for a service record as JSON, or an empty string."""
    if not view.ready or not view.state["finished"]:
        return ""
    card = view.card(view.ready)
    return as_json({name: card[name] for name in service_record.GAME_FORM["required"]})


def question(prompt: Prompt, given: Given, _: Any, words: Words) -> Question:
    """Build the form of a prompt, with only what the player may know about an enemy."""
    title, about = words.term(f"ask.{prompt['ask']}"), hint(prompt, words)
    if prompt["kind"] == "choose":
        places = prompt["context"].get("places", {})
        chosen = set(given.getlist("answer"))
        options = tuple(
            Option(one, _option(prompt["of"], one, places.get(one), words), chosen=one in chosen)
            for one in prompt["options"]
        )
        many = prompts.describe_choice_count(prompt)
        template = "combat_short" if prompt["of"] in SHORT else "choose"
        return Question(prompt, template, title, " ".join(filter(None, (about, many))), options)
    if prompt["kind"] == "roll":
        return Question(prompt, "combat_roll", title, about, given=given)
    return Question(prompt, "combat_report", title, about, more=cells(prompt, given, words), given=given)


def _option(of: str, one: str, place: str | None, words: Words) -> str:
    name = words.name(of, one)
    if place is None:
        return name
    return words.name("words", place) if of == "action" else f"{name}: {words.name('soldier', place)}"


def hint(prompt: Prompt, words: Words) -> str:
    """Return a sentence about the context of a question, or an empty string."""
    context = prompt.get("context") or {}
    for key in (
        f"about.{prompt['ask']}",
        *(f"about.{name}" for name in ("who", "team", "hex") if name in context),
    ):
        if words.knows(key):
            return words.sentence(key, context)
    return ""


def cells(prompt: Prompt, given: Given, words: Words) -> tuple[Cell, ...]:
    """Return the fields of a report from its form."""
    form, context = prompt["form"], prompt.get("context") or {}
    needed = form.get("required", ())
    return tuple(
        _cell(name, rules, context, given, words, name in needed)
        for name, rules in form["properties"].items()
    )


def _cell(
    name: str, rules: Mapping[str, Any], context: Mapping[str, Any], given: Given, words: Words, needed: bool
) -> Cell:
    label = _label(name, words)
    now = str(context.get("now", {}).get(name, ""))
    does = context.get("does", {}).get(name)
    zone = context.get("zones", {}).get(context.get("teams", {}).get(name, ""), ())
    runs = context.get("runs", {}).get(name, ())  # where a routed man must go (17.3)
    about = ": ".join(filter(None, (words.name("does", does) if does else "", ", ".join(runs or zone))))
    man = context.get("men", {}).get(name)
    about = formatter().condition(man) if man else about
    value = given.get(name, (runs[0] if runs else now) or (zone[0] if zone else ""))
    if "enum" in rules:
        choices = tuple((str(one), _word(name, str(one), words)) for one in rules["enum"])
        return Cell(name, label, about, "choice", given.get(name, ""), choices, needed=needed)
    if rules["type"] == "boolean":
        return Cell(name, label, about, "yes_no", given.get(name, ""))
    if rules["type"] == "integer":
        least, most = rules["minimum"], rules["maximum"]
        return Cell(name, label, about, "number", given.get(name, ""), (), least, most, needed)
    return Cell(name, label, about, "hex", value, needed=needed)


def _label(name: str, words: Words) -> str:
    """Return the label of a report's field: a man's name, else the field's term."""
    if name in formatter().catalog.men:
        return words.name("man", name)
    return words.term(f"field.{name}") if words.knows(f"field.{name}") else words.name("words", name)


def _word(name: str, one: str, words: Words) -> str:
    if name == "event":
        return words.term(f"event_kind.{one}")
    if name == "team":
        return words.name("team", one)
    return words.name("order", one) if words.knows(f"order.{one}") else one or "–"


def answer(prompt: Prompt, form: Given) -> Any:
    """Read an answer from a form in the shape of the prompt; leave out empty fields."""
    if prompt["kind"] != "report":
        return prompts.answer(prompt, form)
    told: dict[str, Any] = {}
    for name, rules in prompt["form"]["properties"].items():
        word = form.get(name, "").strip()
        if rules.get("type") == "boolean":
            told[name] = name in form
        elif "enum" in rules:
            told |= {name: word} if word in rules["enum"] and (word or name in form) else {}
        elif word:
            told[name] = signed(word) if rules["type"] == "integer" else word.replace(",", ".")
    return told


def signed(word: str) -> int:
    """Parse an integer that may be negative, with any minus sign a keyboard offers."""
    minus = word[:1] in "-−–"
    return -prompts.parse_number(word[1:]) if minus else prompts.parse_number(word.removeprefix("+"))


def field(setting: Setting, _: str, words: Words) -> Field:
    """Return the form field of a setting, with the words of its choices."""
    keys = {one: f"setting_choice.{setting.name}.{one}" for one in setting.choices}
    choices = {one: words.term(key) if words.knows(key) else str(one) for one, key in keys.items()}
    return Field(words.term(f"setting_label.{setting.name}"), words.say(setting.sentence), choices)


TABLE_UI = TableUI(look=look, question=question, answer=answer, field=field, settled=("commander",))
