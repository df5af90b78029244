"""Text that people may type into Markdown, and a reader that admits no markup but ours."""

from __future__ import annotations

from hypothesis import strategies as st
from markdown_it import MarkdownIt

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
READER.validateLink = lambda url: True  # type: ignore[method-assign]  # a javascript: link is one too
OURS = {"text", "strong_open", "strong_close", "em_open", "em_close", "softbreak"}
PIECES = [
    "<b>", "</b>", "<!--", "<script>alert(1)</script>", "[x](javascript:alert(1))", "![x](y)", "[x]", "](y)",
    "(y)", "[x]: y", "`", "```", "*", "**", "_", "\\", "\\|", "|", "&lt;", "&#60;", "&", "~~", "~~~", "- ",
    "+ ", "1. ", "2) ", "# ", " #", "> ", "---", "===", "\n", "\n\n", "    ", "\t", "<https://x.y>",
    "https://x.y", "www.x.y", "a@b.c", "{", "}", "$", ":", "!", "x", "-", "1", "\u00a0", "é",
]  # fmt: skip
TYPED = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=40),
).filter(lambda typed: bool(typed.split()))


def same(text: str) -> str:
    return " ".join(text.split())


def read(markdown: str) -> list[str]:
    """Return the text of every block, after a check that nothing in it is more than emphasis."""
    found = []
    for token in READER.parse(markdown):
        assert token.type not in ("html_block", "code_block", "fence"), token.content
        if token.type == "inline":
            assert {child.type for child in token.children or ()} <= OURS, token.content
            words = (" " if child.type == "softbreak" else child.content for child in token.children or ())
            found.append(same("".join(words)))
    return found
