"""API schemas of tournaments: players, rounds, reports and standings."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from .common import MAX_DATABASE_INTEGER, Printing, Strict, count, described, name, names, one_of, settings

SYSTEMS = ("swiss", "knockout", "round_robin")
BATTLES = ("own", "named", "same", "each", "linked")
WINNERS = ("first", "second", "nobody")
LINE = r"^[^\u0000-\u001f\u007f\ud800-\udfff]*$"
MOST_PLAYERS, MOST_ROUNDS, MOST_FIGURES = 64, 63, 20


def line(text: str, most: int, least: int = 0, **options: object) -> fields.String:
    """Declare a field for a single line of text."""
    rules = [validate.Length(least, most), validate.Regexp(LINE)]
    return fields.String(validate=rules, metadata=described(text), **options)  # type: ignore[arg-type]


class NewTournament(Strict):
    """A tournament to create, or a whole tournament from a file to continue."""

    game = name("Game.")
    title = line("Title.", 80, load_default="")
    system = one_of(SYSTEMS, "Pairing system.", load_default="swiss")
    rounds = fields.Integer(
        load_default=3,
        validate=validate.Range(1, MOST_ROUNDS),
        metadata=described("Rounds of a Swiss tournament; ignored for the other systems."),
    )
    players = fields.List(
        line("", 60, 1),
        load_default=list,
        validate=validate.Length(max=MOST_PLAYERS),
        metadata=described("Names of the players."),
    )
    document = names("A tournament of the format hora-h/tournament/1; other fields are then ignored.")


class TakenReports(Strict):
    """Reports of several tables at once."""

    results = names("A results file of the format hora-h/results/1.", required=True)


class BegunTournament(Schema):
    id = fields.String(required=True, metadata=described("Public id, for readers."))
    link = fields.String(
        required=True, metadata=described("The organiser's secret link; it is not shown again.")
    )
    links = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=described("The players' secret links by number."),
    )


class StandingLine(Schema):
    place = fields.Integer(required=True, metadata=described("Players with equal points share a place."))
    number = fields.Integer(required=True)
    name = fields.String(required=True)
    points = fields.Float(required=True)
    by_round = fields.List(fields.Float(allow_none=True), required=True)
    played = fields.Integer(required=True)
    won = fields.Integer(required=True)
    byes = fields.Integer(required=True)
    lean = fields.Integer(
        required=True, metadata=described("Battles on the first side minus battles on the second.")
    )


class Tournament(Schema):
    """A tournament as the caller may see it."""

    id = fields.String(required=True)
    version = fields.Integer(required=True, metadata=described("Grows with every change."))
    listed = fields.Boolean(required=True)
    you = fields.Integer(
        required=True,
        allow_none=True,
        metadata=described("0 for the organiser, the number of a player, null for a reader."),
    )
    sides = fields.List(fields.String(), required=True)
    endings = fields.List(fields.String(), required=True, metadata=described("Possible endings of a battle."))
    finished = fields.Boolean(required=True)
    tournament = fields.Dict(
        required=True, metadata=described("Format hora-h/tournament/1; only the organiser gets the seed.")
    )
    standings = fields.List(fields.Nested(StandingLine), required=True)


class TournamentLine(Schema):
    id = fields.String(required=True)
    game = fields.String(required=True)
    title = fields.String(required=True)
    at = fields.String(required=True)


class TournamentPage(Schema):
    items = fields.List(fields.Nested(TournamentLine), required=True)
    total = fields.Integer(required=True)


class Paging(Strict):
    page = fields.Integer(
        load_default=1, validate=validate.Range(1, 100_000), metadata=described("Page number.")
    )
    size = fields.Integer(
        load_default=40, validate=validate.Range(1, 100), metadata=described("Items on a page.")
    )


class Listing(Strict):
    listed = fields.Boolean(
        required=True, truthy={True}, falsy={False}, metadata=described("Whether the public list shows it.")
    )


class NewPlayer(Strict):
    name = line("Name.", 60, 1, required=True)


class ChangedPlayer(Strict):
    name = line("New name.", 60, 1)
    plays = fields.Boolean(
        truthy={True}, falsy={False}, metadata=described("Whether they play the following rounds.")
    )


class NewRound(Strict):
    """The battles of the next round."""

    kind = one_of(BATTLES, "How the battles are chosen.", load_default="own")
    names = fields.List(
        line("", 80),
        load_default=list,
        validate=validate.Length(max=2),
        metadata=described("The scenario, or both linked scenarios."),
    )
    settings = settings("Settings of generated battles.")


class Swap(Strict):
    one = count("A player's number.", required=True)
    other = count("Number of the other player.", required=True)


class Reported(Strict):
    """The result of a battle."""

    winner = one_of(WINNERS, "The side that won.", required=True)
    how = name("One of the values of endings.", required=True)
    figures = fields.Dict(
        keys=name(""),
        values=fields.Integer(validate=validate.Range(0, MAX_DATABASE_INTEGER)),
        load_default=dict,
        validate=validate.Length(max=MOST_FIGURES),
        metadata=described("Figures that the ending requires."),
    )
    note = line("Short report.", 200, load_default="")


class SheetWish(Printing):
    round = count("Round; 0 is the last.", load_default=0)
