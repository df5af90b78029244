"""Validation of answers against their prompts.

Every answer passes ``check`` before it enters a transcript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from schemas.validation import problems_in

from .errors import NotLegal, Refused
from .prompts import Answer, Buy, Choose, Draw, Prompt, Report, Roll, Ware


def check_answer(prompt: Prompt, answer: Answer) -> Answer:
    """Return the answer in normal form; raise Refused with the reason and the legal answers otherwise."""
    if isinstance(prompt, Roll):
        return _check_roll(prompt, answer)
    if isinstance(prompt, Draw):
        return _check_draw(prompt, answer)
    if isinstance(prompt, Choose):
        return _check_choice(prompt, answer)
    if isinstance(prompt, Buy):
        return _check_purchase(prompt, answer)
    return _check_report(prompt, answer)


def _check_roll(prompt: Roll, answer: Answer) -> Answer:
    dice = list(answer) if isinstance(answer, list | tuple) else []
    if len(dice) != len(prompt.dice) or not all(
        type(die) is int and 1 <= die <= faces for die, faces in zip(dice, prompt.dice, strict=True)
    ):
        raise Refused("BAD_ROLL", dice=prompt.dice, given=answer)
    return dice


def _check_draw(prompt: Draw, answer: Answer) -> Answer:
    if answer not in prompt.cup:
        raise Refused("NOT_IN_CUP", thing=answer)
    return answer


def _check_choice(prompt: Choose, answer: Answer) -> Answer:
    chosen = [answer] if prompt.single and not isinstance(answer, list | tuple) else answer
    if not isinstance(chosen, list | tuple):
        raise Refused("BAD_CHOICE.no_list")
    for one in chosen:
        if one not in prompt.options:
            raise _illegal(prompt, one, prompt.options)
    if len(set(chosen)) != len(chosen):
        raise Refused("BAD_CHOICE.twice")
    if not prompt.least <= len(chosen) <= prompt.most:
        key = "BAD_CHOICE.number" if prompt.least == prompt.most else "BAD_CHOICE.range"
        raise Refused(key, least=prompt.least, most=prompt.most, given=len(chosen))
    return chosen[0] if prompt.single else [option for option in prompt.options if option in chosen]


def _check_purchase(prompt: Buy, answer: Answer) -> Answer:
    if not isinstance(answer, Mapping) or not all(
        isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in answer.values()
    ):
        raise Refused("BAD_PURCHASE", example=prompt.shelf[0].id if prompt.shelf else "?")
    bought = {name: count for name, count in answer.items() if count}
    wares = {ware.id: ware for ware in prompt.shelf}
    for name in bought:
        if name not in wares:
            raise _illegal(prompt, name, tuple(wares))
    _check_number(prompt, sum(bought.values()))
    _check_budget(prompt, sum(wares[name].price * count for name, count in bought.items()))
    _check_exclusions(prompt, [wares[name] for name in bought])
    _check_stock(prompt, wares, bought)
    return {ware.id: bought[ware.id] for ware in prompt.shelf if ware.id in bought}


def _check_number(prompt: Buy, number: int) -> None:
    if number < prompt.least:
        raise Refused("MUST_BUY", least=prompt.least)
    if prompt.most is not None and number > prompt.most:
        raise Refused("TOO_MANY", most=prompt.most, given=number)


def _check_budget(prompt: Buy, price: int) -> None:
    if prompt.budget is not None and price > prompt.budget:
        raise Refused("OVER_BUDGET", price=price, budget=prompt.budget)


def _check_exclusions(prompt: Buy, wares: Sequence[Ware]) -> None:
    grades: dict[str, Ware] = {}
    for ware in wares:
        if ware.group is None:
            continue
        other = grades.setdefault(ware.group, ware)
        if other.grade != ware.grade:
            raise Refused(prompt.mixed, one=ware.id, other=other.id)


def _check_stock(prompt: Buy, wares: Mapping[str, Ware], bought: Mapping[str, int]) -> None:
    used: dict[str, int] = {}
    for name, count in bought.items():
        for thing, number in wares[name].uses.items():
            used[thing] = used.get(thing, 0) + number * count
    for thing, number in used.items():
        left = prompt.stock.get(thing, 0)
        if left is not None and number > left:
            raise Refused("COUNTER_EXHAUSTED.stock", thing=thing, needed=number, left=left)


def _illegal(prompt: Choose | Buy, one: object, legal: Sequence[str]) -> Refused:
    reason = prompt.why_not(one) if prompt.why_not and isinstance(one, str) else None
    if reason is not None:
        return NotLegal(reason, prompt.of, tuple(legal))
    return Refused("BAD_CHOICE.option", given=one, of=prompt.of, legal=tuple(legal))


def _check_report(prompt: Report, answer: Answer) -> Answer:
    """Check a report against its form first, then against the rules."""
    fault = next(problems_in(answer, prompt.form), None)
    if fault is not None:
        if not fault.place:
            raise Refused("BAD_REPORT.whole", problem=fault.problem, expected=fault.expected)
        raise Refused("BAD_REPORT", place=fault.place, problem=fault.problem, expected=fault.expected)
    reason = prompt.check(answer) if prompt.check else None
    if reason is not None:
        raise Refused.from_error(reason)
    return answer
