"""Fights under way: hints, previews, and the report of a finished fight to its campaign.

Tables of fights are opened, viewed and answered at /tables, as all others.
"""

from __future__ import annotations

from typing import Any

from schemas.api.tables import State
from schemas.games.combat_commander.api.fights import CampaignLink, Hint, Previewed, Selection
from web.api.blueprint import LINK, Blueprint
from web.games.combat_commander.service import fights
from web.http.request_context import bearer, context
from web.service import tables

PATH = "/fights"
blueprint = Blueprint("fights", __name__, description="Help for the players of a fight.")
endpoint = blueprint.endpoint


def sitting(table_id: str) -> tables.Sitting:
    return tables.find_sitting(context(), table_id, bearer(), lambda kind: kind == fights.KIND)


@endpoint("/<table_id>/hint", result=Hint, errors=(404, 409), security=LINK)
def hint(table_id: str) -> Any:
    """Return what the regular commander would do, with its three best orders"""
    with tables.view_table(context(), sitting(table_id)) as view:
        return fights.find_hint(view)


@endpoint("/<table_id>/preview", query=Selection, result=Previewed, errors=(404,), security=LINK)
def preview(selection: dict[str, Any], table_id: str) -> Any:
    """Return what options chosen together would do; null if there is nothing to work out"""
    with tables.view_table(context(), sitting(table_id)) as view:
        return {"preview": fights.preview_answer(view, selection["answer"])}


@endpoint(
    "/<table_id>/report", "POST", body=CampaignLink, result=State, errors=(403, 404, 409), security=LINK
)
def report(wish: dict[str, Any], table_id: str) -> Any:
    """Report a finished fight to the campaign that waits for it, survivors and weapons included"""
    campaign = tables.find_sitting(context(), wish["campaign"], wish["link"], lambda kind: kind == "campaign")
    return fights.report_to_campaign(context(), campaign, sitting(table_id))
