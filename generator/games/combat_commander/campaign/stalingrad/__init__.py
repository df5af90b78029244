"""ST-C: the Stalingrad campaign."""

from ..definition import Definition
from .campaign_flow import begin, campaign
from .card import card
from .outlook import outlook
from .positions import roads

CAMPAIGN = Definition(
    name="stalingrad",
    place=1,
    begin=begin,
    course=campaign,
    card=card,
    roads=roads,
    outlook=outlook,
    assumes="chances_under",
)
