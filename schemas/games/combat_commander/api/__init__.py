"""What Combat Commander's part of the API takes and gives."""

SEATS = ("axis", "allied", "referee", "everyone")
