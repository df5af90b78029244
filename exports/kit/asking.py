"""What can be chosen, set for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.table.typed import by_place


def numbered(options: Mapping[str, str]) -> Iterator[str]:
    """Options in words, each after what is typed for it: its place, or the option where it is a number."""
    places = by_place(options)
    if not places and all(option == words for option, words in options.items()):
        yield "  " + ", ".join(options)
        return
    for place, (option, words) in enumerate(options.items(), 1):
        mark = str(place) if places else option
        yield f"{mark:>3}  {words}"
