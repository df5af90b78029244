"""Table page of the game: the board as the player may know it, and forms for the prompts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exports.games.combat_solitaire.sheets import make_sheets
from exports.kit.files import as_json
from exports.kit.messages import MessageFormatter
from generator.games.combat_solitaire import service_record
from web.games.table_ui import Log, TablePage, TableUI
from web.pages import prompts
from web.pages.prompts import Given, Option, Prompt, Question
from web.service.tables.view import View

from ..request_context import formatter

# Kinds of options that are a word or two.
SHORT_OPTION_KINDS = ("yes_no", "terrain", "move", "wound", "check", "side", "act", "card_effect")
CHOICE_KINDS = {
    "card": "card_effect",
    "lot_scope": "lot_scope",
    "morale": "morale",
    "ammo": "ammo",
    "wound": "wound",
    "spotted": "yes_no",
}
BOARD_SHEETS = ("standing", "roster")  # sheets below the question


@dataclass(frozen=True, slots=True)
class Cell:
    """Field of a report."""

    name: str
    label: str
    about: str
    kind: str  # choice, number, hex, text, yes_no
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None
    needed: bool = False


def make_page(view: View, _: Log, messages: MessageFormatter) -> TablePage:
    """Return the game's part of the table page: the squad, and the enemy as far as known."""
    sheets = make_sheets(view.card(view.ready), formatter(), BOARD_SHEETS) if view.ready else []
    standing = view.state["state"]
    title = (
        formatter().translate(standing["scenario"]["title"])
        if standing
        else messages.term("game.combat_solitaire")
    )
    variables = {
        "name": title,
        "sheets": sheets,
        "standing": standing,
        "played": _format_played(view),
        "in_force": formatter().card_in_force(standing) if standing else "",
    }
    return TablePage(template="combat/table.html", variables=variables)


def _format_played(view: View) -> str:
    """Return the finished game's fields for a service record as JSON, or an empty string."""
    if not view.ready or not view.state["finished"]:
        return ""
    card = view.card(view.ready)
    return as_json({name: card[name] for name in service_record.GAME_FORM["required"]})


def make_question(prompt: Prompt, given: Given, _: Any, messages: MessageFormatter) -> Question:
    """Build the form of a prompt, with only what the player may know about an enemy."""
    title, about = messages.term(f"ask.{prompt['ask']}"), format_hint(prompt, messages)
    if prompt["kind"] == "choose":
        places = prompt["context"].get("places", {})
        chosen = set(given.getlist("answer"))
        options = tuple(
            Option(
                option,
                _format_option(prompt["of"], option, places.get(option), messages),
                chosen=option in chosen,
            )
            for option in prompt["options"]
        )
        many = prompts.describe_choice_count(prompt)
        single = prompt["least"] == prompt["most"] == 1
        template = "combat_short" if single or prompt["of"] in SHORT_OPTION_KINDS else "choose"
        return Question(prompt, template, title, " ".join(filter(None, (about, many))), options)
    if prompt["kind"] == "roll":
        return Question(prompt, "combat_roll", title, about, given=given)
    return Question(
        prompt, "combat_report", title, about, more=make_cells(prompt, given, messages), given=given
    )


def _format_option(of: str, option: str, place: str | None, messages: MessageFormatter) -> str:
    name = messages.name(of, option)
    if place is None:
        return name
    return messages.name("words", place) if of == "action" else f"{name}: {messages.name('soldier', place)}"


def format_hint(prompt: Prompt, messages: MessageFormatter) -> str:
    """Return a sentence about the context of a question, or an empty string."""
    context = prompt.get("context") or {}
    for key in (
        f"about.{prompt['ask']}",
        *(f"about.{name}" for name in ("who", "team", "hex") if name in context),
    ):
        if messages.knows(key):
            return messages.sentence(key, context)
    return ""


def make_cells(prompt: Prompt, given: Given, messages: MessageFormatter) -> tuple[Cell, ...]:
    """Return the fields of a report from its form."""
    form, context = prompt["form"], prompt.get("context") or {}
    needed = form.get("required", ())
    return tuple(
        _make_cell(name, rules, context, given, messages, name in needed)
        for name, rules in form["properties"].items()
    )


def _make_cell(
    name: str,
    rules: Mapping[str, Any],
    context: Mapping[str, Any],
    given: Given,
    messages: MessageFormatter,
    needed: bool,
) -> Cell:
    named = context.get("names", {}).get(name)
    label = messages.name("words", named) if named else _format_label(name, messages)
    now = str(context.get("now", {}).get(name, ""))
    does = context.get("does", {}).get(name)
    zone = context.get("zones", {}).get(context.get("teams", {}).get(name, ""), ())
    runs = context.get("runs", {}).get(name, ())  # where a routed man must go (17.3)
    about = ": ".join(filter(None, (messages.name("does", does) if does else "", ", ".join(runs or zone))))
    man, text = context.get("men", {}).get(name), context.get("texts", {}).get(name)
    about = formatter().condition(man) if man else messages.name("words", text) if text else about
    value = given.get(name, (runs[0] if runs else now) or (zone[0] if zone else ""))
    if "enum" in rules:
        choices = tuple(
            (str(option), _format_choice(name, str(option), messages)) for option in rules["enum"]
        )
        return Cell(name, label, about, "choice", given.get(name, ""), choices, needed=needed)
    if "pattern" not in rules and rules["type"] == "string":
        return Cell(name, label, about, "text", given.get(name, ""), most=rules["maxLength"])
    if rules["type"] == "boolean":
        return Cell(name, label, about, "yes_no", given.get(name, ""))
    if rules["type"] == "integer":
        least, most = rules["minimum"], rules["maximum"]
        return Cell(name, label, about, "number", given.get(name, now), (), least, most, needed)
    return Cell(name, label, about, "hex", value, needed=needed)


def _format_label(name: str, messages: MessageFormatter) -> str:
    """Return the label of a report's field: a man's name, else the field's term."""
    if name in formatter().catalog.men:
        return messages.name("man", name)
    return messages.term(f"field.{name}") if messages.knows(f"field.{name}") else messages.name("words", name)


def _format_choice(name: str, option: str, messages: MessageFormatter) -> str:
    if name == "event":
        return messages.term(f"event_kind.{option}")
    if name in ("team", "lot_team"):
        return messages.name("team", option)
    if name in CHOICE_KINDS:
        return messages.name(CHOICE_KINDS[name], option)
    return messages.name("order", option) if messages.knows(f"order.{option}") else option or "–"


def answer(prompt: Prompt, form: Given) -> Any:
    """Read an answer from a form in the shape of the prompt; leave out empty fields."""
    if prompt["kind"] != "report":
        return prompts.answer(prompt, form)
    fields: dict[str, Any] = {}
    for name, rules in prompt["form"]["properties"].items():
        word = form.get(name, "").strip()
        if rules.get("type") == "boolean":
            fields[name] = name in form
        elif "enum" in rules:
            fields |= {name: word} if word in rules["enum"] and (word or name in form) else {}
        elif word:
            hex_ = "pattern" in rules
            number = rules["type"] == "integer"
            fields[name] = parse_signed(word) if number else word.replace(",", ".") if hex_ else word
    return fields


def parse_signed(word: str) -> int:
    """Parse an integer that may be negative, with any minus sign a keyboard offers."""
    minus = word[:1] in "-−–"
    return -prompts.parse_number(word[1:]) if minus else prompts.parse_number(word.removeprefix("+"))


TABLE_UI = TableUI(
    make_page=make_page, make_question=make_question, read_answer=answer, fixed_settings=("commander",)
)
