"""RS.10 to RS.16 as steps to tick off, put together from the card."""

from __future__ import annotations

from exports.scribe import Card, Scribe
from generator.authoring.force import SIDES

Step = tuple[str, str]  # rule, sentence


def steps(card: Card, scribe: Scribe) -> list[Step]:
    """Everything that is done between an empty table and the first turn, in order."""
    found: list[Step] = []
    if any(card["sides"][side]["setup"]["order"] == "simultaneous" for side in SIDES):
        found.append(("RS.10", _together(card, scribe)))
    elif any(card["sides"][side]["posture"] == "recon" for side in SIDES) and not _defends(card):
        found += _recon(card, scribe)
    else:
        found += _assault(card, scribe)
    found[1:1] = _carried(card, scribe, found[0][0])
    found += _markers(card, scribe)
    found += _cards(card, scribe)
    return found


def _defends(card: Card) -> bool:
    return any(card["sides"][side]["posture"] == "defend" for side in SIDES)


def _first(card: Card) -> str:
    return next((side for side in SIDES if card["sides"][side]["setup"]["order"] == "first"), SIDES[0])


def _zone(card: Card, scribe: Scribe, side: str, key: str) -> str:
    setup = card["sides"][side]["setup"]
    return scribe.phrase(
        key,
        faction=scribe.faction(card, side),
        depth=scribe.zone(card, side),
        edge=scribe.phrase(f"edge.{setup['edge']}"),
        stacking=scribe.catalog.board.stacking,
    )


def _assault(card: Card, scribe: Scribe) -> list[Step]:
    """RS.10 to RS.12: defender, control, radio, attacker, fortifications."""
    first = _first(card)
    last = SIDES[1] if first == SIDES[0] else SIDES[0]
    found = [("RS.10", _zone(card, scribe, first, "step_defender"))]
    found += _fixed(card, scribe, first, "RS.10")
    found += _control(card, scribe, "RS.10")
    found += _radios(card, scribe)
    found.append(("RS.11.2", _zone(card, scribe, last, "step_attacker")))
    found += _fixed(card, scribe, last, "RS.11.2")
    found.append(("RS.11.2", scribe.phrase("step_capture")))
    return found + _works(card, scribe)


def _recon(card: Card, scribe: Scribe) -> list[Step]:
    first = _first(card)
    last = SIDES[1] if first == SIDES[0] else SIDES[0]
    found = [
        ("RS.13", _zone(card, scribe, first, "step_recon_first")),
        *_fixed(card, scribe, first, "RS.13"),
        ("RS.13", _zone(card, scribe, last, "step_attacker")),
        *_fixed(card, scribe, last, "RS.13"),
        *_control(card, scribe, "RS.13"),
        ("RS.13", scribe.phrase("step_recon_control")),
    ]
    return found + _radios(card, scribe) + _works(card, scribe)


def _together(card: Card, scribe: Scribe) -> str:
    setups = {side: card["sides"][side]["setup"] for side in SIDES}
    return scribe.phrase(
        "step_together",
        stacking=scribe.catalog.board.stacking,
        **{side: scribe.faction(card, side) for side in SIDES},
        **{f"{side}_depth": scribe.zone(card, side) for side in SIDES},
        **{f"{side}_edge": scribe.phrase(f"edge.{setups[side]['edge']}") for side in SIDES},
    )


def _fixed(card: Card, scribe: Scribe, side: str, rule: str) -> list[Step]:
    found = []
    for place in card["sides"][side]["setup"].get("fixed", ()):
        pieces = [scribe.piece(ref).name for ref in place["leaders"]]
        pieces += [f"{count} {scribe.piece(ref).name}" for ref, count in place["counters"].items()]
        words = scribe.phrase(
            "step_fixed", hex=place["hex"], pieces=scribe.list(pieces), faction=scribe.faction(card, side)
        )
        found.append((rule, words))
    return found


def _control(card: Card, scribe: Scribe, rule: str) -> list[Step]:
    found = []
    for holder in (*SIDES, "none"):
        numbers = [number for number, who in sorted(card["objectives"]["control"].items()) if who == holder]
        if not numbers:
            continue
        key = "step_no_control" if holder == "none" else "step_control"
        key += "_one" if len(numbers) == 1 else ""
        whom = "" if holder == "none" else scribe.faction(card, holder)
        found.append((rule, scribe.phrase(key, faction=whom, numbers=scribe.list(numbers))))
    return found


def _radios(card: Card, scribe: Scribe) -> list[Step]:
    return [
        (
            "RS.11.1",
            scribe.phrase("step_radio", radio=scribe.piece(ref).name, faction=scribe.faction(card, side)),
        )
        for side in SIDES
        if (ref := card["sides"][side]["radio"])
    ]


def _works(card: Card, scribe: Scribe) -> list[Step]:
    """RS.12: what the defender places, and what the card has placed already."""
    found = []
    for side in SIDES:
        free: dict[str, int] = {}
        fixed: dict[str, int] = {}
        for work in card["fortifications"]:
            if work["side"] == side:
                total = fixed if work.get("hexes") else free
                total[work["type"]] = total.get(work["type"], 0) + work["count"]
        for key, total in (("step_works_fixed", fixed), ("step_works", free)):
            if total:
                words = scribe.list([scribe.works(kind, count) for kind, count in total.items()])
                found.append(("RS.12", scribe.phrase(key, faction=scribe.faction(card, side), works=words)))
    return found


def _carried(card: Card, scribe: Scribe, rule: str) -> list[Step]:
    """11.2: what must start with what."""
    found = []
    if any(len(bought["pieces"]) > 1 for side in SIDES for bought in card["sides"][side]["support"]):
        found.append((rule, scribe.phrase("step_bound")))
    if any(card["sides"][side].get("groups") for side in SIDES):
        found.append((rule, scribe.phrase("step_groups")))
    for side in SIDES:
        setup = card["sides"][side]["setup"]
        if spotter := setup.get("mortar_spotter"):
            found.append((rule, scribe.phrase("step_spotter", leader=scribe.piece(spotter).name)))
        if count := setup.get("free_deploy"):
            words = scribe.phrase("step_deploy", faction=scribe.faction(card, side), count=count)
            found.append((rule, words))
    if markers := card.get("markers"):
        places: dict[str, list[str]] = {}
        for marker in markers:
            places.setdefault(marker["type"], []).append(marker["hex"])
        names = [
            f"{scribe.term(f'marker.{kind}').lower()} {scribe.list(hexes)}" for kind, hexes in places.items()
        ]
        found.append((rule, scribe.phrase("step_markers", markers="; ".join(names))))
    return found


def _markers(card: Card, scribe: Scribe) -> list[Step]:
    """RS.14: the markers of the display."""
    found = []
    if card["time"] is not None and card["sudden_death"] is not None:
        found.append(("RS.14", scribe.phrase("step_time", time=card["time"], death=card["sudden_death"])))
    losses = [
        scribe.phrase("value_of", faction=scribe.faction(card, side), value=value)
        for side in SIDES
        if (value := card["sides"][side]["surrender"]) is not None
    ]
    if losses:
        found.append(("RS.14", scribe.phrase("step_surrender", values=scribe.list(losses))))
    if card["marker"] is not None:
        found.append(("RS.14", scribe.phrase("step_vp", where=marker_words(card, scribe))))
    if any(work["type"] == "mines" for work in card["fortifications"]):
        found.append(("RS.14", scribe.phrase("step_mines", strength=card["mine_strength"])))
    if any(card["sides"][side].get("reinforcements") for side in SIDES):
        found.append(("RS.16", scribe.phrase("step_reinforcements")))
    found.append(("RS.14", scribe.phrase("step_cup")))
    return found


def _cards(card: Card, scribe: Scribe) -> list[Step]:
    """RS.15, RS.16: Initiative, hands, first turn."""
    found = []
    if card["initiative"] is not None:
        whom = scribe.faction(card, card["initiative"])
        found.append(("RS.15", scribe.phrase("step_initiative", faction=whom)))
    hands = [
        scribe.phrase("step_hand_value", faction=scribe.faction(card, side), hand=card["sides"][side]["hand"])
        for side in SIDES
    ]
    found.append(("RS.15", scribe.phrase("step_hands", values=scribe.list(hands))))
    for side in SIDES:
        if opening := card["sides"][side].get("opening_cards"):
            words = scribe.phrase(
                "step_opening", faction=scribe.faction(card, side), cards=scribe.list(list(opening))
            )
            found.append(("RS.15", words))
    if card["first_turn"] is not None:
        whom = scribe.faction(card, card["first_turn"])
        found.append(("RS.16", scribe.phrase("step_first_turn", faction=whom)))
    return found


def marker_words(card: Card, scribe: Scribe) -> str:
    """Where the VP marker lies, in words."""
    marker = card["marker"]
    if marker is None:
        return scribe.phrase("marker_none")
    if marker == 0:
        return scribe.phrase("marker_zero")
    side = "axis" if marker > 0 else "allied"
    return scribe.phrase("marker_at", value=abs(marker), faction=scribe.faction(card, side))
