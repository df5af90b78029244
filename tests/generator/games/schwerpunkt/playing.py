"""Players that answer at random within the forms."""

from __future__ import annotations

from random import Random
from typing import Any

from generator.session import Session
from generator.table import Choose, Prompt, Refused, Report, Roll

MOST = 4000


def play(session: Session, dice: Random, end_after: int | None = None, most: int = MOST) -> int:
    """Play until the end; return the number of answers."""
    given = 0
    session.fill()
    while not session.finished and given < most:
        for prompt in session.table.pending:
            step(session, prompt, dice, end=end_after is not None and given >= end_after)
            given += 1
        session.fill()
    return given


def step(session: Session, prompt: Prompt, dice: Random, *, end: bool = False) -> None:
    """Give one answer; try again if it is refused."""
    for _ in range(40):
        try:
            session.table.answer(prompt.seat, answer(prompt, dice, end), _by(prompt))
            return
        except Refused:
            continue
    session.table.answer(prompt.seat, fallback(prompt), _by(prompt))


def _by(prompt: Prompt) -> str:
    return "dice" if isinstance(prompt, Roll) else prompt.seat


def fallback(prompt: Prompt) -> Any:
    return {"act": {"action": "done"}, "react": {"how": "none"}, "answer_fire": {"how": "none"}}[prompt.ask]


def answer(prompt: Prompt, dice: Random, end: bool = False) -> Any:
    if isinstance(prompt, Roll):
        return [dice.randint(1, faces) for faces in prompt.dice]
    if isinstance(prompt, Choose):
        if prompt.single:
            return dice.choice(prompt.options)
        return dice.sample(prompt.options, dice.randint(prompt.least, min(prompt.most, len(prompt.options))))
    assert isinstance(prompt, Report)
    fields = prompt.form["properties"]
    needed = set(prompt.form["required"])
    result = {
        name: value(field, dice) for name, field in fields.items() if name in needed or dice.random() < 0.25
    }
    if prompt.ask == "contest":
        keep = ("end", "blue_hq", "red_hq")
        return {**{name: one for name, one in result.items() if name in keep}, "end": end}
    if prompt.ask == "choose":
        result["end"] = end
        result["changes"] = result.get("changes", [])[:2] if dice.random() < 0.3 else []
    if prompt.ask == "act":
        return act(prompt, result, dice)
    if prompt.ask in ("react", "answer_fire"):
        result["units"] = value(fields["units"], dice)[:3]
    if prompt.ask == "defend":
        result |= {"lead": dice.choice(result["units"])} if result["units"] else {}
        result = {name: one for name, one in result.items() if name != "lead" or result["units"]}
    return {name: one for name, one in result.items() if one != "-" and one != ["-"]}


ACTIONS = (
    ("move",) * 4
    + ("fire",) * 4
    + ("cease", "reform", "reserve", "build", "supply", "note", "mission", "enter")
)
WANTED = {"cease": "engaged", "supply": "supply"}


def act(prompt: Report, found: dict[str, Any], dice: Random) -> Any:
    """Return an action that may be legal: units that have not acted, or that need it."""
    if dice.random() < 0.12:
        return {"action": "done"}
    action = dice.choice(ACTIONS)
    able = [line for line in prompt.context["units"] if not line["acted"]]
    if action in WANTED:
        able = [line for line in able if WANTED[action] in line["markers"] or line["full"] is False]
    if action == "reform":
        able = [line for line in able if line["mode"] != "good"]
    if action == "fire":
        able = [line for line in able if line["type"] not in ("hq", "train")]
    units = [line["id"] for line in dice.sample(able, min(len(able), dice.randint(1, 3)))]
    kept = {"move": ("to", "zone", "assault", "far", "offroad", "beyond", "free", "formation"), "fire": FIRE}
    more = {name: one for name, one in found.items() if name in kept.get(action, found)}
    more.pop("cost", None)
    if action == "move" and dice.random() < 0.4:
        more |= {"assault": True, "lead": units[0] if units else "-"}
        more.pop("formation", None)
    if "formation" in more and dice.random() < 0.7:
        more.pop("formation")
    return {
        name: one
        for name, one in {**more, "action": action, "units": units}.items()
        if one not in ("-", ["-"])
    }


FIRE = ("how", "hex", "terrain", "from", "other", "blind", "unsupplied", "installation", "pressed")


def value(field: dict[str, Any], dice: Random) -> Any:
    if "enum" in field:
        return dice.choice(field["enum"])
    kind = field["type"]
    if kind == "boolean":
        return dice.random() < 0.3
    if kind == "integer":
        return dice.randint(field["minimum"], field["maximum"])
    if kind == "array":
        least = field.get("minItems", 0)
        result: list[Any] = []
        for _ in range(max(least, dice.randint(0, min(4, field["maxItems"])))):
            one = value(field["items"], dice)
            if one not in result and one != "-":
                result.append(one)
        while len(result) < least:
            one = value(field["items"], dice)
            if one not in result or not field.get("uniqueItems"):
                result.append(one)
        return result
    if kind == "object":
        return {
            name: value(inner, dice)
            for name, inner in field["properties"].items()
            if name in field["required"] or dice.random() < 0.3
        }
    return dice.choice(["0101", "0102", "2001", "1010"])
