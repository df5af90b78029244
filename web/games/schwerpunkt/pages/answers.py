"""Answers from the game's forms; the rules validate them later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from web.pages import prompts as plain
from web.pages.prompts import Given, Prompt

Answer = dict[str, Any]
MODES = ("strength", "mechanical", "supply", "engaged")
FAST = ("vehicles",)


def answer(prompt: Prompt, form: Given) -> Any:
    """Read an answer from a form in the shape of the prompt."""
    made = MADE.get(prompt["ask"])
    return made(prompt, form) if made else plain.answer(prompt, form)


def _number(text: str) -> int:
    """Parse an integer with an optional sign."""
    word = text.strip()
    sign = -1 if word.startswith(("-", "−")) else 1
    return sign * plain.parse_number(word.lstrip("+-−"))


def _given(form: Given, name: str) -> str:
    return form.get(name, "").strip()


def _numbers(form: Given, **fields: str) -> Answer:
    return {name: _number(_given(form, field)) for name, field in fields.items() if _given(form, field)}


def _texts(form: Given, **fields: str) -> Answer:
    return {name: _given(form, field) for name, field in fields.items() if _given(form, field)}


def _ticks(form: Given, **fields: str) -> Answer:
    return {name: True for name, field in fields.items() if field in form}


def _choose(prompt: Prompt, form: Given) -> Answer:
    """Read a headquarters, its stakes if they are sealed with it, and the changes to the side's counters."""
    found: Answer = {"hq": _given(form, "hq"), **_ticks(form, end="end")}
    changes = [change for line in prompt["context"]["counters"] if (change := _change(line, form))]
    morale = [
        {"hq": hq, "steps": steps}
        for hq in prompt["context"]["hqs"]
        if (steps := _number(_given(form, f"morale-{hq}") or "0"))
    ]
    if changes:
        found["changes"] = changes
    if morale:
        found["morale"] = morale
    return {**found, **_stakes(form)} if prompt["context"]["stakes"] else found


def _change(line: Mapping[str, Any], form: Given) -> Answer | None:
    """Return the changes of one counter, or None if it has none or is not in the form."""
    name = line["id"]
    if f"mode-{name}" not in form:
        return None
    found: Answer = {}
    if _given(form, f"mode-{name}") != line["mode"]:
        found["mode"] = _given(form, f"mode-{name}")
    if (formation := _given(form, f"formation-{name}")) and formation != line["formation"]:
        found["formation"] = formation
    for marker in MODES:
        if (f"{marker}-{name}" in form) != (marker in line["markers"]):
            found[marker] = f"{marker}-{name}" in form
    if line["full"] is not None and (f"full-{name}" in form) != line["full"]:
        found["full"] = f"full-{name}" in form
    if (_given(form, f"hex-{name}") or None) != line["hex"]:
        found["hex"] = _given(form, f"hex-{name}") or None
    if f"out-{name}" in form:
        found["out"] = True
    return {"unit": name, **found} if found else None


def _stakes(form: Given) -> Answer:
    return {"reserves": _number(_given(form, "reserves") or "0"), "trains": form.getlist("trains")}


def _stake(_: Prompt, form: Given) -> Answer:
    return _stakes(form)


def _act(prompt: Prompt, form: Given) -> Answer:
    """Read the action of the pressed button with the fields that belong to it."""
    action, units = _given(form, "action"), form.getlist("units")
    found: Answer = {"action": action}
    if action in ("move", "fire", "cease", "reform", "build", "supply"):
        found["units"] = units
        found |= {"pressed": units} if "pressed" in form else {}
    if action in OWN:
        found |= OWN[action](prompt, form, units)
    if action in ("move", "fire", "cease", "reform", "build", "supply", "reserve", "note"):
        found |= {**_numbers(form, cost=f"{action}-cost"), **_ticks(form, beyond="beyond")}
    if action in ("reserve", "note"):
        found.pop("beyond", None)
    return found


def _move(prompt: Prompt, form: Given, units: list[str]) -> Answer:
    kinds = {line["id"]: line["type"] for line in prompt["context"]["units"]}
    found = {
        **_texts(form, to="move-to", formation="move-formation", lead="move-lead", terrain="move-terrain"),
        **_ticks(form, zone="move-zone", assault="move-assault", free="move-free"),
        **_numbers(form, other="move-other"),
    }
    if "move-far" in form:
        found["far"] = [name for name in units if kinds.get(name) in FAST]
    for tick, field in (
        ("move-offroad", "offroad"),
        ("move-interdicted", "interdicted"),
        ("move-barraged", "barraged"),
        ("move-unsupplied", "unsupplied"),
    ):
        if tick in form:
            found[field] = units
    return found


def _fire(_: Prompt, form: Given, units: list[str]) -> Answer:
    found = {
        **_texts(
            form, how="fire-how", hex="fire-hex", terrain="fire-terrain", installation="fire-installation"
        ),
        **_texts(form, **{"from": "fire-from"}),
        **_numbers(form, other="fire-other"),
        **_ticks(form, blind="fire-blind", friends="fire-friends"),
    }
    if "fire-unsupplied" in form:
        found["unsupplied"] = units
    return found


def _reform(_: Prompt, form: Given, units: list[str]) -> Answer:
    return {
        name: units
        for name, tick in (("in_zone", "reform-zone"), ("supplied", "reform-supplied"))
        if tick in form
    }


def _build(_: Prompt, form: Given, __: list[str]) -> Answer:
    return _texts(form, work="build-work", hex="build-hex")


def _note(_: Prompt, form: Given, __: list[str]) -> Answer:
    return {"text": _given(form, "note-text") or "-"}


def _enter(_: Prompt, form: Given, __: list[str]) -> Answer:
    return _texts(form, arrival="enter-arrival")


def _mission_act(_: Prompt, form: Given, __: list[str]) -> Answer:
    return {
        **_texts(form, use="mission-use", hex="mission-hex", terrain="mission-terrain"),
        **_texts(form, installation="mission-installation"),
        **_numbers(form, defence="mission-defence"),
    }


OWN: Mapping[str, Callable[[Prompt, Given, list[str]], Answer]] = {
    "move": _move,
    "fire": _fire,
    "reform": _reform,
    "build": _build,
    "note": _note,
    "enter": _enter,
    "mission": _mission_act,
}


def _react(_: Prompt, form: Given) -> Answer:
    found: Answer = {"how": _given(form, "how") or "none"}
    if found["how"] in ("none", "withdraw"):
        return found
    return {
        **found,
        "units": form.getlist("units"),
        **_texts(form, terrain="terrain", **{"from": "from"}),
        **_numbers(form, crossed="crossed", other="other"),
        **_ticks(form, more="more"),
        **({"unsupplied": form.getlist("units")} if "unsupplied" in form else {}),
    }


def _units(_: Prompt, form: Given) -> Answer:
    return {"units": form.getlist("units")}


def _defend(_: Prompt, form: Given) -> Answer:
    units = form.getlist("units")
    lead = _given(form, "lead") or (units[0] if units else "")
    return {
        "units": units,
        "lead": lead,
        **_texts(form, terrain="terrain"),
        **_numbers(form, other="other"),
        **_ticks(form, fortified="fortified"),
        **({"unsupplied": units} if "unsupplied" in form else {}),
    }


def _mission(_: Prompt, form: Given) -> Answer:
    return {
        "use": _given(form, "use") or "none",
        **_texts(form, hex="hex", terrain="terrain", installation="installation"),
        **_numbers(form, defence="defence"),
    }


def _score(prompt: Prompt, form: Given) -> Answer:
    items = prompt["context"]["items"]
    return {"counts": [_number(_given(form, f"count-{n}") or "0") for n in range(len(items))]}


MADE: Mapping[str, Callable[[Prompt, Given], Answer]] = {
    "choose": _choose,
    "stake": _stake,
    "act": _act,
    "react": _react,
    "answer_fire": _react,
    "targets": _units,
    "defend": _defend,
    "mission": _mission,
    "score": _score,
}
