"""API schemas of archives: a club's battles and scenarios."""

from __future__ import annotations

from marshmallow import Schema, fields

from .common import Strict, described, name, names
from .tournaments import TournamentLine, line


class NewArchive(Strict):
    """An archive to create, or a whole archive to continue."""

    game = name("The game of its battles.")
    title = line("Title.", 80, load_default="")
    document = names("An archive of the format hora-h/battle-archive/1; other fields are then ignored.")


class BegunArchive(Schema):
    id = fields.String(
        required=True, metadata=described("Public id; others can read the archive when it is listed.")
    )
    link = fields.String(
        required=True, metadata=described("The keeper's secret link; it is not shown again.")
    )


class Archive(Schema):
    id = fields.String(required=True)
    version = fields.Integer(required=True)
    listed = fields.Boolean(required=True)
    keeper = fields.Boolean(
        required=True, metadata=described("Whether the request was made with the keeper's link.")
    )
    archive = fields.Dict(required=True, metadata=described("Format hora-h/battle-archive/1."))


class ArchivePage(Schema):
    items = fields.List(fields.Nested(TournamentLine), required=True)
    total = fields.Integer(required=True)


class NewEntry(Strict):
    battle = line(
        "Address of a battle, scenario or table here, such as /battles/0123.", 300, 1, required=True
    )
