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
from .messages import Card, Scribe
from .rules import list_special_rules
from .situation import card_title, describe_situation, format_place


def write_card_markdown(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return the whole card."""
    scribe = Scribe(catalog, lang)
    blocks = [
        f"# {escape(card_title(card, scribe))}",
        f"**{escape(format_place(card, scribe))}**",
        escape_line(describe_situation(card, scribe)),
        _write_conditions(card, scribe),
        _write_objectives(card, scribe),
        *[_write_force(card, scribe, side) for side in SIDES],
        _write_ground(card, scribe),
        _write_rules(card, scribe),
        _write_checklist(card, scribe),
    ]
    if card["seed"]:
        blocks.append(f"*{escape(scribe.term('card.seed'))}: `{card['seed']}` · Hora H*")
    return "\n\n".join(block for block in blocks if block) + "\n"


def write_log_markdown(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return the log as a numbered list."""
    scribe = Scribe(catalog, lang)
    lines = [f"# {escape(scribe.phrase('log_title'))}", ""]
    last_rule = ""
    for line in format_log(card, scribe):
        before, last_rule = last_rule, line.rule
        if line.seat is None:
            rule = "" if line.rule == before else f"**{escape(line.rule)}** "
            lines.append(f"   - {rule}{escape(line.text)}")
        else:
            words = f"{escape(line.text)} ({escape(line.seat)}): {escape(line.answer or '')}"
            lines.append(f"1. **{escape(line.rule)}** {words}")
    if len(lines) == 2:
        lines.append(escape(scribe.phrase("log_none")))
    return "\n".join(lines) + "\n"


def _write_conditions(card: Card, scribe: Scribe) -> str:
    facts = [
        (escape(name), escape(value))
        for name, value in [*list_conditions(card, scribe), *list_elimination_values(scribe)]
    ]
    for side in SIDES:
        setup = card["sides"][side]["setup"]
        edge = scribe.term(f"edge.{setup['edge']}").lower()
        facts.append((escape(scribe.faction(card, side)), escape(f"{edge}, {scribe.zone(card, side)}")))
    return f"## {escape(scribe.phrase('conditions'))}\n\n" + "\n".join(
        f"- **{name}:** {value}" for name, value in facts
    )


def _write_objectives(card: Card, scribe: Scribe) -> str:
    head = (scribe.term("card.objective"), scribe.term("card.hex"), scribe.term("card.control"))
    rows = [(number, place or "?", holder) for number, place, holder in list_objectives(card, scribe)]
    chits = [
        f"- **{letter}** {escape(scribe.term(f'chit.{letter}'))}" for letter in card["objectives"]["open"]
    ]
    secrets = [f"- {escape_line(words)}" for words in list_secret_chits(card, scribe)]
    return "\n".join(
        [
            f"## {escape(scribe.term('card.objectives'))}",
            "",
            markdown_table(Grid(head, rows)),
            "",
            *chits,
            *secrets,
        ]
    )


def _write_force(card: Card, scribe: Scribe, side: str) -> str:
    force = card["sides"][side]
    posture = scribe.term(f"posture.{force['posture']}")
    figures = " · ".join(
        f"{escape(name)} **{escape(value)}**" for name, value in list_side_figures(card, scribe, side)
    )
    blocks = [
        f"## {escape(f'{scribe.faction(card, side)}: {scribe.formation(card, side)} ({posture})')}",
        figures,
    ]
    head = [
        "×",
        scribe.term("card.name"),
        *[scribe.term(f"value_short.{name}") for name in ("fp", "range", "move", "morale", "command")],
        scribe.term("value.broken"),
    ]
    for section in list_sections(card, scribe, side):
        rows = [row for lot in section.lots for row in _lot_rows(scribe, lot)]
        blocks.append(f"**{escape(section.title)}**\n\n{markdown_table(Grid(head, rows))}")
    if total := count_works(card, side):
        words = ", ".join(scribe.works(kind, count) for kind, count in total.items())
        blocks.append(f"**{escape(scribe.term('card.fortifications'))}:** {escape(words)}")
    return "\n\n".join(blocks)


def _lot_rows(scribe: Scribe, lot: Lot) -> list[list[str]]:
    """Return one row for each piece; a piece that goes with the one above is marked with a plus."""
    rows = []
    for place, ref in enumerate(lot.refs):
        piece = scribe.piece(ref)
        name = piece.name
        if place == 0 and lot.cost is not None:
            name += f" ({scribe.phrase('bought_for', cost=lot.cost)})"
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


def _write_ground(card: Card, scribe: Scribe) -> str:
    """Return the effects of each terrain of the map."""
    lines = list_ground_lines(card, scribe)
    if not lines:
        return ""
    return "\n".join(
        [f"## {escape(scribe.term('ground.title'))}", "", *(f"- {escape_line(one)}" for one in lines)]
    )


def _write_rules(card: Card, scribe: Scribe) -> str:
    rules = list_special_rules(card, scribe)
    if not rules:
        return ""
    lines = [f"## {escape(scribe.term('card.special_rules'))}", ""]
    for rule in rules:
        head = " · ".join(part for part in (rule.mark, rule.title) if part)
        lines.append(
            f"- **{escape(head)}** {escape(rule.summary)}" if head else f"- {escape_line(rule.summary)}"
        )
    return "\n".join(lines)


def _write_checklist(card: Card, scribe: Scribe) -> str:
    lines = [f"## {escape(scribe.phrase('set_up_checklist'))}", ""]
    lines += [f"- [ ] **{escape(rule)}** {escape(words)}" for rule, words in list_steps(card, scribe)]
    return "\n".join(lines)
