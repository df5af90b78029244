"""Tests of terms, rules and terrain: both languages, every visible id, and the figures of the rules."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.model import Language
from catalogs.store import Source, read
from schemas.validation import problems, tables

CATALOG = load()
SCHEMAS = tables(CATALOG.game)
LANGUAGES: tuple[Language, ...] = ("es", "en")
WORD_TABLES = ("terms", "rules", "terrain")
FILES = [source for source in CATALOG.store.sources if source.table in WORD_TABLES and not source.overlay]

# Proper names and words that Spanish and English share; the printed squad names are English in both.
SHARED = {
    "posture.banzai",
    "kind.radio",
    "campaign.gastadores",
    "card.hex",
    "card.hexes",
    "card.radio",
    "card.total",
    "card.no",
    "formation.german.B",
    "formation.german.H",
    "formation.italian.B",
    "formation.italian.E",
    "formation.british.W",
    "terrain.bocage",
    "marker.scout",
}
GROUP_NAMES = """
    faction side seat size quality posture orientation edge kind rank rank_short counter counter_short
    formation nationality restriction support fortification package chit chit_rule
    edition map_set terrain provenance campaign position marker trigger balance commander dice card
"""

RULES_OF_THE_TEXT = """
    stalingrad normandy night beachhead pacific
    ST-T1 ST-T1.2 ST-T1.4 ST-T2 ST-3 ST-4 ST-T5 ST-6 ST-7 8.2b ST-C2.2 ST-C2.3
    NO-1 NO-2 NO-3 NO-4 NO-5.1 NO-5.2 NO-5.3 NO-5.4 NO-5.5 NO-6 NO-7.1 NO-7.2 NO-7.3 NO-7.4 NO-7.5
    NO-8 NO-9 NO-C2.2 NO-C2.3 NO-C4.1 NO-C2.4 NO-C4.2 NO-C2.5 NO-C2.6
    PA-1.9.2 PA-2.4 PA-3.3.4 PA-3.3.3 PA-4.3 PA-5.4 PA-7.3 PA-8 PA-9 PA-11.2 PA-13.2 PA-13.3 PA-17 PA-18.1
    PA-18.4 PA-18.5 PA-19.2 PA-81.3.2 PA-O23 PA-O24 PA-O25 PA-O27.3.4 PA-O28 PA-O30 PA-O31 PA-A34 PA-A39
    PA-A43.1 PA-A43.3 PA-A43.5 PA-A47 PA-E50 PA-E52 PA-E54 PA-E60 PA-E55 PA-E57 PA-E63 PA-E74 PA-E75 PA-E78
    PA-T82-T97 PA-F102
    V5 V6 V7 V8 V9 V10 V12 V15 V18 V19 8.2 O18.2.2.3 E45 E49
    H-E42 H-11.3 H-O20.3.4 H-F103.2 H-O23.3.5 H-E46 H-E68 H-NO-C4.1
    finnish_discard free_french_discard
    control_all_five_sudden_death_win double_exit_vp double_elimination_vp
"""
GROUPS = GROUP_NAMES.split()


def figures(text: str) -> set[str]:
    """Return the numbers in a sentence; 1,5 and 1.5 are the same number."""
    return {figure.replace(",", ".") for figure in re.findall(r"(?<![A-Z\d.])-?\d+(?:[.,]\d+)?", text)}


@pytest.mark.parametrize("source", FILES, ids=lambda source: source.name)
def test_every_file_keeps_its_schema(source: Source) -> None:
    assert list(problems(read(source), SCHEMAS[source.table])) == []


ROW: dict[str, dict[str, Any]] = {
    "terms": {"id": "faction.german", "es": "Alemania", "en": "Germany"},
    "rules": {
        "id": "H-1",
        "kind": "house",
        "module": None,
        "title": {"es": "Una", "en": "One"},
        "summary": {"es": "Algo.", "en": "Some."},
    },
    "terrain": {
        "id": "heath",
        "rule": "T200",
        "kind": "type",
        "move": {"rule": "enter", "points": 1},
        "cover": {"rule": "hex", "value": 1},
        "los": {"class": "clear"},
        "summary": {"es": "Llano.", "en": "Flat."},
    },
}


@pytest.mark.parametrize(
    ("table", "change", "place"),
    [
        ("terms", {"es": ""}, "/rows/0/es"),
        ("terms", {"en": None}, "/rows/0/en"),
        ("terms", {"id": "German"}, "/rows/0/id"),
        ("terms", {"french": "Allemagne"}, "/rows/0"),
        ("terms", {"fr": None}, "/rows/0/fr"),
        ("terms", {"id": "counter_short.german.x", "es": "Ametralladora ligera"}, "/rows/0/es"),
        ("rules", {"kind": "law"}, "/rows/0/kind"),
        ("rules", {"title": {"es": "Una"}}, "/rows/0/title"),
        ("rules", {"kind": "module"}, "/rows/0"),
        ("rules", {"kind": "variant"}, "/rows/0"),
        ("rules", {"preferred": "a"}, "/rows/0"),
        ("rules", {"page": "xii"}, "/rows/0/page"),
        ("terrain", {"los": {"class": "foggy"}}, "/rows/0/los/class"),
        ("terrain", {"move": {"points": 2}}, "/rows/0/move"),
        ("terrain", {"cover": {"rule": "hex", "value": 99}}, "/rows/0/cover/value"),
    ],
)
def test_the_schemas_refuse(table: str, change: dict[str, Any], place: str) -> None:
    document = {"format": f"hora-h/catalog/{table}/1", "rule": "x", "provenance": "house"}
    assert list(problems({**document, "rows": [ROW[table]]}, SCHEMAS[table])) == []
    found = problems({**document, "rows": [{**ROW[table], **change}]}, SCHEMAS[table])
    assert place in [problem.place for problem in found]


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_has_words_in_both_languages(group: str) -> None:
    keys = [key for key in CATALOG.terms if key.startswith(f"{group}.")]
    assert keys
    for key in keys:
        for language in LANGUAGES:
            word = CATALOG.term(key, language)
            assert word and word == word.strip(), (key, language)


def test_words_differ_unless_they_are_names() -> None:
    same = {
        key
        for key, word in CATALOG.terms.items()
        if word.get("es") == word.get("en")
        and key.partition(".")[0] in GROUPS
        and not re.search(r"_short.*squad_", key)
    }
    assert same == SHARED


@pytest.mark.parametrize("prefix", ["counter_short", "fortification_short"])
def test_short_forms_fit_on_a_counter(prefix: str) -> None:
    longest = max(
        len(word[language])
        for key, word in CATALOG.terms.items()
        for language in LANGUAGES
        if key.startswith(f"{prefix}.")
    )
    assert longest <= 14


def visible_keys() -> list[str]:
    """Return every key that the other tables show to users."""
    c = CATALOG
    keys = {f"faction.{faction}" for faction in c.factions} | {f"deck.{deck}" for deck in c.decks}
    for counter in c.counters.values():
        keys |= {f"{group}.{counter.faction}.{counter.id}" for group in ("counter", "counter_short")}
        keys |= {f"kind.{counter.kind}"} | ({f"quality.{counter.quality}"} if counter.quality else set())
    for leader in c.leaders.values():
        keys |= {f"rank.{leader.rank}", f"rank_short.{leader.rank}"}
    for column in c.orders_of_battle.values():
        keys |= {f"formation.{column.faction}.{column.chit}", f"size.{column.size}"}
        keys |= {f"nationality.{column.nationality}"} if column.nationality else set()
    for offer in c.support.values():
        keys |= {f"support.{offer.faction}.{offer.unit}", f"kind.{offer.kind}"}
        keys |= {f"restriction.{offer.restriction}"} if offer.restriction else set()
    for chit in c.chits.values():
        keys |= {f"chit.{chit.letter}"} | ({f"chit_rule.{chit.rule}"} if chit.rule else set())
    for deck in c.decks.values():
        keys |= {f"trigger.{card.trigger}" for card in deck if card.trigger}
    for edition in c.editions.values():
        keys |= {f"edition.{edition.id}"} | {f"package.{package.id}" for package in edition.packages}
    keys |= {f"fortification.{kind}" for kind in c.fortifications} | {
        f"posture.{each}" for each in c.postures
    }
    keys |= {f"map_set.{sheet.set}" for sheet in c.maps.values()}
    keys |= {f"edge.{edge}" for edge in c.board.opposite}
    keys |= {f"orientation.{way}" for way in c.board.orientation.values()}
    for terrain in c.terrain.values():
        keys |= {f"terrain.{terrain.id}", f"terrain_kind.{terrain.kind}"}
    keys |= {f"rule_kind.{rule.kind}" for rule in c.rules.values()}
    for campaign in c.campaigns.values():
        keys |= {f"campaign.{campaign.id}"}
        keys |= {f"position.{campaign.id}.{position}" for position in campaign.positions}
        keys |= {f"asset.{asset}" for asset in campaign.assets}
        keys |= {f"force.{force.kind}" for force in campaign.forces.values() if force.kind != "command"}
    keys |= {f"balance.{each}" for each in ("any", "close", "even", "rehearsed")}
    keys |= {f"commander.{each}" for each in ("random", "cautious", "bold", "even")}
    keys |= {f"dice.{each}" for each in ("two", "fate", "typed")}
    keys |= {f"seat.{each}" for each in ("axis", "allied", "referee", "everyone")}
    return sorted(keys)


def test_every_visible_id_has_a_word() -> None:
    keys = visible_keys()
    assert len(keys) > 700
    assert [key for key in keys if key not in CATALOG.terms] == []


@pytest.mark.parametrize(
    ("key", "spanish", "english"),
    [
        ("faction.german", "Alemania", "Germany"),
        ("side.allied", "Aliados", "Allies"),
        ("seat.referee", "Árbitro", "Referee"),
        ("kind.squad", "Pelotón", "Squad"),
        ("kind.team", "Dotación", "Team"),
        ("kind.leader", "Mando", "Leader"),
        ("size.platoon", "Patrulla", "Platoon"),
        ("quality.elite", "Élite", "Elite"),
        ("quality.green", "Verde", "Green"),
        ("posture.attack", "Ataque", "Attack"),
        ("orientation.wide", "A lo ancho", "Wide"),
        ("rank.second_lieutenant", "Subteniente", "Second Lieutenant"),
        ("rank_short.sergeant", "Sgto", "Sgt"),
        ("counter.german.squad_rifle", "Pelotón Rifle", "Rifle squad"),
        ("counter.german.team_weapon", "Dotación de Arma", "Weapon team"),
        ("counter.russian.weapon_light_mg", "Ametralladora ligera", "Light machine gun"),
        ("counter.german.radio_105mm", "Radio de 105 mm", "105 mm radio"),
        ("counter_short.german.squad_volksgrenadier", "Volksgrenadier", "Volksgrenadier"),
        ("support.french.wpn_team_heavy_mg", None, "Weapon team with heavy machine gun"),
        ("formation.german.D", "Paracaidistas (Fallschirmjäger)", "Fallschirmjäger"),
        ("nationality.Free French", "Francés libre", "Free French"),
        ("restriction.Finnish", "Solo finlandeses", "Finnish only"),
        ("fortification.foxholes", "Pozos de tirador", "Foxholes"),
        ("fortification.pillbox", "Casamata", "Pillbox"),
        ("package.organized_minefield", "Campo de Minas Organizado", "Organized Minefield"),
        ("package.extensive_minefield", "Campo de Minas Extenso", "Extensive Minefield"),
        ("chit.G", "Objetivo 3 = 2 PV", "Objective 3 = 2 VP"),
        ("chit.T", "Cada objetivo = 2 PV", "Each objective = 2 VP"),
        ("terrain.brush", "Maleza", "Brush"),
        ("terrain.shrubs", "Arbustos", "Shrubs"),
        ("marker.pre_registered_fire", "Fuego Pre-registrado", "Pre-Registered Fire"),
        ("position.normandy.A1", "Afueras de St André de l'Épine", "Outside St André de l'Épine"),
        ("campaign.normandy", "Normandía, St Lô", "Normandy, St Lô"),
        ("card.discard_limit", "Límite de Descarte", "Discard limit"),
        ("card.as_player_aid", "Ver hoja de ayuda", "See player aid"),
        ("victory.narrow", "Victoria ajustada", "Narrow victory"),
    ],
)
def test_words_of_the_glossary(key: str, spanish: str | None, english: str) -> None:
    assert spanish is None or CATALOG.term(key, "es") == spanish
    assert CATALOG.term(key, "en") == english


@pytest.mark.parametrize("letter", sorted(CATALOG.chits))
def test_a_chit_says_what_it_is_worth(letter: str) -> None:
    chit = CATALOG.chits[letter]
    for language in LANGUAGES:
        word = CATALOG.term(f"chit.{letter}", language)
        said = [int(figure) for figure in re.findall(r"\d+", word)]
        if chit.rule:
            assert word == CATALOG.term(f"chit_rule.{chit.rule}", language)
        elif len(chit.objectives) == 1:
            assert said == [chit.objectives[0], chit.vp]
        else:
            assert said == [chit.vp]


def test_no_key_stands_in_two_files() -> None:
    """A key may stand once for each language; a term of the game must not repeat a shared text."""
    layers = [
        [row for source in layer if source.table == "terms" for row in read(source)["rows"]]
        for layer in CATALOG.store.layers
    ]
    for rows in layers:
        spoken = [(row["id"], name) for row in rows for name in row if len(name) == 2 and name != "id"]
        assert len(spoken) == len(set(spoken))
    shared, own = layers
    assert [row["id"] for row in own if row in shared] == []


# --- rules


def test_every_rule_of_the_text_is_there() -> None:
    assert [rule for rule in RULES_OF_THE_TEXT.split() if rule not in CATALOG.rules] == []


@pytest.mark.parametrize("rule", CATALOG.rules.values(), ids=lambda rule: rule.id)
def test_a_rule_says_the_same_in_both_languages(rule: Any) -> None:
    assert figures(rule.summary["es"]) == figures(rule.summary["en"])
    assert rule.summary["es"] != rule.summary["en"]
    for language in LANGUAGES:
        sentences = re.findall(r"[.!?](?:\s|$)", rule.summary[language])
        assert 1 <= len(sentences) <= 3, rule.summary[language]
        assert rule.title[language]
        assert rule.needs is None or rule.needs[language]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("8.2b", {"7", "1"}),
        ("ST-T1", {"2", "1"}),
        ("ST-T2", {"3"}),
        ("NO-1", {"2"}),
        ("NO-5.3", {"2"}),
        ("NO-7.1", {"1.5", "0", "2"}),
        ("NO-7.4", {"1", "4", "5"}),
        ("NO-C2.3", {"75", "1", "8"}),
        ("NO-C2.4", {"105", "1", "10"}),
        ("PA-17", {"6", "3", "4", "7", "5"}),
        ("PA-18.1", {"2"}),
        ("V6", {"2"}),
        ("V7", {"1"}),
        ("H-O20.3.4", {"12"}),
        ("finnish_discard", {"1"}),
        ("F103", {"6", "7", "8", "0"}),
    ],
)
def test_the_figures_of_rules(rule: str, said: set[str]) -> None:
    assert figures(CATALOG.rules[rule].summary["en"]) == said


def test_modules_and_their_rules_name_each_other() -> None:
    modules = {rule.id: set(rule.contains) for rule in CATALOG.rules.values() if rule.kind == "module"}
    assert set(modules) == {"stalingrad", "normandy", "night", "beachhead", "pacific"}
    for module, contains in modules.items():
        assert {rule.id for rule in CATALOG.rules.values() if rule.module == module} == contains
    assert {"NO-1", "NO-2", "NO-3", "NO-4"} == modules["normandy"]


def test_other_names_of_rules_lead_to_one_rule() -> None:
    aliases = [alias for rule in CATALOG.rules.values() for alias in rule.aliases]
    assert len(aliases) == len(set(aliases))
    assert not set(aliases) & set(CATALOG.rules)
    assert {rule.same_as for rule in CATALOG.rules.values() if rule.same_as} <= set(CATALOG.rules)


@pytest.mark.parametrize(
    ("rule", "figures"),
    [
        ("finnish_discard", {"discard_limit": 1, "discards_after_orders": 1}),
        ("free_french_discard", {"discards_after_orders": 1}),
        ("PA-18.1", {"discard_limit": 2}),
        ("NO-2", {"multi_hex_buildings_below": 2}),
        ("NO-1", {}),
    ],
)
def test_figures_that_a_card_needs(rule: str, figures: dict[str, int]) -> None:
    assert CATALOG.rules[rule].figures == figures


def test_variants_offer_a_and_b() -> None:
    variants = [rule for rule in CATALOG.rules.values() if rule.kind == "variant"]
    assert [rule.id for rule in variants] == ["8.2", "O18.2.2.3", "E45", "E49"]
    assert all(set(rule.choices) == {"a", "b"} for rule in variants)
    assert CATALOG.rules["8.2"].preferred == "b"


def test_formations_and_chits_find_their_rules() -> None:
    cited = {rule for column in CATALOG.orders_of_battle.values() for rule in column.rules}
    cited |= {chit.rule for chit in CATALOG.chits.values() if chit.rule}
    assert cited == {rule.id for rule in CATALOG.rules.values() if rule.kind in ("formation", "chit")}


@pytest.mark.parametrize("kind", sorted(CATALOG.fortifications))
def test_the_text_of_a_fortification_gives_its_cover(kind: str) -> None:
    fortification = CATALOG.fortifications[kind]
    said = figures(CATALOG.rules[fortification.rule].summary["en"])
    for cover in (fortification.cover, fortification.cover_artillery):
        assert cover is None or str(cover) in said


# --- terrain


@pytest.mark.parametrize(
    ("terrain", "move", "cover", "sight", "water"),
    [
        ("brush", 2, 1, ("hindrance", 3), False),
        ("building", 2, 3, ("obstacle", None), False),
        ("field", 1, 0, ("hindrance", 1), False),
        ("gully", 2, 1, ("clear", None), False),
        ("marsh", 3, 0, ("hindrance", 1), True),
        ("open", 1, 0, ("clear", None), False),
        ("orchard", 1, 1, ("hindrance", 2), False),
        ("stream", 3, -1, ("clear", None), True),
        ("woods", 2, 2, ("obstacle", None), False),
        ("hedge", 1, 1, ("obstacle", None), False),
        ("bocage", 2, 2, ("obstacle", None), False),
        ("wall", 1, 2, ("obstacle", None), False),
        ("beach", 1.5, 0, ("clear", None), False),
        ("communication_trench", 1, 4, ("clear", None), False),
        ("shrubs", 2, 2, ("hindrance", 2), False),
        ("swamp", 4, 2, ("obstacle", None), True),
    ],
)
def test_the_terrain_chart(
    terrain: str, move: float, cover: int, sight: tuple[str, int | None], water: bool
) -> None:
    row = CATALOG.terrain[terrain]
    assert row.move["points"] == move
    assert row.cover["value"] == cover
    assert (row.los["class"], row.los.get("hindrance")) == sight
    assert row.water is water


def test_terrain_precedence() -> None:
    """T78.1, NO-7.1, NO-7.4, NO-7.5, ST-T1.1: the smaller number wins."""
    ranked = sorted(
        (row for row in CATALOG.terrain.values() if row.precedence and not row.replaces),
        key=lambda row: row.precedence or 0,
    )
    assert " ".join(row.id for row in ranked) == (
        "rubble building communication_trench woods brush orchard field major_bridge minor_bridge gully "
        "hedgehogs water_barrier stream marsh beach open"
    )


@pytest.mark.parametrize(("neighbours", "expected"), [(0, 2), (1, 3), (2, 4), (6, 8)])
def test_rubble_grows_with_its_neighbours(neighbours: int, expected: int) -> None:
    """WE-60."""
    rubble = CATALOG.terrain["rubble"]
    more = rubble.figures["per_neighbour"] * neighbours
    assert rubble.move["points"] + more == rubble.cover["value"] + more == expected


def test_terrain_text_says_the_same_in_both_languages() -> None:
    for row in CATALOG.terrain.values():
        assert figures(row.summary["es"]) == figures(row.summary["en"]), row.id
        assert row.replaces is None or row.replaces in CATALOG.terrain
        assert row.module is None or CATALOG.rules[row.module].kind == "module"


def test_the_files_are_text_a_person_can_edit() -> None:
    """Accents are written as letters, not as escapes, and every file ends with a newline."""
    for source in FILES:
        text = source.path.read_text(encoding="utf-8")
        assert "\\u" not in text and text.endswith("}\n"), source.name
        assert json.loads(text)["format"] == f"hora-h/catalog/{source.table}/1"


@pytest.mark.parametrize("table", CATALOG.store.tables)
def test_every_table_has_a_name(table: str) -> None:
    assert CATALOG.terms[f"table.{table}"]
