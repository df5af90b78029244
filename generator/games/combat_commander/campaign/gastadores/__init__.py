"""Gastadores: the Cotentin campaign of printed scenarios."""

from ..definition import Definition
from .campaign_flow import begin, campaign
from .card import card, printed, sheet_of_changes
from .outlook import outlook
from .positions import roads

CAMPAIGN = Definition(
    name="gastadores",
    place=3,
    begin=begin,
    course=campaign,
    card=card,
    roads=roads,
    outlook=outlook,
    assumes="chances_phases",
    printed=printed,
    changes=sheet_of_changes,
)
