"""API schemas of Combat Commander."""

SEATS = ("axis", "allied", "referee", "everyone")
