"""Render ``guide.md`` and ``guia.md`` for the page ``/guide``: ``python -m docs.guide``.

Links to pages of the service on this machine become links to the same pages of the service that shows them.
Links to other files of the documentation become plain text, because the service does not have those files.
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
SERVICE = 'href="http://localhost:8000/'
PICTURE = re.compile(r'<p><img src="\.\./web/static/guide/([\w-]+)\.png" alt="([^"]*)" ?/?></p>')
ELSEWHERE = re.compile(r'(?:: )?<a href="[\w.-]+\.md">(?:más|more)</a>')
FILE = re.compile(r'<a href="[\w./-]+\.md">(.*?)</a>')


def render_guide(lang: str) -> str:
    """Return the guide in a language as a part of a template."""
    text = MarkdownIt("commonmark").enable("table").render(TEXTS[lang].read_text(encoding="utf-8"))
    text = INTRODUCTION.sub("", TITLE.sub("", text, count=1), count=1)
    text = HEADING.sub(lambda match: f'<h2 id="{_make_anchor(match[1])}">{match[1]}</h2>', text)
    text = text.replace(SERVICE, 'href="{{ request.script_root }}/')
    text = PICTURE.sub(
        r"""<figure><img src="{{ asset('guide/\1.png') }}" alt="\2" loading="lazy"></figure>""", text
    )
    text = FILE.sub(r"\1", ELSEWHERE.sub("", text))
    text = text.replace("<table>", '<div class="slide" tabindex="0"><table class="told-table">')
    return text.replace("</table>", "</table></div>")


def _make_anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    for lang in TEXTS:
        (PAGES / f"{lang}.html").write_text(render_guide(lang), encoding="utf-8")


if __name__ == "__main__":
    main()
