"""Archives of a club's battles and scenarios.

The keeper's secret link goes into the header Authorization, after Bearer. Without it an archive can be read
only if its keeper lists it.
"""

from __future__ import annotations

from typing import Any

from generator.archive import read_untrusted
from schemas.api.archives import Archive, ArchivePage, BegunArchive, NewArchive, NewEntry
from schemas.api.tournaments import Listing, Paging
from web.http.request_context import bearer, context
from web.service import archives
from web.service.archives import Sight

from .blueprint import ANYONE, LINK, Blueprint
from .shared_documents import begin_document, list_public

PATH = "/archives"
blueprint = Blueprint("archives", __name__, description="Archives of battles of any game.")
endpoint = blueprint.endpoint


@endpoint("", query=Paging, result=ArchivePage)
def shelf(wish: dict[str, Any]) -> Any:
    """List the listed archives, the latest first"""
    return list_public(archives, wish)


@endpoint("", "POST", body=NewArchive, result=BegunArchive, status=201, errors=(413,), cost=5)
def begin(wish: dict[str, Any]) -> Any:
    """Begin an archive and return its keeper's link"""
    return begin_document(archives, wish, read_untrusted, "archives.show", "archive_id")


@endpoint("/<archive_id>", result=Archive, errors=(404,), security=ANYONE)
def show(archive_id: str) -> Any:
    """Return an archive with its battles"""
    return _shown(_sight(archive_id))


@endpoint("/<archive_id>", "PUT", body=Listing, result=Archive, errors=(403, 404), security=LINK)
def list_it(wish: dict[str, Any], archive_id: str) -> Any:
    """List an archive publicly, or unlist it"""
    return _shown(archives.set_listed(context(), _sight(archive_id), wish["listed"]))


@endpoint("/<archive_id>", "DELETE", status=204, errors=(403, 404), security=LINK)
def forget(archive_id: str) -> None:
    """Delete an archive"""
    archives.forget(context(), _sight(archive_id))


@endpoint(
    "/<archive_id>/entries",
    "POST",
    body=NewEntry,
    result=Archive,
    errors=(403, 404, 413),
    security=LINK,
    cost=3,
)
def add(wish: dict[str, Any], archive_id: str) -> Any:
    """Add a battle or scenario of this service"""
    return _shown(archives.add(context(), _sight(archive_id), wish["battle"]))


@endpoint("/<archive_id>/entries/<entry_id>", "DELETE", result=Archive, errors=(403, 404, 422), security=LINK)
def remove(archive_id: str, entry_id: str) -> Any:
    """Remove a battle"""
    return _shown(archives.remove(context(), _sight(archive_id), entry_id))


def _sight(archive_id: str) -> Sight:
    return archives.sit(context(), archive_id, bearer())


def _shown(sight: Sight) -> dict[str, Any]:
    return {
        "id": sight.id,
        "version": sight.version,
        "listed": sight.entry.stored.listed,
        "keeper": sight.keeper,
        "archive": archives.visible_document(sight),
    }
