"""Form of the companion: fire with both values, the other impulses, and what is rare."""

from __future__ import annotations

from typing import Any

from exports.games.thunder_at_cassino.messages import MessageFormatter
from generator.games.thunder_at_cassino.play.companion import (
    CLOSE,
    END,
    FIRE,
    MOVE,
    NIGHT,
    PASS,
    PROLONG,
    REROLL,
    SEPARATOR,
    SHELLS,
)
from generator.games.thunder_at_cassino.rules.fire import compute_mean, compute_odds
from web.pages.prompts import Given, Option, Prompt, parse_number

FIGHTS = (FIRE, SHELLS)
OFTEN = (MOVE, PASS, END, REROLL, NIGHT, PROLONG, CLOSE)
SHOWN_LEADS = range(-5, 8)  # attack minus defence before the dice


def describe_form(prompt: Prompt, words: MessageFormatter) -> dict[str, Any]:
    """Return the buttons of the companion in their groups, and the odds by the lead of the attack."""
    fields = prompt["form"]["properties"]
    options = [Option(value, words.companion(value)) for value in fields["do"]["enum"]]
    often = [option for option in options if option.value.partition(SEPARATOR)[0] in OFTEN]
    return {
        "most": fields["attack"]["maximum"],
        "fights": [option for option in options if option.value in FIGHTS],
        "often": sorted(often, key=lambda option: OFTEN.index(option.value.partition(SEPARATOR)[0])),
        "rare": [option for option in options if option.value not in FIGHTS and option not in often],
        "odds": [_describe_lead(lead, words) for lead in SHOWN_LEADS],
    }


def _describe_lead(lead: int, words: MessageFormatter) -> tuple[str, str, str]:
    """8.3.5: return the chance of an effect and the mean points of an attack with a lead."""
    chances = compute_odds(lead)
    mean = words.decimal(round(float(compute_mean(chances)), 1))
    return f"{lead:+d}", words.percent(1 - chances.get(0, 0)), mean


def read_answer(form: Given) -> dict[str, Any]:
    """Read what happened; both values count for fire alone."""
    what = form.get("do", "")
    values = {name: form.get(name, "") for name in ("attack", "defence")} if what in FIGHTS else {}
    return {"do": what, **{name: parse_number(text) for name, text in values.items() if text.strip()}}
