"""Report of a study: tables with shares and confidence intervals as Markdown, SVG and PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.graphics.shapes import Drawing

from exports.kit.markdown import write_markdown
from exports.kit.messages import MessageFormatter
from exports.kit.shapes import move_shapes, rect, rule, text
from exports.kit.sheet import Bullets, Figure, Grid, Heading, Paragraph, Part, Sheet, Style
from exports.kit.sheet_pdf import write_pdf
from exports.kit.theme import FAINT, INK, NARROW, RULE, SOFT, fit
from generator.intervals import mean, quantile, wilson_interval

Document = Mapping[str, Any]
YES_NO, YES = "yes_no", "yes"
MAX_TABLE_ROWS, MAX_PLOT_ROWS = 160, 48  # maximum rows of a table and of a plot; the data files hold all rows
MAX_BINS = 21  # maximum bins of a number's distribution
BAR_HEIGHT, NAME_WIDTH, FIGURE_WIDTH = (
    13.0,
    162.0,
    46.0,
)  # points
PHONE_PLOT_WIDTH = 280.0  # points: width of a plot that stays readable on a phone
ROWS_PER_PIECE, COLUMN_GAP = 8, 16.0  # rows of a plot kept together on paper; points between two columns
MIN_NAME_SIZE = 7.0  # points: minimum type size of names in two columns
QUANTILES = (0.05, 0.5, 0.95)
STYLE = Style(title=20.0, lined=False, above_heading=10.0, below_heading=0.0, gap=0.0, after=0.0)
DECIMALS_BY_WIDTH, MAX_DECIMALS = ((1, 0.004), (2, 0.0004)), 3  # decimals by width of the interval

Values = Callable[[Mapping[Any, int]], Sequence[tuple[str, int]]]


@dataclass(frozen=True, slots=True)
class Line:
    """A table row: words, formatted figures, and the position and ends of its bar."""

    words: tuple[str, ...]
    figures: tuple[str, ...]
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class StudyTable:
    """A table ready to be written."""

    name: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    left: int  # rows that did not fit
    numbers: bool  # bars show ranges of a number, not shares


def make_tables(document: Document, formatter: MessageFormatter) -> Iterator[StudyTable]:
    """Yield every table of the study that has rows, except tables of shares too long to read."""
    for name, table in document["tables"].items():
        shares = table["columns"][-1]["kind"] == YES_NO
        if table["rows"] and not (shares and len(table["rows"]) > 2 * MAX_TABLE_ROWS):
            yield _make_table(name, table, formatter)


def _make_table(name: str, table: Mapping[str, Any], formatter: MessageFormatter) -> StudyTable:
    *groups, last = table["columns"]
    varying = [place for place in range(len(groups)) if len({row[place] for row in table["rows"]}) > 1]
    groups = [groups[place] for place in varying]  # a column with one value in every row is left out
    counts_by_key: dict[tuple[Any, ...], dict[Any, int]] = {}
    for row in table["rows"]:
        counts = counts_by_key.setdefault(tuple(row[place] for place in varying), {})
        counts[row[-2]] = counts.get(row[-2], 0) + row[-1]
    heads = tuple(formatter.term(f"study.column.{column['name']}") for column in groups)
    labels = [_format_key(groups, key, formatter) for key in counts_by_key]
    title = formatter.term(f"study.table.{name}")
    if last["kind"] == YES_NO:
        lines = [
            _make_share_line(words, counts.get(YES, 0), sum(counts.values()), formatter)
            for words, counts in _pairs(labels, counts_by_key)
        ]
        columns = (*heads, *_terms(formatter, "share", "interval", "cases"))
    elif not last["kind"] and (len(counts_by_key) > 2 or last["name"] in ("price", "tries")):
        lines = [
            _make_range_line(words, counts, formatter) for words, counts in _pairs(labels, counts_by_key)
        ]
        columns = (*heads, *_terms(formatter, "mean", "low_end", "median", "high_end", "cases"))
        return StudyTable(
            name, title, columns, tuple(lines[:MAX_TABLE_ROWS]), max(0, len(lines) - MAX_TABLE_ROWS), True
        )
    else:
        values = _order_names(last, counts_by_key, formatter) if last["kind"] else _bin_values(counts_by_key)
        lines = [
            _make_share_line((*words, value), count, sum(counts.values()), formatter)
            for words, counts in _pairs(labels, counts_by_key)
            for value, count in values(counts)
        ]
        heads = (*heads, formatter.term(f"study.column.{last['name']}"))
        columns = (*heads, *_terms(formatter, "share", "interval", "cases"))
    return StudyTable(
        name, title, columns, tuple(lines[:MAX_TABLE_ROWS]), max(0, len(lines) - MAX_TABLE_ROWS), False
    )


def _pairs(labels: Sequence[tuple[str, ...]], counts_by_key: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    return zip(labels, counts_by_key.values(), strict=True)


def _terms(formatter: MessageFormatter, *names: str) -> tuple[str, ...]:
    return tuple(formatter.term(f"study.column.{name}") for name in names)


def _format_key(
    columns: Sequence[Mapping[str, str]], key: Sequence[Any], formatter: MessageFormatter
) -> tuple[str, ...]:
    return tuple(_format_value(column, value, formatter) for column, value in zip(columns, key, strict=True))


def _format_value(column: Mapping[str, str], value: Any, formatter: MessageFormatter) -> str:
    return formatter.name(column["kind"], value) if column["kind"] else str(value)


def _order_names(
    column: Mapping[str, str], counts_by_key: Mapping[Any, Mapping[Any, int]], formatter: MessageFormatter
) -> Values:
    """Return a function that lists names with counts, in every group from the most frequent name overall."""
    totals: dict[Any, int] = {}
    for counts in counts_by_key.values():
        for value, count in counts.items():
            totals[value] = totals.get(value, 0) + count
    order = sorted(totals, key=lambda value: -totals[value])
    return lambda counts: [
        (formatter.name(column["kind"], value), counts[value]) for value in order if value in counts
    ]


def _bin_values(counts_by_key: Mapping[Any, Mapping[Any, int]]) -> Values:
    """Return a function that lists numbers with counts, in bins of the same width in every group."""
    values = [value for counts in counts_by_key.values() for value in counts]
    step = -(-(max(values) - min(values) + 1) // MAX_BINS)

    def binned(counts: Mapping[Any, int]) -> list[tuple[str, int]]:
        bins: dict[int, int] = {}
        for value, count in counts.items():
            bins[value // step] = bins.get(value // step, 0) + count
        return [(_format_bin(place * step, step), count) for place, count in sorted(bins.items())]

    return binned


def _format_bin(first: int, step: int) -> str:
    return str(first) if step == 1 else f"{first} … {first + step - 1}"


def format_thousands(number: int) -> str:
    """Format a number with a hard space between thousands, as both languages do."""
    return f"{number:,}".replace(",", "\u00a0")


def _make_share_line(words: tuple[str, ...], count: int, total: int, formatter: MessageFormatter) -> Line:
    low, high = wilson_interval(count, total)
    digits = next((digits for digits, width in DECIMALS_BY_WIDTH if high - low >= width), MAX_DECIMALS)
    share, *ends = (formatter.percent(value, digits) for value in (count / total, low, high))
    return Line(words, (share, " – ".join(ends), format_thousands(total)), count / total, low, high)


def _make_range_line(words: tuple[str, ...], counts: Mapping[int, int], formatter: MessageFormatter) -> Line:
    low, middle, high = (quantile(counts, end) for end in QUANTILES)
    figures = (
        formatter.decimal(mean(counts), 2),
        str(low),
        str(middle),
        str(high),
        format_thousands(sum(counts.values())),
    )
    return Line(words, figures, mean(counts), float(low), float(high))


def head_lines(document: Document, formatter: MessageFormatter) -> list[str]:
    """Return the introduction: what was counted, how many cases, and which catalogue was used."""
    return [
        formatter.term(f"study.about.{document['study']}"),
        formatter.sentence("study.made", {**document, "cases": format_thousands(document["cases"])}),
        formatter.sentence("study.catalog", document),
    ]


def study_title(document: Document, formatter: MessageFormatter) -> str:
    return formatter.term(f"study.title.{document['study']}")


def render_markdown(document: Document, formatter: MessageFormatter, plots: str = "plots") -> str:
    """Return the report; ``plots`` is the folder of its pictures, which are left out if it is empty."""
    parts: list[Part] = [Paragraph(line) for line in head_lines(document, formatter)]
    if findings := _findings(document, formatter):
        parts.append(Bullets(findings))
    for table in make_tables(document, formatter):
        parts.append(Heading(table.title))
        if plots:
            parts.append(_figure(table, f"{plots}/{table.name}.{formatter.lang}.svg"))
        parts.append(Grid(table.columns, [(*line.words, *line.figures) for line in table.lines]))
        parts += _note_left_out(table, formatter)
    return write_markdown([Sheet(document["study"], study_title(document, formatter), parts)])


def _findings(document: Document, formatter: MessageFormatter) -> list[str]:
    return [formatter.sentence(line["key"], line["facts"]) for line in document.get("findings", ())]


def _note_left_out(table: StudyTable, formatter: MessageFormatter) -> list[Part]:
    """Return a remark on the rows of a table that are not shown."""
    return [Paragraph(formatter.sentence("study.more", {"count": table.left}))] if table.left else []


def _figure(table: StudyTable, source: str = "") -> Figure:
    """Return the plot of a table in pieces."""

    def draw(wide: float) -> Iterator[tuple[Drawing, str]]:
        for place, piece in enumerate(draw_plot_pieces(table, wide)):
            title = table.title if place == 0 else f"{table.title} ({place + 1})"
            yield piece, title if place else f"{title}: {_describe_lines(table)}"

    return Figure(draw, [table.title], source)


def _describe_lines(table: StudyTable) -> str:
    """Return the values of a plot in words."""
    return "; ".join(f"{', '.join(line.words)} {line.figures[0]}" for line in _select_lines(table))


def draw_plot(table: StudyTable, wide: float = 480.0) -> Drawing:
    """Draw a bar with its interval for each row; for numbers, the range between the ends and the mean."""
    all_lines = _select_lines(table)
    return _draw_lines(table, all_lines, all_lines, wide)


def draw_plot_pieces(table: StudyTable, wide: float) -> Iterator[Drawing]:
    """Draw the same plot in pieces so that it fills the page; a long one in two columns."""
    all_lines = _select_lines(table)
    half = (wide - COLUMN_GAP) / 2
    if len(all_lines) <= 3 * ROWS_PER_PIECE or any(
        _fit_name(line, _name_room(half))[1] < MIN_NAME_SIZE for line in all_lines
    ):
        yield from (
            _draw_lines(table, all_lines, all_lines[first : first + ROWS_PER_PIECE], wide)
            for first in _piece_starts(all_lines)
        )
        return
    middle = (len(all_lines) + 1) // 2
    for first in _piece_starts(all_lines[:middle]):
        columns = [part[first : first + ROWS_PER_PIECE] for part in (all_lines[:middle], all_lines[middle:])]
        left, right = (_draw_lines(table, all_lines, lines, half) for lines in columns)
        left.width, raised = wide, left.height - right.height
        left.add(move_shapes(right.contents, half + COLUMN_GAP, raised))
        yield left


def _piece_starts(lines: Sequence[Line]) -> range:
    return range(0, len(lines), ROWS_PER_PIECE)


def _draw_lines(table: StudyTable, all_lines: Sequence[Line], lines: Sequence[Line], wide: float) -> Drawing:
    """Draw some of the rows, to the scale of all."""
    high = BAR_HEIGHT * len(lines) + 4
    drawing = Drawing(wide, high)
    left = _name_room(wide)
    room = wide - left - FIGURE_WIDTH
    least = min(0.0, *(line.low for line in all_lines)) if table.numbers else 0.0
    most = max((line.high for line in all_lines), default=1.0) or 1.0

    def at(value: float) -> float:
        return left + room * (value - least) / (most - least or 1.0)

    drawing.add(rule(at(0), 0, at(0), high, RULE))
    for place, line in enumerate(lines):
        y = high - 4 - BAR_HEIGHT * place
        words, size = _fit_name(line, left)
        drawing.add(text(left - 4, y - 6, words, size, NARROW, INK, "end"))
        if table.numbers:
            drawing.add(rect(at(line.low), y - 7.5, max(0.5, at(line.high) - at(line.low)), 7, FAINT))
            drawing.add(rect(at(line.share) - 1, y - 8.5, 2, 9, INK))
        else:
            drawing.add(rect(at(0), y - 7.5, max(0.4, at(line.share) - at(0)), 7, SOFT))
            drawing.add(rule(at(line.low), y - 4, at(line.high), y - 4, INK, 1.1))
        drawing.add(text(wide - FIGURE_WIDTH + 4, y - 6, line.figures[0], 8.5, NARROW, INK))
    return drawing


def _name_room(wide: float) -> float:
    """Return the width reserved for the names of the rows."""
    return min(NAME_WIDTH, 0.44 * wide)


def _fit_name(line: Line, left: float) -> tuple[str, float]:
    return fit(" · ".join(line.words), NARROW, 8.5, left - 6)


def _select_lines(table: StudyTable) -> Sequence[Line]:
    """Return the rows that fit a plot: equally many from the start of each group."""
    if len(table.lines) <= MAX_PLOT_ROWS:
        return table.lines
    groups: dict[tuple[str, ...], list[Line]] = {}
    for line in table.lines:
        groups.setdefault(line.words[:-1], []).append(line)
    lines_per_group = max(1, MAX_PLOT_ROWS // len(groups))
    return [line for group in groups.values() for line in group[:lines_per_group]][:MAX_PLOT_ROWS]


def render_pdf(document: Document, formatter: MessageFormatter, paper: str = "a4") -> bytes:
    """Return the report on paper: its words, and a plot for each table."""
    parts: list[Part] = [Paragraph(line) for line in head_lines(document, formatter)]
    parts += [Paragraph(line) for line in _findings(document, formatter)]
    for table in make_tables(document, formatter):
        parts += [Heading(table.title), _figure(table), *_note_left_out(table, formatter)]
    head = study_title(document, formatter)
    sheet = Sheet(document["study"], head, parts)
    return write_pdf(
        [sheet], title=head, lang=formatter.lang, paper=paper, catalog=formatter.catalog, styles=(STYLE,)
    )
