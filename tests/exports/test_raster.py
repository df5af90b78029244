"""Previews from many threads at once, because PDFium is not thread-safe."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from exports.kit.raster import PREVIEW_HEIGHT, PREVIEW_WIDTH, render_preview

THREADS, PICTURES = 16, 200


def page(text: str) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(300, 200))
    canvas.drawString(40, 100, text)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_preview_has_the_size_of_link_previews() -> None:
    picture = Image.open(BytesIO(render_preview(page("Hora H"))))
    assert picture.size == (PREVIEW_WIDTH, PREVIEW_HEIGHT) and picture.getextrema()[0] == (0, 255)


def test_previews_from_many_threads_equal_those_of_one() -> None:
    pages = [page(f"battle {number}") for number in range(10)]
    expected = [render_preview(each) for each in pages]
    with ThreadPoolExecutor(THREADS) as pool:
        pictures = list(pool.map(render_preview, (pages[number % 10] for number in range(PICTURES))))
    assert pictures == [expected[number % 10] for number in range(PICTURES)]
