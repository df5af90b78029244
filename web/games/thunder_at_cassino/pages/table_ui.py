"""Table page of the game: its state, its prompts as buttons and short forms, its settings."""

from __future__ import annotations

from typing import Any

from exports.games.thunder_at_cassino.messages import MessageFormatter
from exports.games.thunder_at_cassino.record import (
    format_result,
    make_casualty_grid,
    make_rubble_grid,
    scenario_name,
)
from exports.kit.messages import MessageFormatter as Words
from generator.settings import Setting
from web.games.table_ui import Log, SettingText, TablePage, TableUI
from web.pages import prompts
from web.pages.prompts import Given, Option, Prompt, Question
from web.service.tables.view import View

from . import companion, reports
from .board import draw_board_markup

COMPANION_ASK = "companion"
MAX_BUTTONS = 12  # options; more go into a list
FROM_LIST = "list"  # value of the button beside a list, if there is a second button


def make_page(view: View, _: Log, words: Words) -> TablePage:
    """Return the state of the play: turn, points, advantage, board, guns, record by turn."""
    assert isinstance(words, MessageFormatter)
    play: dict[str, Any] | None = view.state["state"]
    settings = view.state["settings"]
    document = {"play": play, "settings": settings}
    sides = {seat: side for side, seat in play["seats"].items()} if play else {}
    return TablePage(
        template="cassino_table.html",
        question_context=play,
        variables={
            "name": scenario_name(document, words) if play else words.term("game.thunder_at_cassino"),
            "play": play,
            "own_side": sides.get(view.seat, ""),
            "board": draw_board_markup(words, play, settings.get("own")) if play else "",
            "result": format_result(play, words) if play and play["result"] else "",
            "rubble": make_rubble_grid(play, words) if play and play["rubble_dice"] else None,
            "casualties": make_casualty_grid(document, words) if play and play["hits"] else None,
            "say": words.sentence,
            "battery": words.battery,
            "short": words.short,
            "typed": settings.get("dice") == "typed",
        },
    )


def question(prompt: Prompt, given: Given, scene: Any, words: Words) -> Question:
    """Build the form of a prompt that needs the fewest taps."""
    assert isinstance(words, MessageFormatter)
    ask, kind = prompt["ask"], prompt["kind"]
    text = words.name("ask", ask)
    hint = words.hint(ask, prompt.get("context") or {})
    if kind == "choose" and prompt["least"] == prompt["most"] == 1:
        options = tuple(Option(value, words.name(prompt["of"], value)) for value in prompt["options"])
        template = "cassino_pick" if len(options) <= MAX_BUTTONS else "cassino_list"
        return Question(prompt, template, text, hint or reports.describe_subject(prompt, words), options)
    if kind == "buy":
        wares = prompts.list_wares(prompt, given, words)
        return Question(prompt, "cassino_counts", text, hint, wares=wares)
    if ask == "points" and prompt["context"].get("fifth_units"):
        hint = f"{hint} {words.term('hint.fifth_' + prompt['context']['fifth_units'])}"
    if ask == COMPANION_ASK:
        more = companion.describe_form(prompt, words)
        return Question(
            prompt, "cassino_companion", _describe_turn(prompt, words), hint, more=more, given=given
        )
    if kind == "report":
        template = "cassino_points" if ask == "points" else "cassino_report"
        fields = reports.list_fields(prompt, given, words)
        about = ". ".join(filter(None, (reports.describe_subject(prompt, words), hint)))
        return Question(prompt, template, text, about, more=fields, given=given)
    if kind == "roll":
        labels = reports.list_dice_labels(prompt, words)
        return Question(prompt, "cassino_roll", text, hint, more=labels, given=given)
    return prompts.question(prompt, given, words)


def _describe_turn(prompt: Prompt, words: MessageFormatter) -> str:
    """Return whose impulse it is, or that both have passed."""
    side = prompt["context"]["side"]
    return words.sentence("page.companion_impulse", {"side": side}) if side else words.term("phase.close")


def answer(prompt: Prompt, form: Given) -> Any:
    """Read an answer from a form."""
    if prompt["ask"] == COMPANION_ASK:
        return companion.read_answer(form)
    if prompt["kind"] == "report":
        return reports.read_answer(prompt, form)
    if form.get("answer") == FROM_LIST:
        return form.get("answer-of-list", "")
    return prompts.answer(prompt, form)


def describe_setting(setting: Setting, _: str, words: Words) -> SettingText:
    """Return the form field of a setting; an open point takes its words from its table."""
    assert isinstance(words, MessageFormatter)
    reading = words.catalog.readings.get(setting.name)
    if reading is not None:
        choices = {choice: words.text(reading.choices[choice]) for choice in setting.choices}
        return SettingText(words.text(reading.title), words.text(reading.summary), choices)
    label = words.term(f"setting_label.{setting.name}")
    return SettingText(
        label,
        words.say(setting.sentence),
        {choice: _name_choice(setting.name, choice, words) for choice in setting.choices},
    )


def _name_choice(name: str, value: Any, words: MessageFormatter) -> str:
    if name == "scenario":
        return words.name("setup", value)
    key = f"setting_choice.{name}.{value}"
    return (
        words.term(key)
        if words.knows(key)
        else f"{value:+d}"
        if isinstance(value, int) and value
        else str(value)
    )


READINGS = (
    "casualty_terrain", "allied_guns", "failed_smoke", "smoke_fire", "fifth_column_units", "short_night",
    "short_first_turn", "second_observer", "armour_difference",
)  # fmt: skip
TABLE_UI = TableUI(
    make_page=make_page,
    make_question=question,
    read_answer=answer,
    describe_setting=describe_setting,
    setting_groups=(
        ("setting_group.cassino.play", ("scenario", "own", "mode", "dice", "bid")),
        ("setting_group.cassino.readings", READINGS),
    ),
    fixed_settings=("players", "own"),  # a document is chosen on the pages of documents
)
