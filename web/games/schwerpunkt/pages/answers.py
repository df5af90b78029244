"""Answers from the game's forms; the rules validate them later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from web.pages import prompts as plain
from web.pages.prompts import Given, Prompt

Answer = dict[str, Any]
MARKERS = ("strength", "mechanical", "supply", "engaged")
FAR_TYPES = ("vehicles",)


def answer(prompt: Prompt, form: Given) -> Any:
    """Read an answer from a form in the shape of the prompt."""
    read = ANSWER_READERS.get(prompt["ask"])
    return read(prompt, form) if read else plain.answer(prompt, form)


def _parse_number(text: str) -> int:
    """Parse an integer with an optional sign."""
    word = text.strip()
    sign = -1 if word.startswith(("-", "−")) else 1
    return sign * plain.parse_number(word.lstrip("+-−"))


def _get_text(form: Given, name: str) -> str:
    return form.get(name, "").strip()


def _read_numbers(form: Given, **fields: str) -> Answer:
    return {
        name: _parse_number(_get_text(form, field))
        for name, field in fields.items()
        if _get_text(form, field)
    }


def _read_texts(form: Given, **fields: str) -> Answer:
    return {name: _get_text(form, field) for name, field in fields.items() if _get_text(form, field)}


def _read_ticks(form: Given, **fields: str) -> Answer:
    return {name: True for name, field in fields.items() if field in form}


def _read_choice(prompt: Prompt, form: Given) -> Answer:
    """Read a headquarters, its stakes if they are sealed with it, and the changes to the side's counters."""
    answer_: Answer = {"hq": _get_text(form, "hq"), **_read_ticks(form, end="end")}
    changes = [change for line in prompt["context"]["counters"] if (change := _read_change(line, form))]
    morale = [
        {"hq": hq, "steps": steps}
        for hq in prompt["context"]["hqs"]
        if (steps := _parse_number(_get_text(form, f"morale-{hq}") or "0"))
    ]
    if changes:
        answer_["changes"] = changes
    if morale:
        answer_["morale"] = morale
    return {**answer_, **_read_stakes(form)} if prompt["context"]["stakes"] else answer_


def _read_change(line: Mapping[str, Any], form: Given) -> Answer | None:
    """Return the changes of one counter, or None if it has none or is not in the form."""
    name = line["id"]
    if f"mode-{name}" not in form:
        return None
    change: Answer = {}
    if _get_text(form, f"mode-{name}") != line["mode"]:
        change["mode"] = _get_text(form, f"mode-{name}")
    if (formation := _get_text(form, f"formation-{name}")) and formation != line["formation"]:
        change["formation"] = formation
    for marker in MARKERS:
        if (f"{marker}-{name}" in form) != (marker in line["markers"]):
            change[marker] = f"{marker}-{name}" in form
    if line["full"] is not None and (f"full-{name}" in form) != line["full"]:
        change["full"] = f"full-{name}" in form
    if (_get_text(form, f"hex-{name}") or None) != line["hex"]:
        change["hex"] = _get_text(form, f"hex-{name}") or None
    if f"out-{name}" in form:
        change["out"] = True
    return {"unit": name, **change} if change else None


def _read_contest(prompt: Prompt, form: Given) -> Answer:
    """Read both headquarters and their stakes."""
    answer_ = _read_ticks(form, end="end")
    for side in prompt["context"]["sides"]:
        answer_ |= _read_texts(form, **{f"{side}_hq": f"{side}_hq"})
        answer_ |= _read_numbers(form, **{f"{side}_reserves": f"{side}_reserves"})
        if trains := form.getlist(f"{side}_trains"):
            answer_[f"{side}_trains"] = trains
    return answer_


def _read_cost(_: Prompt, form: Given) -> Answer:
    return {"value": _parse_number(_get_text(form, "value") or "0")}


def _read_stakes(form: Given) -> Answer:
    return {"reserves": _parse_number(_get_text(form, "reserves") or "0"), "trains": form.getlist("trains")}


def _read_stake(_: Prompt, form: Given) -> Answer:
    return _read_stakes(form)


def _read_action(prompt: Prompt, form: Given) -> Answer:
    """Read the action of the pressed button with the fields that belong to it."""
    action, units = _get_text(form, "action"), form.getlist("units")
    answer_: Answer = {"action": action}
    if action in ("move", "fire", "cease", "reform", "build", "supply"):
        answer_["units"] = units
        answer_ |= {"pressed": units} if "pressed" in form else {}
    if action in ACTION_READERS:
        answer_ |= ACTION_READERS[action](prompt, form, units)
    if action in ("move", "fire", "cease", "reform", "build", "supply", "reserve", "note"):
        answer_ |= {**_read_numbers(form, cost=f"{action}-cost"), **_read_ticks(form, beyond="beyond")}
    if action in ("reserve", "note"):
        answer_.pop("beyond", None)
    return answer_


def _read_move(prompt: Prompt, form: Given, units: list[str]) -> Answer:
    kinds = {line["id"]: line["type"] for line in prompt["context"]["units"]}
    answer_ = {
        **_read_texts(
            form, to="move-to", formation="move-formation", lead="move-lead", terrain="move-terrain"
        ),
        **_read_ticks(form, zone="move-zone", assault="move-assault", free="move-free"),
        **_read_numbers(form, other="move-other"),
    }
    if "move-far" in form:
        answer_["far"] = [name for name in units if kinds.get(name) in FAR_TYPES]
    for tick, field in (
        ("move-offroad", "offroad"),
        ("move-interdicted", "interdicted"),
        ("move-barraged", "barraged"),
        ("move-unsupplied", "unsupplied"),
    ):
        if tick in form:
            answer_[field] = units
    return answer_


def _read_fire(_: Prompt, form: Given, units: list[str]) -> Answer:
    answer_ = {
        **_read_texts(
            form, how="fire-how", hex="fire-hex", terrain="fire-terrain", installation="fire-installation"
        ),
        **_read_texts(form, **{"from": "fire-from"}),
        **_read_numbers(form, other="fire-other"),
        **_read_ticks(form, blind="fire-blind", friends="fire-friends"),
    }
    if "fire-unsupplied" in form:
        answer_["unsupplied"] = units
    return answer_


def _read_reform(_: Prompt, form: Given, units: list[str]) -> Answer:
    return {
        name: units
        for name, tick in (("in_zone", "reform-zone"), ("supplied", "reform-supplied"))
        if tick in form
    }


def _read_build(_: Prompt, form: Given, __: list[str]) -> Answer:
    return _read_texts(form, work="build-work", hex="build-hex")


def _read_note(_: Prompt, form: Given, __: list[str]) -> Answer:
    return {"text": _get_text(form, "note-text") or "-"}


def _read_entry(_: Prompt, form: Given, __: list[str]) -> Answer:
    return _read_texts(form, arrival="enter-arrival")


def _read_kept_mission(_: Prompt, form: Given, __: list[str]) -> Answer:
    return {
        **_read_texts(form, use="mission-use", hex="mission-hex", terrain="mission-terrain"),
        **_read_texts(form, installation="mission-installation"),
        **_read_numbers(form, defence="mission-defence"),
    }


ACTION_READERS: Mapping[str, Callable[[Prompt, Given, list[str]], Answer]] = {
    "move": _read_move,
    "fire": _read_fire,
    "reform": _read_reform,
    "build": _read_build,
    "note": _read_note,
    "enter": _read_entry,
    "mission": _read_kept_mission,
}


def _read_reaction(_: Prompt, form: Given) -> Answer:
    answer_: Answer = {"how": _get_text(form, "how") or "none"}
    if answer_["how"] == "none":
        return answer_
    if answer_["how"] == "withdraw":
        return {**answer_, "units": form.getlist("units")}
    return {
        **answer_,
        "units": form.getlist("units"),
        **_read_texts(form, terrain="terrain", **{"from": "from"}),
        **_read_numbers(form, crossed="crossed", other="other"),
        **_read_ticks(form, more="more"),
        **({"unsupplied": form.getlist("units")} if "unsupplied" in form else {}),
    }


def _read_units(_: Prompt, form: Given) -> Answer:
    return {"units": form.getlist("units")}


def _read_defence(_: Prompt, form: Given) -> Answer:
    units = form.getlist("units")
    lead = _get_text(form, "lead") or (units[0] if units else "")
    return {
        "units": units,
        **({"lead": lead} if lead else {}),
        **_read_texts(form, terrain="terrain"),
        **_read_numbers(form, other="other"),
        **_read_ticks(form, fortified="fortified"),
        **({"unsupplied": units} if "unsupplied" in form else {}),
    }


def _read_mission(_: Prompt, form: Given) -> Answer:
    return {
        "use": _get_text(form, "use") or "none",
        **_read_texts(form, hex="hex", terrain="terrain", installation="installation"),
        **_read_numbers(form, defence="defence"),
    }


def _read_score(prompt: Prompt, form: Given) -> Answer:
    items = prompt["context"]["items"]
    return {"counts": [_parse_number(_get_text(form, f"count-{n}") or "0") for n in range(len(items))]}


ANSWER_READERS: Mapping[str, Callable[[Prompt, Given], Answer]] = {
    "contest": _read_contest,
    "spend_cost": _read_cost,
    "choose": _read_choice,
    "stake": _read_stake,
    "act": _read_action,
    "react": _read_reaction,
    "answer_fire": _read_reaction,
    "targets": _read_units,
    "defend": _read_defence,
    "mission": _read_mission,
    "score": _read_score,
}
