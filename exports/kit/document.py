"""Tagged PDF on ReportLab's canvas: structure tree, reading order, bookmarks, language, reproducible bytes.

Content is drawn inside leaves. A leaf is an element of the structure tree (a heading, a paragraph, a list
item, a figure with alternative text) and carries its bounding box as a layout attribute. Decoration is marked
as an artifact. The order of the leaves is the reading order.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from html import escape
from io import BytesIO
from typing import Any

from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfdoc

from catalogs.terms import language_tag
from exports.kit.draw_pdf import paint
from exports.kit.errors import ExportError
from exports.kit.print_options import canvas_class, current_print_options
from exports.kit.theme import FONT_LOCK, INK, PAPERS, TEXT, load_fonts, mark_missing, width

AUTHOR = "Hora H"
Box = tuple[float, float, float, float]  # left, bottom, right, top
XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
   <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
   <dc:language><rdf:Bag><rdf:li>{lang}</rdf:li></rdf:Bag></dc:language>
   <xmp:CreatorTool>{author}</xmp:CreatorTool>{dates}
   <pdf:Producer>{producer}</pdf:Producer>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


class Element(pdfdoc.PDFObject):
    """An element of the structure tree, written as a PDF dictionary when the file is closed."""

    __RefOnly__ = 1
    __slots__ = ("__InternalName__", "alt", "box", "kids", "page", "parent", "tag", "title")

    def __init__(
        self, tag: str, parent: Element | None, alt: str | None = None, title: str | None = None
    ) -> None:
        self.tag = tag
        self.parent = parent
        self.alt = alt
        self.title = title
        self.kids: list[Element | int] = []
        self.page: str | None = None
        self.box: Box | None = None

    def format(self, document: Any) -> bytes:
        def ref(target: Any) -> bytes:
            return bytes(document.Reference(target).format(document))

        kids = [str(kid).encode() if isinstance(kid, int) else ref(kid) for kid in self.kids]
        parts = [b"/Type /StructElem /S /%s" % self.tag.encode()]
        if self.parent is not None:
            parts.append(b"/P " + ref(self.parent))
        parts.append(b"/K [%s]" % b" ".join(kids))
        if self.page is not None:
            parts.append(b"/Pg " + bytes(pdfdoc.PDFObjectReference(self.page).format(document)))
        if self.alt is not None:
            parts.append(b"/Alt " + bytes(pdfdoc.PDFString(self.alt).format(document)))
        if self.title is not None:
            parts.append(b"/T " + bytes(pdfdoc.PDFString(self.title).format(document)))
        if self.box is not None:
            corners = b" ".join(b"%.2f" % value for value in self.box)
            parts.append(b"/A << /O /Layout /BBox [%s] >>" % corners)
        return b"<< " + b" ".join(parts) + b" >>"


class _Information(pdfdoc.PDFInfo):
    """Document information, dated only if we know when the content was made: equal input, equal bytes."""

    made: datetime | None = None

    def format(self, document: Any) -> bytes:
        names = ("Title", "Author", "Producer", "Creator", "Subject", "Keywords")
        values = {name: pdfdoc.PDFString(getattr(self, name.lower())) for name in names}
        if self.made is not None:
            date = pdfdoc.PDFString(f"D:{self.made:%Y%m%d%H%M%SZ}")
            values |= {"CreationDate": date, "ModDate": date}
        return bytes(pdfdoc.PDFDictionary(values).format(document))


class Root(pdfdoc.PDFObject):
    """The root of the structure tree, with the map from marked content to its element."""

    __RefOnly__ = 1

    def __init__(self, top: Element, marked: list[list[Element]]) -> None:
        self.top = top
        self.marked = marked

    def format(self, document: Any) -> bytes:
        def ref(target: Any) -> bytes:
            return bytes(document.Reference(target).format(document))

        pages = [
            b"%d [%s]" % (number, b" ".join(ref(element) for element in elements))
            for number, elements in enumerate(self.marked)
        ]
        return b"<< /Type /StructTreeRoot /K [%s] /ParentTree << /Nums [%s] >> /ParentTreeNextKey %d >>" % (
            ref(self.top),
            b"\n".join(pages),
            len(self.marked),
        )


class Document:
    """Pages to draw on; coordinates are ReportLab's, from the lower left corner."""

    def __init__(
        self,
        paper: str,
        lang: str,
        title: str,
        subject: str = "",
        keywords: str = "",
        continued: str = "{title} …",
    ) -> None:
        if paper not in PAPERS:
            raise ExportError("BAD_PAPER", given=paper, papers=list(PAPERS))
        load_fonts()
        options = current_print_options()
        self.continued = continued  # heading of what goes on from the page before
        self.scale = options.scale
        self.wide, self.tall = (side / self.scale for side in PAPERS[paper])
        canvas: Any = canvas_class(options)(
            BytesIO(),
            pagesize=PAPERS[paper],
            invariant=1,
            pageCompression=1,
            lang=language_tag(lang),
            pdfVersion=(1, 7),
            initialFontName=TEXT,  # type: ignore[arg-type]  # the stub takes it for a size
        )
        self.canvas = canvas
        self.canvas._doc.info = _Information()
        if options.made_at:
            self.canvas._doc.info.made = datetime.fromisoformat(options.made_at).astimezone(UTC)
        self.canvas.setTitle(title)
        self.canvas.setAuthor(AUTHOR)
        self.canvas.setCreator(AUTHOR)
        self.canvas.setSubject(subject)
        self.canvas.setKeywords(keywords)
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self._top = Element("Document", None)
        self._open = self._top
        self._marked: list[list[Element]] = [[]]
        self._bookmarks = 0
        self._bleed = 0.0
        self._style: tuple[str, float, Color] | None = None
        self._scale_page()

    def _scale_page(self) -> None:
        """Scale the page: large type is a smaller page drawn larger."""
        if self.scale != 1.0:
            self.canvas.scale(self.scale, self.scale)

    def turn(self, *, landscape: bool) -> None:
        """Turn the page in progress, before anything is drawn on it."""
        if landscape != (self.wide > self.tall):
            self.wide, self.tall = self.tall, self.wide
            self.canvas.setPageSize((self.wide * self.scale, self.tall * self.scale))

    @contextmanager
    def life_size(self, frame: float) -> Iterator[None]:
        """Draw content unscaled despite large type; ``frame`` is the height of header and footer."""
        before = self.scale, self.wide, self.tall
        tall = self.tall * self.scale - (self.scale - 1) * frame
        self.scale, self.wide, self.tall = 1.0, self.wide * self.scale, tall
        try:
            yield
        finally:
            self.scale, self.wide, self.tall = before

    def rename(self, title: str) -> None:
        """Set the title of the file and clear its subject, which belonged to a single card."""
        self.canvas.setTitle(title)
        self.canvas.setSubject("")

    @contextmanager
    def section(self, tag: str, title: str | None = None) -> Iterator[None]:
        """Group the elements drawn inside."""
        element = Element(tag, self._open, title=title)
        self._open.kids.append(element)
        before, self._open = self._open, element
        try:
            yield
        finally:
            self._open = before

    @contextmanager
    def leaf(self, tag: str, box: Box, alt: str | None = None) -> Iterator[None]:
        """Mark content with its bounding box: left, bottom, right, top."""
        parent = self._list() if tag == "LI" and self._open.tag != "L" else self._open
        element = Element(tag, parent, alt)
        left, bottom, right, top = box
        element.box = (left * self.scale, bottom * self.scale, right * self.scale, top * self.scale)
        element.page = self.canvas._doc.thisPageName()
        marked = self._marked[-1]
        element.kids.append(len(marked))
        parent.kids.append(element)
        self.canvas._code.append(f"/{tag} <</MCID {len(marked)}>> BDC")
        marked.append(element)
        try:
            yield
        finally:
            self.canvas._code.append("EMC")

    def _list(self) -> Element:
        """Return the list that a list item belongs to: the one before it, or a new one."""
        last = self._open.kids[-1] if self._open.kids else None
        if isinstance(last, Element) and last.tag == "L" and last.title is None:
            return last
        element = Element("L", self._open)
        self._open.kids.append(element)
        return element

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """Mark decoration that screen readers skip."""
        self.canvas._code.append("/Artifact BMC")
        try:
            yield
        finally:
            self.canvas._code.append("EMC")

    def text(self, x: float, y: float, what: str, font: str, size: float, fill: Color = INK) -> None:
        """Draw one line with its baseline at y."""
        self._set(font, size, fill)
        self.canvas.drawString(x, y, mark_missing(what, font))

    def lines(
        self, x: float, y: float, what: list[str], font: str, size: float, leading: float, fill: Color = INK
    ) -> None:
        """Draw the lines of a paragraph; y is the first baseline."""
        if not what:
            return
        self._set(font, size, fill)
        block = self.canvas.beginText(x, y)
        block.setLeading(leading)
        for line in what:
            block.textLine(mark_missing(line, font))
        self.canvas.drawText(block)

    def text_right(self, x: float, y: float, what: str, font: str, size: float, fill: Color = INK) -> None:
        self.text(x - width(what, font, size), y, what, font, size, fill)

    def rule(self, x1: float, x2: float, y: float, stroke: Color, line: float = 0.5) -> None:
        self.canvas.setStrokeColor(stroke)
        self.canvas.setLineWidth(line)
        self.canvas.setLineCap(0)
        self.canvas.line(x1, y, x2, y)

    def vertical_rule(self, x: float, y1: float, y2: float, stroke: Color, line: float = 0.5) -> None:
        self.canvas.setStrokeColor(stroke)
        self.canvas.setLineWidth(line)
        self.canvas.line(x, y1, x, y2)

    def dashed_rule(self, x1: float, x2: float, y: float, stroke: Color) -> None:
        self.canvas.setDash(4, 3)
        self.rule(x1, x2, y, stroke)
        self.canvas.setDash()

    def box(self, x: float, y: float, size: float, stroke: Color, line: float = 0.7) -> None:
        """Draw a box to tick."""
        self.canvas.setStrokeColor(stroke)
        self.canvas.setLineWidth(line)
        self.canvas.rect(x, y, size, size)

    def picture(self, drawing: Drawing, x: float, y: float) -> None:
        paint(drawing, self.canvas, x, y)
        self._style = None

    def reset_style(self) -> None:
        """Forget the current colour and font after the canvas was used directly."""
        self._style = None

    def bookmark(self, title: str, level: int, y: float) -> None:
        """Add an outline entry that leads to this height of the page."""
        key = f"b{self._bookmarks}"
        self._bookmarks += 1
        self.canvas.bookmarkHorizontalAbsolute(key, y * self.scale)
        self.canvas.addOutlineEntry(title, key, level)

    def set_bleed(self, bleed: float) -> None:
        """Say that the colours of the page in progress go beyond the edges to cut along."""
        self._bleed = bleed

    def new_page(self) -> None:
        """Close the page and begin the next; compress its content at once to save memory."""
        document = self.canvas._doc
        number = len(self._marked) - 1
        self.canvas.showPage()
        page = document.Pages.pages[-1]
        _compress(page)
        page.__NoDefault__ = [*pdfdoc.PDFPage.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents = number
        page.Tabs = pdfdoc.PDFName("S")
        if self._bleed:
            sheet = [0, 0, round(self.wide * self.scale, 2), round(self.tall * self.scale, 2)]
            page.BleedBox = pdfdoc.PDFArray(sheet)
            inner = [self._bleed, self._bleed, sheet[2] - self._bleed, sheet[3] - self._bleed]
            page.TrimBox = pdfdoc.PDFArray([round(side, 2) for side in inner])
            self._bleed = 0.0
        self._marked.append([])
        self._style = None
        self._scale_page()

    def finish(self) -> bytes:
        """Close the file; the last page must be closed already."""
        document = self.canvas._doc
        document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": pdfdoc.PDFtrue})
        document.Catalog.StructTreeRoot = root = Root(self._top, self._marked[:-1])
        self._top.parent = root  # type: ignore[assignment]
        document.Catalog.Metadata = self._metadata()
        self.canvas.showOutline()
        self.canvas._code.clear()  # drop the empty page that ReportLab began
        with FONT_LOCK:
            return bytes(self.canvas.getpdfdata())

    def _metadata(self) -> Any:
        """Return the XMP packet, which says the same as the document information."""
        info = self.canvas._doc.info
        dates = "".join(
            f"\n   <xmp:{name}>{info.made:%Y-%m-%dT%H:%M:%SZ}</xmp:{name}>"
            for name in ("CreateDate", "ModifyDate")
            if info.made is not None
        )
        packet = XMP.format(
            dates=dates,
            lang=self.canvas._doc.Catalog.Lang.s,
            title=escape(info.title),
            subject=escape(info.subject),
            author=AUTHOR,
            producer=escape(info.producer),
        )
        kind = {"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")}
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(kind), packet.encode())

    def _set(self, font: str, size: float, fill: Color) -> None:
        now = self._style
        if now is None or now[2] is not fill:
            self.canvas.setFillColor(fill)
        if now is None or now[:2] != (font, size):
            self.canvas.setFont(font, size)
        self._style = (font, size, fill)


def _compress(page: Any) -> None:
    """Compress the drawing commands of a finished page."""
    packed = zlib.compress(page.stream.encode("latin-1"), 9)
    dictionary = pdfdoc.PDFDictionary({"Filter": pdfdoc.PDFName("FlateDecode")})
    page.Contents = pdfdoc.PDFStream(dictionary, packed)
    page.stream = None
