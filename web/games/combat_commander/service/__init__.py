"""What the service does for Combat Commander alone: quick battles, campaigns, scenarios."""
