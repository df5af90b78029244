"""Combat Commander's part of the API: quick battles, campaigns, maps and scenarios."""

from __future__ import annotations

from flask_smorest import Api


def register(api: Api, prefix: str) -> None:
    """Register the game's resources on the API."""
    from . import battlefields, battles, campaigns, fights, lookup, maps, odds, rehearsals, scenarios

    for module in (battlefields, battles, fights, lookup, maps, odds, rehearsals, scenarios):
        api.register_blueprint(module.blueprint, url_prefix=f"{prefix}{module.PATH}")
    campaigns.register(api, f"{prefix}{campaigns.PATH}")
