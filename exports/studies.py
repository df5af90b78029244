"""A study in words and pictures: its tables with shares and intervals, as Markdown, SVG and PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.graphics.shapes import Drawing

from exports.kit.markdown import write_markdown
from exports.kit.scribe import Scribe
from exports.kit.shapes import moved, rect, rule, text
from exports.kit.sheet import Bullets, Figure, Grid, Heading, Paragraph, Part, Sheet, Style
from exports.kit.sheet_pdf import write_pdf
from exports.kit.theme import FAINT, INK, NARROW, RULE, SOFT, fit
from generator.intervals import mean, quantile, wilson

Document = Mapping[str, Any]
YES_NO, YES = "yes_no", "yes"
MOST, DRAWN = 160, 48  # rows of a table and of a plot; all of them stand in the files beside
BINS = 21  # of a number whose distribution is shown
ROW, NAME, FIGURE = 13.0, 162.0, 46.0  # height of a bar with its words; room for its name and for its figure
SMALL = 280.0  # width of a plot whose words a telephone shows large enough
PIECE, GUTTER = 8, 16.0  # rows of a plot that stay together on paper; between two columns of them
READABLE = 7.0  # points that the names in two columns have at least
ENDS = (0.05, 0.5, 0.95)
STYLE = Style(title=20.0, lined=False, above_heading=10.0, below_heading=0.0, gap=0.0, after=0.0)
PRECISE, MOST_PRECISE = ((1, 0.004), (2, 0.0004)), 3  # digits of a share whose interval is as wide as this

Values = Callable[[Mapping[Any, int]], Sequence[tuple[str, int]]]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table: its words, its figures in words, and where its bar begins, ends and stands."""

    words: tuple[str, ...]
    figures: tuple[str, ...]
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as it is read."""

    name: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    left: int  # lines that did not fit
    numbers: bool  # bars are ranges of a number, not shares


def tables(document: Document, scribe: Scribe) -> Iterator[Shown]:
    """Every table of the study that has rows, but for those that only a calculation reads."""
    for name, table in document["tables"].items():
        shares = table["columns"][-1]["kind"] == YES_NO
        if table["rows"] and not (shares and len(table["rows"]) > 2 * MOST):
            yield _shown(name, table, scribe)


def _shown(name: str, table: Mapping[str, Any], scribe: Scribe) -> Shown:
    *groups, last = table["columns"]
    wanted = [place for place in range(len(groups)) if len({row[place] for row in table["rows"]}) > 1]
    groups = [groups[place] for place in wanted]  # what is the same in every row needs no column
    found: dict[tuple[Any, ...], dict[Any, int]] = {}
    for row in table["rows"]:
        of = found.setdefault(tuple(row[place] for place in wanted), {})
        of[row[-2]] = of.get(row[-2], 0) + row[-1]
    heads = tuple(scribe.term(f"study.column.{column['name']}") for column in groups)
    called = [_words(groups, key, scribe) for key in found]
    title = scribe.term(f"study.table.{name}")
    if last["kind"] == YES_NO:
        lines = [
            _share(words, of.get(YES, 0), sum(of.values()), scribe) for words, of in _pairs(called, found)
        ]
        columns = (*heads, *_terms(scribe, "share", "interval", "cases"))
    elif not last["kind"] and (len(found) > 2 or last["name"] in ("price", "tries")):
        lines = [_range(words, of, scribe) for words, of in _pairs(called, found)]
        columns = (*heads, *_terms(scribe, "mean", "low_end", "median", "high_end", "cases"))
        return Shown(name, title, columns, tuple(lines[:MOST]), max(0, len(lines) - MOST), True)
    else:
        values = _named(last, found, scribe) if last["kind"] else _binned(found)
        lines = [
            _share((*words, value), count, sum(of.values()), scribe)
            for words, of in _pairs(called, found)
            for value, count in values(of)
        ]
        heads = (*heads, scribe.term(f"study.column.{last['name']}"))
        columns = (*heads, *_terms(scribe, "share", "interval", "cases"))
    return Shown(name, title, columns, tuple(lines[:MOST]), max(0, len(lines) - MOST), False)


def _pairs(called: Sequence[tuple[str, ...]], found: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    return zip(called, found.values(), strict=True)


def _terms(scribe: Scribe, *names: str) -> tuple[str, ...]:
    return tuple(scribe.term(f"study.column.{name}") for name in names)


def _words(columns: Sequence[Mapping[str, str]], key: Sequence[Any], scribe: Scribe) -> tuple[str, ...]:
    return tuple(_value(column, value, scribe) for column, value in zip(columns, key, strict=True))


def _value(column: Mapping[str, str], value: Any, scribe: Scribe) -> str:
    return scribe.name(column["kind"], value) if column["kind"] else str(value)


def _named(column: Mapping[str, str], found: Mapping[Any, Mapping[Any, int]], scribe: Scribe) -> Values:
    """Names with their counts, in every group in the same order: what is the most of all comes first."""
    all_of: dict[Any, int] = {}
    for of in found.values():
        for value, count in of.items():
            all_of[value] = all_of.get(value, 0) + count
    order = sorted(all_of, key=lambda value: -all_of[value])
    return lambda of: [(scribe.name(column["kind"], value), of[value]) for value in order if value in of]


def _binned(found: Mapping[Any, Mapping[Any, int]]) -> Values:
    """Numbers with their counts; those that are many in bins, of the same width in every group."""
    every = [value for of in found.values() for value in of]
    step = -(-(max(every) - min(every) + 1) // BINS)

    def binned(of: Mapping[Any, int]) -> list[tuple[str, int]]:
        bins: dict[int, int] = {}
        for value, count in of.items():
            bins[value // step] = bins.get(value // step, 0) + count
        return [(_span(place * step, step), count) for place, count in sorted(bins.items())]

    return binned


def _span(first: int, step: int) -> str:
    return str(first) if step == 1 else f"{first} … {first + step - 1}"


def grouped(number: int) -> str:
    """A number as both languages read it, with a space after thousands."""
    return f"{number:,}".replace(",", "\u00a0")


def _share(words: tuple[str, ...], count: int, of: int, scribe: Scribe) -> Line:
    low, high = wilson(count, of)
    digits = next((digits for digits, width in PRECISE if high - low >= width), MOST_PRECISE)
    share, *ends = (scribe.percent(each, digits) for each in (count / of, low, high))
    return Line(words, (share, " – ".join(ends), grouped(of)), count / of, low, high)


def _range(words: tuple[str, ...], of: Mapping[int, int], scribe: Scribe) -> Line:
    low, middle, high = (quantile(of, end) for end in ENDS)
    figures = (scribe.decimal(mean(of), 2), str(low), str(middle), str(high), grouped(sum(of.values())))
    return Line(words, figures, mean(of), float(low), float(high))


def head_lines(document: Document, scribe: Scribe) -> list[str]:
    """What was counted, with what; whose figures these are."""
    return [
        scribe.term(f"study.about.{document['study']}"),
        scribe.sentence("study.made", {**document, "cases": grouped(document["cases"])}),
        scribe.sentence("study.catalog", document),
    ]


def title(document: Document, scribe: Scribe) -> str:
    return scribe.term(f"study.title.{document['study']}")


def markdown(document: Document, scribe: Scribe, plots: str = "plots") -> str:
    """Return the report; ``plots`` is the folder of its pictures, which are left out if it is empty."""
    parts: list[Part] = [Paragraph(line) for line in head_lines(document, scribe)]
    if findings := _findings(document, scribe):
        parts.append(Bullets(findings))
    for shown in tables(document, scribe):
        parts.append(Heading(shown.title))
        if plots:
            parts.append(_figure(shown, f"{plots}/{shown.name}.{scribe.lang}.svg"))
        parts.append(Grid(shown.columns, [(*line.words, *line.figures) for line in shown.lines]))
        parts += _left_out(shown, scribe)
    return write_markdown([Sheet(document["study"], title(document, scribe), parts)])


def _findings(document: Document, scribe: Scribe) -> list[str]:
    return [scribe.sentence(line["key"], line["facts"]) for line in document.get("findings", ())]


def _left_out(shown: Shown, scribe: Scribe) -> list[Part]:
    """Return a remark on the rows of a table that are not shown."""
    return [Paragraph(scribe.sentence("study.more", {"count": shown.left}))] if shown.left else []


def _figure(shown: Shown, source: str = "") -> Figure:
    """Return the plot of a table in pieces."""

    def draw(wide: float) -> Iterator[tuple[Drawing, str]]:
        for place, piece in enumerate(plots(shown, wide)):
            yield piece, shown.title if place == 0 else f"{shown.title} ({place + 1})"

    return Figure(draw, [shown.title], source)


def plot(shown: Shown, wide: float = 480.0) -> Drawing:
    """A bar for each line with its interval; of numbers the range between the ends, with the mean."""
    every = _drawn(shown)
    return _plot(shown, every, every, wide)


def plots(shown: Shown, wide: float) -> Iterator[Drawing]:
    """The same in pieces, a long one in two columns, so that it fills the page that it begins on."""
    every = _drawn(shown)
    half = (wide - GUTTER) / 2
    if len(every) <= 3 * PIECE or any(_name(line, _left(half))[1] < READABLE for line in every):
        yield from (_plot(shown, every, every[first : first + PIECE], wide) for first in _starts(every))
        return
    middle = (len(every) + 1) // 2
    for first in _starts(every[:middle]):
        columns = [part[first : first + PIECE] for part in (every[:middle], every[middle:])]
        left, right = (_plot(shown, every, lines, half) for lines in columns)
        left.width, raised = wide, left.height - right.height
        left.add(moved(right.contents, half + GUTTER, raised))
        yield left


def _starts(lines: Sequence[Line]) -> range:
    return range(0, len(lines), PIECE)


def _plot(shown: Shown, every: Sequence[Line], lines: Sequence[Line], wide: float) -> Drawing:
    """Some of the lines, to the scale of all."""
    high = ROW * len(lines) + 4
    drawing = Drawing(wide, high)
    left = _left(wide)
    room = wide - left - FIGURE
    least = min(0.0, *(line.low for line in every)) if shown.numbers else 0.0
    most = max((line.high for line in every), default=1.0) or 1.0

    def at(value: float) -> float:
        return left + room * (value - least) / (most - least or 1.0)

    drawing.add(rule(at(0), 0, at(0), high, RULE))
    for place, line in enumerate(lines):
        y = high - 4 - ROW * place
        words, size = _name(line, left)
        drawing.add(text(left - 4, y - 6, words, size, NARROW, INK, "end"))
        if shown.numbers:
            drawing.add(rect(at(line.low), y - 7.5, max(0.5, at(line.high) - at(line.low)), 7, FAINT))
            drawing.add(rect(at(line.share) - 1, y - 8.5, 2, 9, INK))
        else:
            drawing.add(rect(at(0), y - 7.5, max(0.4, at(line.share) - at(0)), 7, SOFT))
            drawing.add(rule(at(line.low), y - 4, at(line.high), y - 4, INK, 1.1))
        drawing.add(text(wide - FIGURE + 4, y - 6, line.figures[0], 8.5, NARROW, INK))
    return drawing


def _left(wide: float) -> float:
    """Room for the names of the lines."""
    return min(NAME, 0.44 * wide)


def _name(line: Line, left: float) -> tuple[str, float]:
    return fit(" · ".join(line.words), NARROW, 8.5, left - 6)


def _drawn(shown: Shown) -> Sequence[Line]:
    """What has room in a plot: of each group its first, as many of one as of another."""
    if len(shown.lines) <= DRAWN:
        return shown.lines
    groups: dict[tuple[str, ...], list[Line]] = {}
    for line in shown.lines:
        groups.setdefault(line.words[:-1], []).append(line)
    of_each = max(1, DRAWN // len(groups))
    return [line for group in groups.values() for line in group[:of_each]][:DRAWN]


def pdf(document: Document, scribe: Scribe, paper: str = "a4") -> bytes:
    """Return the report on paper: its words, and a plot for each table."""
    parts: list[Part] = [Paragraph(line) for line in head_lines(document, scribe)]
    parts += [Paragraph(line) for line in _findings(document, scribe)]
    for shown in tables(document, scribe):
        parts += [Heading(shown.title), _figure(shown), *_left_out(shown, scribe)]
    head = title(document, scribe)
    sheet = Sheet(document["study"], head, parts)
    return write_pdf([sheet], title=head, lang=scribe.lang, paper=paper, styles=(STYLE,))
