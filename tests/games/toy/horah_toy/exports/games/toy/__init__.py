"""The toy's sheets; a market day has the plain sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exports.game import Game
from exports.kit import plain_sheet
from exports.kit.messages import MessageFormatter
from exports.kit.sheet import Paragraph, Sheet

GAME = Game("toy", sheets=f"{__name__}:make_sheets")


def make_sheets(document: Mapping[str, Any], formatter: MessageFormatter) -> Sequence[Sheet]:
    if "lanes" in document:
        facts = {**document, "lanes": [each["lane"] for each in document["lanes"]]}
        text = formatter.sentence("toy.scenario", facts)
    elif "points" in document:
        text = formatter.sentence("toy.sheet", {"wind": document["wind"], **document["points"]})
    else:
        return plain_sheet.make_sheets(document, formatter)
    return [Sheet("toy", formatter.term("game.toy"), [Paragraph(text)])]
