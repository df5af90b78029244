"""Combat Commander's part of the service: quick battles, campaigns, scenarios."""
