"""A fight at the keyboard: the map as text, the hand, every option in words with its preview, and hints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander import Catalog
from exports.kit.messages import MessageFormatter
from generator.games.combat_commander.play.analysis import analyse
from generator.games.combat_commander.play.hints import make_hint
from generator.session import Session
from generator.table import Prompt
from schemas.errors import HorahError
from schemas.messages import say
from web.cli.interactive import Teller
from web.cli.option_names import find_options

from .fight_map import draw_map, list_terrain

HINT_WORD, MAP_WORD = "h", "m"
NOTHING_SIGN = "-"
MAX_LISTED_HEXES = 20  # more are only marked on the map
QUIET_ASKS = ("reroll",)  # asked so often that the map is not printed before


@dataclass(frozen=True)
class FightTeller(Teller):
    """Prints a fight as the asked seat sees it."""

    def opening(self) -> Iterator[str]:
        """Yield what is not known and how it is played, before the game begins."""
        view = self.session.standing("everyone")
        assert view is not None
        for point in view["briefing"]:
            yield f"- {self.formatter.term(f'fight_briefing.{point}')}"

    def closing(self) -> Iterator[str]:
        """Yield the turns in which the odds swung, and what happened in them."""
        swings = analyse(self.session)["swings"]
        if swings:
            yield self.formatter.term("fight_result.odds")
        for swing in swings:
            facts = {"turn": swing["turn"], "who": swing["side"]}
            start, end = (round(100 * swing[name]) for name in ("from", "to"))
            yield self.formatter.say(say("fight_result.swing", start=start, end=end, **facts))
            for event in swing["events"]:
                yield f"  {self.formatter.say(say('note.' + event['what'], **event['facts']))}"

    def tells(self, entry: Mapping[str, Any]) -> bool:
        """Tell what happened, not each answer: notes say it in words."""
        return "what" in entry

    def hides(self, prompt: Prompt) -> bool:
        """Hide the hand of each person from the other at the same keyboard."""
        entries = self.session.table.entries
        people = self.session.by_people()
        return len(self.session.persons) > 1 and (not people or entries[people[-1]].seat != prompt.seat)

    def shown(self, prompt: Prompt) -> Iterator[str]:
        view = self._view(prompt)
        asked = view["prompt"]
        if asked["ask"] not in QUIET_ASKS:
            yield from self._draw(prompt)
            yield from self._tracks(view)
            yield from self._hand(view)
        if view["roll"]:
            yield self._say(view["roll"]["text"])
        yield from self._subject(view, asked)
        many = len([option for option in asked["options"] if option["kind"] == "hex"]) > MAX_LISTED_HEXES
        if many:
            yield self.formatter.term("fight_key.hexes")
        for place, option in enumerate(asked["options"], 1):
            if not many or option["kind"] != "hex":
                yield f"{place:>3}  {self._line(option)}"

    def commands(self) -> Mapping[str, str]:
        return {
            HINT_WORD: self.formatter.term("fight_key.hint"),
            MAP_WORD: self.formatter.term("fight_key.map"),
        }

    def command(self, word: str, prompt: Prompt) -> Iterator[str]:
        """Answer a command: a hint, or the map."""
        if word == MAP_WORD:
            yield from self._draw(prompt)
            yield from self._legend()
            return
        hint = make_hint(self.session, prompt.seat)
        for order in hint["orders"]:
            yield f"{'*' if order['chosen'] else ' '} {self._say(order)}"
        names = self._names(prompt)
        answer = hint["answer"] if isinstance(hint["answer"], list) else [hint["answer"]]
        nothing = self.formatter.term("fight_hint.nothing")
        chosen = self.formatter.list([names[one] for one in answer], "comma") or nothing
        yield self.formatter.say(say("fight_hint.answer", answer=chosen))

    def parse(self, prompt: Prompt, words: Sequence[str]) -> Any:
        """Parse options by number, by id, or by the start of their words."""
        asked = self._view(prompt)["prompt"]
        names = self._names(prompt)
        ids = list(names)
        parts = " ".join(words).replace(",", " ").split()
        if parts == [NOTHING_SIGN]:
            chosen = []
        elif all(part.isdecimal() and 1 <= int(part) <= len(ids) for part in parts):
            chosen = [ids[int(part) - 1] for part in parts]
        else:
            chosen = find_options(names, words)
        unknown = [part for part in chosen if part not in names]
        if unknown:
            raise HorahError("NO_SUCH_OPTION", given=unknown[0], most=len(ids))
        single = asked["least"] == asked["most"] == 1
        return chosen[0] if single and len(chosen) == 1 else chosen

    def _names(self, prompt: Prompt) -> dict[str, str]:
        return {
            option["id"]: self._say(option["label"]) for option in self._view(prompt)["prompt"]["options"]
        }

    def _view(self, prompt: Prompt) -> dict[str, Any]:
        view = self.session.standing(prompt.seat)
        assert view is not None
        return view

    def _draw(self, prompt: Prompt) -> Iterator[str]:
        view = self._view(prompt)
        lit = [option["hex"] for option in view["prompt"]["options"] if "hex" in option]
        yield from draw_map(self._catalog, self.session.settings.card, view, lit)

    def _tracks(self, view: Mapping[str, Any]) -> Iterator[str]:
        tracks, turn = view["tracks"], view["turn"]
        yield self.formatter.say(
            say(
                "fight_key.tracks",
                number=turn["number"],
                who=turn["side"],
                time=tracks["time"],
                sudden_death=tracks["sudden_death"],
                marker=tracks["marker"],
                initiative=tracks["initiative"],
            )
        )
        held = {
            str(each["number"]): self.formatter.name("side", each["control"]) if each["control"] else "–"
            for each in view["objectives"]
        }
        yield "  ".join(f"#{number} {owner}" for number, owner in held.items())

    def _legend(self) -> Iterator[str]:
        for letter, kinds in list_terrain(self._catalog, self.session.settings.card).items():
            yield f"{letter}  {self.formatter.words('terrain', kinds)}"
        yield self.formatter.term("fight_key.signs")

    @property
    def _catalog(self) -> Catalog:
        catalog = self.session.catalog
        assert isinstance(catalog, Catalog)
        return catalog

    def _hand(self, view: Mapping[str, Any]) -> Iterator[str]:
        cards = [
            self.formatter.say(say("fight_option.card", order=card["order"], action=card["action"]))
            for card in view["hand"]
        ]
        if cards:
            yield self.formatter.say(say("fight_key.hand", cards="; ".join(cards)))

    def _subject(self, view: Mapping[str, Any], asked: Mapping[str, Any]) -> Iterator[str]:
        subject = asked["subject"]
        ids = subject.get("units") or ([subject["unit"]] if "unit" in subject else [])
        refs = [unit["ref"] for unit in view["units"] if unit["id"] in ids]
        if refs:
            yield self.formatter.words("thing", refs)
        for name, kind in (("weapon", "thing"), ("work", "fortification"), ("hex", "")):
            if name in subject:
                yield self.formatter.words(kind, subject[name])

    def _line(self, option: Mapping[str, Any]) -> str:
        preview = (option["preview"] or {}).get("sum")
        return self._say(option["label"]) + (f"  [{self._say(preview)}]" if preview else "")

    def _say(self, words: Mapping[str, Any]) -> str:
        return self.formatter.say(say(words["term"], **words["facts"]))


def make_teller(session: Session, formatter: MessageFormatter) -> FightTeller:
    """Return the teller of a fight."""
    return FightTeller(session, formatter)
