"""The guide as a part of the pages: ``python -m docs.guide`` writes it from ``guide.md`` and ``guia.md``.

An address in the text, such as ``/tables/new``, becomes a link; a link to another file of the documentation,
which the service does not have, becomes plain words.
"""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt

HERE = Path(__file__).resolve().parent
PAGES = HERE.parent / "web" / "templates" / "guide"
TEXTS = {"en": HERE / "guide.md", "es": HERE / "guia.md"}
TITLE = re.compile(r"<h1>.*?</h1>\n")
INTRODUCTION = re.compile(r"<p>.*?</p>\n", re.DOTALL)
HEADING = re.compile(r"<h2>(.*?)</h2>")
ADDRESS = re.compile(r"<code>(/[\w/]+)</code>")
PICTURE = re.compile(r'<p><img src="\.\./web/static/guide/([\w-]+)\.png" alt="([^"]*)" ?/?></p>')
ELSEWHERE = re.compile(r'(?:: )?<a href="[\w.-]+\.md">(?:más|more)</a>')
FILE = re.compile(r'<a href="[\w./-]+\.md">(.*?)</a>')


def rendered(lang: str) -> str:
    """The guide in a language, to stand in a page of its own."""
    text = MarkdownIt("commonmark").enable("table").render(TEXTS[lang].read_text(encoding="utf-8"))
    text = INTRODUCTION.sub("", TITLE.sub("", text, count=1), count=1)
    text = HEADING.sub(lambda found: f'<h2 id="{_anchor(found[1])}">{found[1]}</h2>', text)
    text = ADDRESS.sub(r'<a href="{{ request.script_root }}\1">\1</a>', text)
    text = PICTURE.sub(
        r"""<figure><img src="{{ asset('guide/\1.png') }}" alt="\2" loading="lazy"></figure>""", text
    )
    text = FILE.sub(r"\1", ELSEWHERE.sub("", text))
    text = text.replace("<table>", '<div class="slide" tabindex="0"><table class="told-table">')
    return text.replace("</table>", "</table></div>")


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    for lang in TEXTS:
        (PAGES / f"{lang}.html").write_text(rendered(lang), encoding="utf-8")


if __name__ == "__main__":
    main()
