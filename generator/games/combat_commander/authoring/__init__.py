"""Authoring of scenario cards: pricing, the design guide, the checks of a card, and tools built on them."""
