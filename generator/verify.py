"""Verify a transcript: replay it and compare every roll and draw with the seed.

The seed of a finished table is shown in two stages. Its open part gives every roll and every draw that all
could see; the whole seed also gives the secret draws. Before the second stage a record hides them, and they
count as ``sealed``: a stand-in takes their place in the replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from catalogs import Catalog
from catalogs.owner_data import apply_owner_data
from generator.chance import check_seed, commitment, has_secret_part, open_part
from generator.game import find_recorded_procedure
from generator.settings_check import check_settings
from generator.table import Departed, Draw, Entry, Prompt, Roll, Table, read_entry
from schemas.errors import HorahError
from schemas.messages import Message, say

RECORD_FORMAT = "hora-h/table/1"
CARD_FORMAT = "hora-h/card/1"
HIDDEN_ANSWER = {"hidden": True}  # an answer that the reader of a record may not see yet


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A difference from the seed; ``n`` is the number of the answer concerned."""

    n: int | None
    message: Message


@dataclass(slots=True)
class Verdict:
    """Counts of what was checked and what could not be checked yet, and the mismatches."""

    game: str
    checked: int = 0
    sealed: int = 0
    typed: int = 0
    chosen: int = 0
    carried: int = 0  # dice that moved when players corrected a report: no seed gives them at that place
    findings: list[Mismatch] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.findings


@dataclass(frozen=True, slots=True)
class Seed:
    """A seed in force from a place of the transcript on, with the hashes shown before."""

    start: int
    seed: str
    open: str | None
    whole: str | None


def verify(catalogs: Mapping[str, Catalog], record: Mapping[str, Any]) -> Verdict:
    """Verify the record of a table, or a card that contains its transcript."""
    name, settings, entries, seeds = _read(record)
    kind = find_recorded_procedure(name)
    verdict = Verdict(kind.game)
    for seed in seeds:
        _check_commitment(seed, verdict)
    catalog = _get_catalog(catalogs[kind.game], record)
    if record.get("sealed_settings"):
        raise HorahError("SEALED_SETTINGS")
    chosen = kind.read(catalog, check_settings(kind, catalog, settings))
    table = Table(kind.start(catalog, chosen))
    carried = _list_carried(record)
    draws = (entry.answer for entry in entries if entry.kind == "draw")
    seen = frozenset(answer for answer in draws if isinstance(answer, str))
    for place, entry in enumerate(entries):
        seed = next(s for s in reversed(seeds) if s.start <= place)
        prompt = _find_prompt(table, entry)
        if isinstance(prompt, Roll) and not _is_visible(entry):
            # No stand-in leads to the rest: it stays sealed until the second stage.
            verdict.sealed += sum(each.kind in ("roll", "draw") for each in entries[place:])
            break
        if isinstance(prompt, Roll | Draw):
            due = kind.dice(catalog, chosen, seed.seed)(table, prompt)
            if place in carried and _is_visible(entry) and entry.answer != due:
                verdict.carried += 1
            else:
                _check_die(prompt, entry, due, seed, verdict)
            entry = entry if _is_visible(entry) else _replace_hidden(prompt, entry, seen)
        elif entry.secret and entry.answer == HIDDEN_ANSWER:
            # A secret report is opened in the second stage; until then the rest stays sealed.
            verdict.sealed += sum(each.kind in ("roll", "draw") for each in entries[place:])
            break
        else:
            verdict.chosen += 1
        try:
            table.replay([entry])
        except Departed as fault:
            verdict.findings.append(Mismatch(place, fault.message))
            break
    else:
        if not table.finished:
            verdict.findings.append(Mismatch(None, say("verdict.too_short")))
    made_with = _get_version(record)
    if verdict.findings and made_with not in (None, catalog.version):
        message = say("verdict.other_tables", there=made_with, here=catalog.version)
        verdict.findings.append(Mismatch(None, message))
    return verdict


def _list_carried(record: Mapping[str, Any]) -> frozenset[int]:
    """Return the places of dice kept from before a correction that everyone at the table agreed to."""
    try:
        return frozenset(
            _require_type(int, place) for place in _require_type(list, record.get("carried", []))
        )
    except TypeError as fault:
        raise _make_bad_record(str(fault)) from None


def _get_catalog(catalog: Catalog, record: Mapping[str, Any]) -> Catalog:
    """Return the catalogues, with the owner's data that a record brings."""
    box = record.get("box") if record.get("format") == RECORD_FORMAT else None
    try:
        return apply_owner_data(catalog, None if box is None else _require_type(dict, box))
    except TypeError as fault:
        raise _make_bad_record(str(fault)) from None


def _get_version(record: Mapping[str, Any]) -> str | None:
    """Return the version of the catalogues that a record or a card names."""
    holder = record["transcript"] if record.get("format") == CARD_FORMAT else record
    version = holder.get("catalog")
    return version if isinstance(version, str) else None


def _read(record: Mapping[str, Any]) -> tuple[str, Mapping[str, Any], list[Entry], list[Seed]]:
    try:
        if record.get("format") == CARD_FORMAT:
            return _read_card(record)
        if record.get("format") != RECORD_FORMAT:
            raise _make_bad_record(f"format {record.get('format')!r}")
        if not record["finished"]:
            raise _make_too_early()
        seeds = [
            Seed(
                _require_type(int, part["from"]),
                _read_seed(part["seed"]),
                _require_type(str, part["commitments"]["open"]),
                _require_type(str, part["commitments"]["whole"]),
            )
            for part in _require_type(list, record["seeds"])
        ]
        entries = _read_entries(record["entries"])
        _check_shape(seeds, entries)
        return (
            _require_type(str, record["procedure"]),
            _require_type(dict, record["settings"]),
            entries,
            seeds,
        )
    except (KeyError, TypeError, IndexError) as fault:
        raise _make_bad_record(str(fault)) from None


def _read_card(card: Mapping[str, Any]) -> tuple[str, Mapping[str, Any], list[Entry], list[Seed]]:
    whole = _require_type(str | None, card.get("commitment"))
    seed = _read_seed(card.get("seed"))
    shown = whole if whole and commitment(seed) == whole else None
    if whole and not shown and has_secret_part(seed):
        shown = whole  # the whole seed does not match its hash: reported as a finding
    transcript = _require_type(dict, card["transcript"])
    entries = _read_entries(transcript["entries"])
    seeds = [Seed(0, seed, None, shown)]
    _check_shape(seeds, entries)
    return _require_type(str, transcript["procedure"]), _require_type(dict, card["settings"]), entries, seeds


def _read_entries(found: object) -> list[Entry]:
    entries = [read_entry(_require_type(dict, entry)) for entry in _require_type(list, found)]
    for entry in entries:
        _require_type(int, entry.n)
        for word in (entry.rule, entry.kind, entry.ask, entry.seat, entry.by):
            _require_type(str, word)
    return entries


def _read_seed(found: object) -> str:
    if found is None:
        raise _make_too_early()
    return check_seed(_require_type(str, found))


def _require_type(kind: Any, value: Any) -> Any:
    """Return the value if it has the expected type; records from outside may hold anything."""
    if not isinstance(value, kind):
        raise TypeError(f"{value!r:.40}")
    return value


def _check_shape(seeds: Sequence[Seed], entries: Sequence[Entry]) -> None:
    if not seeds or seeds[0].start != 0:
        raise _make_too_early()
    if any(entry.n != place for place, entry in enumerate(entries)):
        raise _make_bad_record("0, 1, 2, ...")


def _check_commitment(seed: Seed, verdict: Verdict) -> None:
    wrong = seed.open is not None and commitment(open_part(seed.seed)) != seed.open
    if _is_whole(seed) and seed.whole is not None:
        wrong = wrong or commitment(seed.seed) != seed.whole
    if wrong:
        verdict.findings.append(Mismatch(None, say("verdict.other_seed", start=seed.start)))


def _is_whole(seed: Seed) -> bool:
    """Tell whether a seed is complete. A seed of one part is complete if its hash matches."""
    return has_secret_part(seed.seed) or seed.whole == commitment(seed.seed)


def _find_prompt(table: Table[Any], entry: Entry) -> Prompt | None:
    return next((prompt for prompt in table.pending if prompt.seat == entry.seat), None)


def _check_die(prompt: Roll | Draw, entry: Entry, due: Any, seed: Seed, verdict: Verdict) -> None:
    """Compare a roll or a draw with the seed."""
    if not _is_visible(entry) or (prompt.secret and not _is_whole(seed)):
        verdict.sealed += 1
        return
    if isinstance(prompt, Roll) and not isinstance(due, list):
        verdict.typed += 1  # rolled by people and typed in
        return
    verdict.checked += 1
    if entry.answer != due:
        verdict.findings.append(
            Mismatch(
                entry.n,
                say(
                    "verdict.other_die",
                    n=entry.n,
                    rule=entry.rule,
                    ask=entry.ask,
                    given=entry.answer,
                    due=due,
                ),
            )
        )


def _is_visible(entry: Entry) -> bool:
    return not isinstance(entry.answer, Mapping) or entry.kind not in ("roll", "draw")


def _replace_hidden(prompt: Roll | Draw, entry: Entry, seen: frozenset[str]) -> Entry:
    """Return a hidden entry with a possible answer, best one that no open draw shows.

    A cup may hold a thing twice, or get it back; then every thing in it may have been seen elsewhere.
    """
    if not isinstance(prompt, Draw):
        return entry
    possible = [thing for thing in prompt.cup if thing not in prompt.shown] or [*prompt.cup]
    unseen = [thing for thing in possible if thing not in seen]
    return entry._replace(answer=next(iter(unseen or possible), None))


def _make_bad_record(why: str) -> HorahError:
    return HorahError("BAD_RECORD", why=why)


def _make_too_early() -> HorahError:
    return HorahError("NO_SEED")
