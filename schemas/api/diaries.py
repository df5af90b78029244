"""API schemas of diaries: results of battles and their statistics."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import Printing, Strict, described, name, names, one_of
from .tournaments import TournamentLine, line

WINNERS = ("first", "second", "nobody", "")
LONG = 500


class NewDiary(Strict):
    """A diary to create, or a whole diary from a file to continue."""

    game = name("The game of its battles.")
    title = line("Title.", 80, load_default="")
    document = names("A diary of the format hora-h/diary/1; other fields are then ignored.")


class BegunDiary(Schema):
    id = fields.String(
        required=True, metadata=described("Public id; others can read the diary when it is listed.")
    )
    link = fields.String(
        required=True, metadata=described("The keeper's secret link; it is not shown again.")
    )


class Diary(Schema):
    id = fields.String(required=True)
    version = fields.Integer(required=True)
    listed = fields.Boolean(required=True)
    keeper = fields.Boolean(
        required=True, metadata=described("Whether the request was made with the keeper's link.")
    )
    sides = fields.List(fields.String(), required=True)
    endings = fields.List(fields.String(), required=True)
    diary = fields.Dict(
        required=True, metadata=described("Format hora-h/diary/1; only the keeper gets private battles.")
    )


class DiaryPage(Schema):
    items = fields.List(fields.Nested(TournamentLine), required=True)
    total = fields.Integer(required=True)


class Fighter(Strict):
    nation = name("Nation.", load_default="")
    posture = name("attack or defend.", load_default="")
    name = line("Name of the player.", 60, 1, required=True)


class FoughtBattle(Strict):
    """A battle; without a winner it is still to be fought."""

    first = fields.Nested(Fighter, required=True)
    second = fields.Nested(Fighter, required=True)
    day = line("Date, 2026-11-16.", 10, load_default="")
    evening = line("The evening or campaign that it belongs to.", 80, load_default="")
    title = line("Title of the battle or scenario.", 80, load_default="")
    map = line("Map.", 80, load_default="")
    winner = one_of(WINNERS, "The side that won; empty if it was not played yet.", load_default="")
    how = name("One of the values of endings.", load_default="")
    vp = fields.Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 99),
        metadata=described("Victory points of the winner."),
    )
    story = line("Report in a few sentences.", LONG, load_default="")
    photo = line("URL of a photograph.", 300, load_default="")
    address = line("URL of the battle.", 300, load_default="")
    odds = fields.Float(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 1),
        metadata=described("Share of rehearsed fights that the first side won."),
    )
    private = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata=described("Whether only the keeper sees it."),
    )


class TakenResults(Strict):
    """Results to add: of a tournament here, or a results file."""

    tournament = line("The id of a tournament of the same game.", 40, load_default="")
    results = names("A results file of the format hora-h/results/1, instead of a tournament.")


class ResultsFile(Schema):
    format = fields.String(required=True, metadata=described("hora-h/results/1"))
    game = fields.String(required=True)
    title = fields.String(required=True)
    results = fields.List(
        fields.Dict(), required=True, metadata=described("Battles; see schemas/results.schema.json.")
    )


class PlaysWish(Strict):
    of = line("Path of a battle, scenario or table here, such as /battles/0123.", 300, 1, required=True)
    game = name("The game; by default the one that this service shows first.", load_default="")


class PlayLine(Schema):
    day = fields.String(required=True)
    first = fields.String(required=True, metadata=described("Player of the first side."))
    second = fields.String(required=True)
    winner = fields.String(required=True)
    odds = fields.Float(required=True, allow_none=True)
    listed_in = fields.String(required=True, metadata=described("Path of the diary or tournament."))


class PlaysOf(Schema):
    path = fields.String(required=True)
    played = fields.Integer(required=True)
    first = fields.Integer(required=True, metadata=described("Victories of the first side."))
    second = fields.Integer(required=True, metadata=described("Victories of the second side."))
    nobody = fields.Integer(required=True, metadata=described("Draws."))
    odds = fields.Float(
        required=True, allow_none=True, metadata=described("Mean of the odds shown for the first side.")
    )
    last_played = fields.String(required=True, metadata=described("Date; empty if none is known."))
    plays = fields.List(fields.Nested(PlayLine), required=True)


class DiaryPrinting(Printing):
    player = line("Name of one player; all players by default.", 60, load_default="")


class WhoseFigures(Strict):
    player = line("Name of one player; all players by default.", 60, load_default="")


class TallyLine(Schema):
    fought = fields.Integer(required=True)
    won = fields.Integer(required=True)
    drawn = fields.Integer(required=True)
    judged = fields.Integer(required=True, metadata=described("Battles with rehearsed odds."))
    scored = fields.Float(required=True, metadata=described("Points in those battles, one for each victory."))
    expected = fields.Float(required=True, metadata=described("Points that the odds predicted."))


def tallies(text: str) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(), values=fields.Nested(TallyLine), required=True, metadata=described(text)
    )


class OddsBand(Schema):
    low = fields.Integer(required=True)
    high = fields.Integer(required=True)
    games = fields.Integer(required=True)
    expected = fields.Float(required=True, metadata=described("Mean of the odds shown."))
    scored = fields.Float(required=True, metadata=described("Share of the points won."))


class CalibrationFigures(Schema):
    games = fields.Integer(required=True, metadata=described("Battles with odds."))
    brier = fields.Float(required=True, metadata=described("Mean squared error of the odds."))
    brier_of_coin = fields.Float(required=True, metadata=described("The same for even odds."))
    needed = fields.Integer(required=True, metadata=described("Battles until it means something."))
    bands = fields.List(fields.Nested(OddsBand), required=True)


class PlayerRating(Schema):
    name = fields.String(required=True)
    elo = fields.Float(required=True, metadata=described("1500 is the average of these players."))
    margin = fields.Float(required=True, metadata=described("Half the 95 % interval, in Elo."))
    games = fields.Integer(required=True)
    points = fields.Float(required=True)
    missing = fields.Integer(required=True, metadata=described("Games until the margin is 50."))


class SideOfScenario(Schema):
    title = fields.String(required=True)
    games = fields.Integer(required=True)
    share = fields.Float(
        required=True, metadata=described("Victories of the first side between equal players.")
    )
    low = fields.Float(required=True, metadata=described("Of the 95 % interval."))
    high = fields.Float(required=True)
    needed = fields.Integer(required=True, metadata=described("Games until the share is known to 0.1."))


class RatingHistory(Schema):
    days = fields.List(fields.String(), required=True)
    games = fields.List(fields.Integer(), required=True, metadata=described("Games up to each day."))
    lines = fields.Dict(
        keys=fields.String(), values=fields.List(fields.Float(allow_none=True)), required=True
    )


class Ratings(Schema):
    games = fields.Integer(required=True)
    players = fields.List(fields.Nested(PlayerRating), required=True)
    unrated = fields.Integer(
        required=True, metadata=described("Players beyond the hundred with the most games.")
    )
    lead = fields.Float(required=True, metadata=described("Elo between the first two players."))
    lead_margin = fields.Float(required=True)
    sides = fields.List(fields.Nested(SideOfScenario), required=True)
    history = fields.Nested(RatingHistory, required=True)
    calibration = fields.Nested(
        CalibrationFigures, required=True, allow_none=True, metadata=described("Results against odds.")
    )


class DiaryFigures(Schema):
    whole = fields.Nested(TallyLine, required=True)
    sides = tallies("By side: first and second.")
    postures = tallies("By posture.")
    nations = tallies("By nation.")
    maps = tallies("By map.")
    players = tallies("By player; of one player, by opponent.")
    calibration = fields.Nested(
        CalibrationFigures, required=True, allow_none=True, metadata=described("Results against odds.")
    )
