"""The card as Markdown, suitable for a forum post: headings, short tables, lists to tick."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.markdown import escape, escape_line, markdown_table
from exports.kit.sheet import Grid
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import list_steps
from .facts import (
    broken_figures,
    format_figure,
    front_figures,
    list_conditions,
    list_elimination_values,
    list_objectives,
    list_secret_chits,
    list_side_figures,
)
from .forces import Lot, count_works, list_sections
from .ground.ground_text import list_ground_lines
from .log import format_log
from .messages import Card, MessageFormatter
from .rules import list_special_rules
from .situation import card_title, describe_situation, format_place


def write_card_markdown(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return the whole card."""
    formatter = MessageFormatter(catalog, lang)
    blocks = [
        f"# {escape(card_title(card, formatter))}",
        f"**{escape(format_place(card, formatter))}**",
        escape_line(describe_situation(card, formatter)),
        _write_conditions(card, formatter),
        _write_objectives(card, formatter),
        *[_write_force(card, formatter, side) for side in SIDES],
        _write_ground(card, formatter),
        _write_rules(card, formatter),
        _write_checklist(card, formatter),
    ]
    if card["seed"]:
        blocks.append(f"*{escape(formatter.term('card.seed'))}: `{card['seed']}` · Hora H*")
    return "\n\n".join(block for block in blocks if block) + "\n"


def write_log_markdown(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return the log as a numbered list."""
    formatter = MessageFormatter(catalog, lang)
    lines = [f"# {escape(formatter.phrase('log_title'))}", ""]
    last_rule = ""
    for line in format_log(card, formatter):
        before, last_rule = last_rule, line.rule
        if line.seat is None:
            rule = "" if line.rule == before else f"**{escape(line.rule)}** "
            lines.append(f"   - {rule}{escape(line.text)}")
        else:
            words = f"{escape(line.text)} ({escape(line.seat)}): {escape(line.answer or '')}"
            lines.append(f"1. **{escape(line.rule)}** {words}")
    if len(lines) == 2:
        lines.append(escape(formatter.phrase("log_none")))
    return "\n".join(lines) + "\n"


def _write_conditions(card: Card, formatter: MessageFormatter) -> str:
    facts = [
        (escape(name), escape(value))
        for name, value in [*list_conditions(card, formatter), *list_elimination_values(formatter)]
    ]
    for side in SIDES:
        setup = card["sides"][side]["setup"]
        edge = formatter.term(f"edge.{setup['edge']}").lower()
        facts.append((escape(formatter.faction(card, side)), escape(f"{edge}, {formatter.zone(card, side)}")))
    return f"## {escape(formatter.phrase('conditions'))}\n\n" + "\n".join(
        f"- **{name}:** {value}" for name, value in facts
    )


def _write_objectives(card: Card, formatter: MessageFormatter) -> str:
    head = (formatter.term("card.objective"), formatter.term("card.hex"), formatter.term("card.control"))
    rows = [(number, place or "?", holder) for number, place, holder in list_objectives(card, formatter)]
    chits = [
        f"- **{letter}** {escape(formatter.term(f'chit.{letter}'))}" for letter in card["objectives"]["open"]
    ]
    secrets = [f"- {escape_line(words)}" for words in list_secret_chits(card, formatter)]
    return "\n".join(
        [
            f"## {escape(formatter.term('card.objectives'))}",
            "",
            markdown_table(Grid(head, rows)),
            "",
            *chits,
            *secrets,
        ]
    )


def _write_force(card: Card, formatter: MessageFormatter, side: str) -> str:
    force = card["sides"][side]
    posture = formatter.term(f"posture.{force['posture']}")
    figures = " · ".join(
        f"{escape(name)} **{escape(value)}**" for name, value in list_side_figures(card, formatter, side)
    )
    blocks = [
        f"## {escape(f'{formatter.faction(card, side)}: {formatter.formation(card, side)} ({posture})')}",
        figures,
    ]
    head = [
        "×",
        formatter.term("card.name"),
        *[formatter.term(f"value_short.{name}") for name in ("fp", "range", "move", "morale", "command")],
        formatter.term("value.broken"),
    ]
    for section in list_sections(card, formatter, side):
        rows = [row for lot in section.lots for row in _lot_rows(formatter, lot)]
        blocks.append(f"**{escape(section.title)}**\n\n{markdown_table(Grid(head, rows))}")
    if total := count_works(card, side):
        words = ", ".join(formatter.works(kind, count) for kind, count in total.items())
        blocks.append(f"**{escape(formatter.term('card.fortifications'))}:** {escape(words)}")
    return "\n\n".join(blocks)


def _lot_rows(formatter: MessageFormatter, lot: Lot) -> list[list[str]]:
    """Return one row for each piece; a piece that goes with the one above is marked with a plus."""
    rows = []
    for place, ref in enumerate(lot.refs):
        piece = formatter.piece(ref)
        name = piece.name
        if place == 0 and lot.cost is not None:
            name += f" ({formatter.phrase('bought_for', cost=lot.cost)})"
        figures = [*front_figures(piece)]
        figures += [""] * (3 - len(figures))
        morale, command = piece.front.morale, piece.front.command
        rows.append(
            [
                "+" if place else str(lot.count),
                name,
                *figures,
                "" if morale is None else str(morale),
                "" if command is None else format_figure(command),
                " ".join(broken_figures(piece)),
            ]
        )
    return rows


def _write_ground(card: Card, formatter: MessageFormatter) -> str:
    """Return the effects of each terrain of the map."""
    lines = list_ground_lines(card, formatter)
    if not lines:
        return ""
    return "\n".join(
        [f"## {escape(formatter.term('ground.title'))}", "", *(f"- {escape_line(one)}" for one in lines)]
    )


def _write_rules(card: Card, formatter: MessageFormatter) -> str:
    rules = list_special_rules(card, formatter)
    if not rules:
        return ""
    lines = [f"## {escape(formatter.term('card.special_rules'))}", ""]
    for rule in rules:
        head = " · ".join(part for part in (rule.mark, rule.title) if part)
        lines.append(
            f"- **{escape(head)}** {escape(rule.summary)}" if head else f"- {escape_line(rule.summary)}"
        )
    return "\n".join(lines)


def _write_checklist(card: Card, formatter: MessageFormatter) -> str:
    lines = [f"## {escape(formatter.phrase('set_up_checklist'))}", ""]
    lines += [f"- [ ] **{escape(rule)}** {escape(words)}" for rule, words in list_steps(card, formatter)]
    return "\n".join(lines)
