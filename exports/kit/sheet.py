"""The model of every printed sheet: parts that the text, Markdown and PDF writers all understand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing  # heavy, and only the PDF writer needs it


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes to tick inside a cell, each with a word before it if ``words`` are given."""

    count: int = 1
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Blank:
    """Room to write inside a cell."""


Cell = str | Boxes | Blank


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a sheet: level 2, or 3 for one below it."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; a loud one stands in a frame, a soft one is a remark."""

    text: str
    loud: bool = False
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with their values."""

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of points, or of boxes to tick; on paper in columns."""

    items: Sequence[str]
    ticked: bool = False
    columns: int = 2


@dataclass(frozen=True, slots=True)
class Steps:
    """Things to do in order: a box to tick, a rule, what to do."""

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Lines:
    """Labels, each with a line to write on."""

    labels: Sequence[str]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. The columns share the width as ``widths`` says, equally if it is empty."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    widths: Sequence[float] = ()
    tall: float = 1.0  # least height of a row in lines; more than one is room to write
    strong: frozenset[int] = frozenset()  # columns in bold
    halves: int = 0  # on paper, from this number of rows on, in two halves side by side; 0: never


@dataclass(frozen=True, slots=True)
class Track:
    """Boxes in a row with a label; the box with the number ``marked`` is dark."""

    label: str
    boxes: Sequence[str]
    marked: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """Drawings one below the other.

    ``draw`` makes them for a width, each with its text alternative. ``lines`` stand for them in text and
    Markdown; ``source`` is the address of the picture for Markdown.
    """

    draw: Callable[[float], Iterable[tuple[Drawing, str]]]
    lines: Sequence[str] = ()
    source: str = ""
    together: bool = False  # all on one page


@dataclass(frozen=True, slots=True)
class Cut:
    """A dashed line to cut along."""


@dataclass(frozen=True, slots=True)
class Together:
    """Parts that stay on one page."""

    parts: Sequence[Part]


@dataclass(frozen=True, slots=True)
class Beside:
    """Parts that on paper stand in two columns; ``share`` is the width of the left one."""

    left: Sequence[Part]
    right: Sequence[Part]
    share: float = 0.5


FlatPart = Heading | Paragraph | Facts | Bullets | Steps | Lines | Grid | Track | Figure | Cut
Part = FlatPart | Together | Beside


@dataclass(frozen=True, slots=True)
class Band:
    """The colours of a faction at the top of a page; one side is solid, the other hatched."""

    faction: str
    solid: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet, which begins on a new page.

    Every format shows title, subtitle and badge. ``over``, ``above`` and ``right`` are for paper: a title
    above the title, and the running lines (title and badge if they are empty).
    """

    name: str
    title: str
    parts: Sequence[Part]
    subtitle: str = ""
    badge: str = ""
    over: str = ""
    above: str = ""
    right: str = ""
    bands: Sequence[Band] = ()

    @property
    def flat_parts(self) -> tuple[FlatPart, ...]:
        """Return the parts in reading order without the containers that arrange them on paper."""
        return tuple(_flatten(self.parts))


@dataclass(frozen=True, slots=True)
class Style:
    """Sizes and distances of a sheet on paper, in points; leads are multiples of the type size."""

    title: float = 28.0  # 0: not printed
    second: float = 13.0  # the title below one that stands over it
    lined: bool = True  # a line below the title
    under_title: float = 0.0  # distance below the title if there is no line
    heading: float = 14.0
    capitals: bool = False  # headings are small and in capitals
    above_heading: float = 8.0
    below_heading: float = 2.0
    text: float = 10.5
    soft: float = 8.5
    lead: float = 1.36
    gap: float = 3.0  # after a paragraph
    after: float = 4.0  # after any other part
    cell: float = 9.2
    cell_head: float = 8.5
    cell_lead: float = 1.28
    narrow: bool = False  # cells in the condensed typeface
    pad: float = 3.0  # above and below the words of a cell
    indent: float = 4.0  # beside them
    room: float = 1.0  # share of a tall table's writing space to grant
    blank_rows: int = 0  # rows of a table that is empty; 0: as many as it has


GROWTH_STEPS = 16
MAX_TYPE_GROWTH = 1.25
MAX_ROOM_GROWTH = 5.0


def grow_style(style: Style) -> tuple[Style, ...]:
    """Return styles from this one to the roomiest, so that short sheets fill their pages.

    Type grows in the first half of the steps, the distances between rows and parts in all of them.
    """

    def grown(step: int) -> Style:
        share = step / GROWTH_STEPS
        larger = 1 + (MAX_TYPE_GROWTH - 1) * min(1.0, 2 * share)
        roomier = 1 + (MAX_ROOM_GROWTH - 1) * share
        return replace(
            style,
            heading=style.heading * larger,
            text=style.text * larger,
            soft=style.soft * larger,
            cell=style.cell * larger,
            cell_head=style.cell_head * larger,
            pad=style.pad * roomier,
            gap=style.gap * roomier**0.5,
            after=style.after * roomier**0.5,
        )

    return tuple(grown(step) for step in range(GROWTH_STEPS + 1))


def _flatten(parts: Iterable[Part]) -> Iterator[FlatPart]:
    for part in parts:
        if isinstance(part, Together):
            yield from _flatten(part.parts)
        elif isinstance(part, Beside):
            yield from _flatten((*part.left, *part.right))
        else:
            yield part


def is_blank(cell: Cell) -> bool:
    """Return whether nothing is printed in a cell."""
    return cell == "" or isinstance(cell, Blank)
