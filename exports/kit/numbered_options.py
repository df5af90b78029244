"""Numbered options for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.table.answer_parser import allows_numbers


def format_options(options: Mapping[str, str]) -> Iterator[str]:
    """Yield the options in words, each after the number to type (its place, or the option itself)."""
    places = allows_numbers(options)
    if not places and all(option == words for option, words in options.items()):
        yield "  " + ", ".join(options)
        return
    for place, (option, words) in enumerate(options.items(), 1):
        mark = str(place) if places else option
        yield f"{mark:>3}  {words}"
