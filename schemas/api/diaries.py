"""API schemas of diaries: results of battles and their statistics."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import Printing, Strict, described, name, names, one_of
from .tournaments import TournamentLine, line

WINNERS = ("first", "second", "nobody", "")
LONG = 500


class NewDiary(Strict):
    """A diary to create, or a whole diary from a file to continue."""

    game = name("The game whose battles stand in it.")
    title = line("What it is called.", 80, load_default="")
    document = names("A diary of the format hora-h/diary/1; then nothing else counts.")


class BegunDiary(Schema):
    id = fields.String(required=True, metadata=described("The readers' address, once it is listed."))
    link = fields.String(required=True, metadata=described("Its keeper's secret link, told only now."))


class Diary(Schema):
    id = fields.String(required=True)
    version = fields.Integer(required=True)
    listed = fields.Boolean(required=True)
    keeper = fields.Boolean(required=True, metadata=described("Does whoever asks keep it?"))
    sides = fields.List(fields.String(), required=True)
    endings = fields.List(fields.String(), required=True)
    diary = fields.Dict(
        required=True, metadata=described("hora-h/diary/1; private battles for its keeper only.")
    )


class DiaryPage(Schema):
    items = fields.List(fields.Nested(TournamentLine), required=True)
    total = fields.Integer(required=True)


class Fighter(Strict):
    nation = name("With what.", load_default="")
    posture = name("How: attack, defend.", load_default="")
    name = line("Who fought.", 60, 1, required=True)


class FoughtBattle(Strict):
    """A battle; without a winner it is still to be fought."""

    first = fields.Nested(Fighter, required=True)
    second = fields.Nested(Fighter, required=True)
    day = line("As 2026-11-16.", 10, load_default="")
    evening = line("The evening, or the campaign that it belongs to.", 80, load_default="")
    title = line("The battle or its scenario.", 80, load_default="")
    map = line("The map.", 80, load_default="")
    winner = one_of(WINNERS, "By side.", load_default="")
    how = name("One of the endings.", load_default="")
    vp = fields.Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 99),
        metadata=described("Victory points of the winner."),
    )
    story = line("What happened.", LONG, load_default="")
    photo = line("A photograph's address.", 300, load_default="")
    address = line("Where the battle is.", 300, load_default="")
    odds = fields.Float(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 1),
        metadata=described("How often the first side won in rehearsal."),
    )
    private = fields.Boolean(
        load_default=False, truthy={True}, falsy={False}, metadata=described("For its keeper alone?")
    )


class TakenResults(Strict):
    tournament = line("The id of a tournament of the same game.", 40, required=True)


class DiaryPrinting(Printing):
    player = line("One player; everybody unless given.", 60, load_default="")


class WhoseFigures(Strict):
    player = line("One player; everybody unless given.", 60, load_default="")


class TallyLine(Schema):
    fought = fields.Integer(required=True)
    won = fields.Integer(required=True)
    drawn = fields.Integer(required=True)
    judged = fields.Integer(required=True, metadata=described("Battles with rehearsed odds."))
    scored = fields.Float(required=True, metadata=described("Of those: a point for a victory."))
    expected = fields.Float(required=True, metadata=described("What the odds had let expect."))


def tallies(text: str) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(), values=fields.Nested(TallyLine), required=True, metadata=described(text)
    )


class DiaryFigures(Schema):
    whole = fields.Nested(TallyLine, required=True)
    sides = tallies("first and second.")
    postures = tallies("Attack and defence.")
    nations = tallies("By nation.")
    maps = tallies("By map.")
    players = tallies("By player; of one player, by opponent.")
