"""Text of ratings: tables of players and sides, and how far the figures can be trusted."""

from __future__ import annotations

from exports.kit.messages import MessageFormatter
from exports.kit.sheet import Grid
from generator.ratings import WANTED_MARGIN_ELO, ClubRatings, SideRating
from generator.tournament.match import Match

PLAYER_COLUMNS = ("player", "elo", "margin", "games", "share", "missing")
SIDE_COLUMNS = ("scenario", "games", "first", "interval", "verdict")


def make_player_grid(ratings: ClubRatings, formatter: MessageFormatter) -> Grid:
    """Return the players, the strongest first, with the interval and the games still missing."""
    heads = [formatter.sentence(f"ratings.{name}", {"elo": WANTED_MARGIN_ELO}) for name in PLAYER_COLUMNS]
    rows = [
        [
            each.name,
            str(round(each.elo)),
            f"± {round(each.margin)}",
            str(each.games),
            formatter.percent(each.points / each.games, 0),
            str(each.missing) if each.missing else "–",
        ]
        for each in ratings.players
    ]
    return Grid(heads, rows, [3, 1, 1, 1, 1, 1.6])


def make_side_grid(ratings: ClubRatings, match: Match, formatter: MessageFormatter) -> Grid:
    """Return the scenarios, the most played first, with the balance between equal players."""
    heads = [formatter.sentence(f"ratings.{name}", {"side": match.sides[0]}) for name in SIDE_COLUMNS]
    rows = [
        [
            each.title,
            str(each.games),
            formatter.percent(each.share, 0),
            f"{round(100 * each.low)}-{formatter.percent(each.high, 0)}",
            _format_verdict(each, match, formatter),
        ]
        for each in ratings.sides
    ]
    return Grid(heads, rows, [3, 1, 1.2, 1.2, 2.6])


def _format_verdict(side: SideRating, match: Match, formatter: MessageFormatter) -> str:
    if side.verdict == "open":
        key = "ratings.even" if side.games >= side.needed else "ratings.side_open"
        return formatter.sentence(key, {"missing": max(1, side.needed - side.games)})
    return formatter.sentence("ratings.favours", {"side": match.sides[side.verdict == "second"]})


def list_notes(ratings: ClubRatings, formatter: MessageFormatter) -> list[str]:
    """Return sentences that say how far the ratings of players can be trusted."""
    players = ratings.players
    if not players:
        return [formatter.term("ratings.none")]
    notes = []
    if len(players) > 1:
        facts = {"first": players[0].name, "second": players[1].name, "lead": round(ratings.lead)}
        facts["margin"] = round(ratings.lead_margin)
        key = "ratings.lead_sure" if ratings.leader_is_sure else "ratings.lead_open"
        notes.append(formatter.sentence(key, facts))
    settled = sum(not each.missing for each in players)
    facts = {"settled": settled, "of": len(players), "elo": WANTED_MARGIN_ELO}
    notes.append(formatter.sentence("ratings.enough" if settled == len(players) else "ratings.few", facts))
    if ratings.unrated:
        notes.append(formatter.sentence("ratings.unrated", {"count": ratings.unrated}))
    return notes
