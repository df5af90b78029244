"""E45 Stalingrad: the rules ST-C1 to ST-C3."""
