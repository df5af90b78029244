"""Check a whole game through its plain pages: play every procedure, follow every link, print every file.

``horah game check GAME`` and the tests of every game use it. It needs no script in the browser and knows
nothing of a game: it fills in the forms that the pages show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient

from generator.game import Procedure, load_game
from schemas.errors import HorahError
from web.http.downloads import offered_files
from web.http.request_context import CONTEXT
from web.service import tables

DEFAULT_LANGUAGE = "en"
MAX_ANSWERS = 200  # answers at one table
MAX_TRIES = 60  # refused answers to one question
MAX_TYPED_NUMBER = 3  # for a field without a limit
MAX_PAGES = 300  # pages that are followed from one place
EDIT_ACTIONS = ("add:", "drop:", "fix:")  # buttons that change a form and send no answer
UNREAD = frozenset({"script", "style", "code", "textarea", "title"})
ID_PATTERN = re.compile(r"(?<![\w/@.:-])[a-z]{2,}(?:_[a-z0-9]+)+(?![\w/@-])")
VOID = frozenset({"input", "br", "img", "link", "meta", "hr", "wbr", "col"})


@dataclass
class Form:
    """A form of a page: its action, and its fields with the values that may be sent."""

    action: str
    id: str
    fixed: list[tuple[str, str]] = field(default_factory=list)
    radios: dict[str, list[str]] = field(default_factory=dict)
    ticks: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[str, Mapping[str, str]] = field(default_factory=dict)  # attributes by name
    buttons: list[tuple[str, str]] = field(default_factory=list)
    chosen: set[tuple[str, str]] = field(default_factory=set)  # what is ticked or selected already

    @property
    def empty(self) -> bool:
        """Return whether there is nothing to fill in: the answer is given on another page."""
        return not (self.radios or self.ticks or self.choices or self.texts or self.buttons)

    def choose_documents(self) -> dict[str, str]:
        """Return the first option of every list in which nothing is chosen yet."""
        offered = {name: options for name, options in self.choices.items() if (name, "") in self.chosen}
        documents = {name: next(filter(None, options), "") for name, options in offered.items()}
        return documents | {f"has-{name}": "1" for name in documents}

    def fill(self, random: Random) -> dict[str, list[str]]:
        """Return a value for every field: often as the page shows it, otherwise a random one."""
        values: dict[str, list[str]] = {}
        keep = random.choice((0.0, 0.5, 0.9, 1.0))
        for name, value in self.fixed:
            values.setdefault(name, []).append(value)
        for name, options in (*self.radios.items(), *self.choices.items()):
            useful = [option for option in options if option] or options
            shown = [option for option in options if (name, option) in self.chosen]
            values.setdefault(name, []).append(
                random.choice(shown if shown and random.random() < keep else useful)
            )
        share = random.random()
        for name, value in self.ticks:
            shown_on = (name, value) in self.chosen
            if shown_on if random.random() < keep else random.random() < share:
                values.setdefault(name, []).append(value)
        for name, attributes in self.texts.items():
            low, high = int(attributes.get("min") or 0), int(attributes.get("max") or MAX_TYPED_NUMBER)
            known = attributes.get("value") or attributes.get("placeholder", "")
            number = str(random.randint(low, max(low, high)))
            text = known if random.random() < keep else _vary(known, random)
            values.setdefault(name, []).append(text if known and random.random() < 0.8 else number)
        if self.buttons:
            name, value = random.choice(self.buttons)
            values.setdefault(name, []).append(value)
        return values


def _vary(text: str, random: Random) -> str:
    """Return a text with all its numbers moved by the same step, such as another hex like 4047."""
    step = random.randint(0, 9)
    return re.sub(r"\d+", lambda match: str(int(match[0]) + step).zfill(len(match[0])), text)


class Page(HTMLParser):
    """The links, the forms and the visible text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._path: list[str] = []
        self._form: Form | None = None
        self._select = ""
        self.feed(html)

    def form(self, id_: str) -> Form | None:
        return next((form for form in self.forms if form.id == id_), None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._path.append(tag)
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "form":
            self._form = Form(values.get("action", ""), values.get("id", ""))
            self.forms.append(self._form)
        elif self._form is not None:
            self._add_field(tag, values)

    def _add_field(self, tag: str, values: Mapping[str, str]) -> None:
        form, name, value = self._form, values.get("name", ""), values.get("value", "")
        assert form is not None
        if tag == "select":
            self._select = name
            form.choices.setdefault(name, [])
        elif tag == "option" and self._select:
            form.choices[self._select].append(value)
            if "selected" in values:
                form.chosen.add((self._select, value))
        elif tag == "button" and name and values.get("type", "submit") == "submit":
            if not value.startswith(EDIT_ACTIONS):
                form.buttons.append((name, value))
        elif tag == "textarea":
            form.texts[name] = {"value": "x"}
        elif tag == "input" and name:
            kind = values.get("type", "text")
            if "checked" in values:
                form.chosen.add((name, value or "on"))
            if kind == "hidden":
                form.fixed.append((name, value))
            elif kind == "radio":
                form.radios.setdefault(name, []).append(value)
            elif kind == "checkbox":
                form.ticks.append((name, value or "on"))
            elif kind != "file":
                form.texts[name] = values

    def handle_endtag(self, tag: str) -> None:
        while tag in self._path and self._path.pop() != tag:
            pass
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        if data.strip() and not UNREAD & set(self._path):
            self.words.append(data.strip())

    def ids(self) -> list[str]:
        """Return words of the visible text that look like ids."""
        return ID_PATTERN.findall("\n".join(self.words))


@dataclass
class WholeGame:
    """A check under way: the client, what was seen, and what is wrong."""

    client: FlaskClient
    game: str
    max_answers: int = MAX_ANSWERS
    random: Random = field(default_factory=lambda: Random(1))
    pages: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    procedures: list[str] = field(default_factory=list)

    def run(self) -> None:
        rules = load_game(self.game)
        for procedure in rules.procedures:
            self.play(procedure)
        starts = [f"/catalogs?game={self.game}", "/", "/documents", "/tournaments", "/diaries"]
        starts += [f"/documents/{self.game}/{kind.kind}" for kind in rules.authored]
        for start in starts:
            self.follow(start, self._belongs)
        for kind in rules.authored:
            self.write(kind.kind)
        languages = self.client.application.extensions[CONTEXT].catalogs[self.game].languages
        for url in sorted(self.pages):
            for lang in set(languages) - {DEFAULT_LANGUAGE}:
                self.get(url, lang)

    def get(self, url: str, lang: str = DEFAULT_LANGUAGE) -> Page | None:
        """Open a page or a file in a language; record a fault if it fails or shows an id."""
        answer = self.client.get(url, headers={"Accept-Language": lang}, follow_redirects=True)
        plain = url.partition("#")[0]
        if answer.status_code != 200:
            self.faults.append(f"{plain}: {answer.status_code}")
            return None
        if answer.mimetype != "text/html":
            self.files.add(plain)
            return None
        self.pages.add(plain)
        page = Page(answer.text)
        self.faults += [f"{plain}: the id {word}" for word in page.ids()]
        return page

    def follow(self, start: str, belongs: Any) -> None:
        """Open every page that can be reached from a page and belongs to the same part."""
        waiting, seen = [start], {start}
        while waiting and len(seen) <= MAX_PAGES:
            page = self.get(waiting.pop(0))
            for link in page.links if page else ():
                parts = urlsplit(link)
                url = parts.path + (f"?{parts.query}" if parts.query else "")
                if parts.scheme or parts.netloc or url in seen or not belongs(url):
                    continue
                seen.add(url)
                waiting.append(url)

    def _belongs(self, url: str) -> bool:
        named = f"game={self.game}" in url or f"/{self.game}" in url
        return named and not url.startswith(("/tables/", "/catalogs/terms"))

    # ------------------------------------------------------------------------------------------- play

    def play(self, procedure: Procedure) -> None:
        """Open a table by its form, answer what every seat is asked, and open its links and files."""
        self.procedures.append(procedure.name)
        seats = self._open(procedure)
        if not seats:
            return
        finished = self._answer(procedure, seats)
        for link in seats.values():
            self.follow(f"/tables/{link}", lambda url, link=link: url.startswith(f"/tables/{link}"))
        if not finished:
            return
        link = next(iter(seats.values()))
        for name in offered_files(self.game):
            self.get(f"/tables/{link}/{name}")
            self.get(f"/tables/{link}/{name}?lang=es&paper=letter")

    def _open(self, procedure: Procedure) -> dict[str, str]:
        page = self.get(f"/tables/new?procedure={procedure.name}")
        form = next((form for form in page.forms if form.action == "/tables"), None) if page else None
        if form is None:
            self.faults.append(f"{procedure.name}: no form for a new table")
            return {}
        sent = {name: value for name, value in form.fixed if not name.startswith("has-")}  # default settings
        sent["mine"] = procedure.seats[0]
        answer = self.client.post("/tables", data=sent)
        if answer.status_code == 422:  # a procedure that plays a document must be given one
            answer = self.client.post("/tables", data={**sent, **form.choose_documents()})
        if answer.status_code != 303:
            self.faults.append(f"{procedure.name}: the table was not opened ({answer.status_code})")
            return {}
        links = {procedure.seats[0]: _link(answer.headers["Location"])}
        seats = self.client.get(answer.headers["Location"]).text
        for word in dict.fromkeys(re.findall(r"/invitations/(\w+)", seats)):
            claimed = self.client.post(f"/invitations/{word}", data={"name": "x"})
            links[word] = _link(claimed.headers["Location"])
        return links

    def _answer(self, procedure: Procedure, seats: Mapping[str, str]) -> bool:
        """Answer questions until the table is finished; return whether it is."""
        refused = 0
        for _ in range(self.max_answers + MAX_TRIES):
            form = next(iter(self._questions(seats)), None)
            if form is None or form.empty:
                return self._finished(seats)
            answer = self.client.post(form.action, data=form.fill(self.random))
            refused = 0 if answer.status_code == 303 else refused + 1
            if answer.status_code >= 500 or refused > MAX_TRIES:
                said = re.findall(r'id="refusal"[^>]*>(.*?)</div', answer.text, re.DOTALL)
                asked = re.findall(r'id="question-title">(.*?)<', answer.text)
                self.faults.append(f"{procedure.name}: {answer.status_code} {asked} {said}")
                return False
        return False

    def _questions(self, seats: Mapping[str, str]) -> Iterator[Form]:
        for link in seats.values():
            page = self.get(f"/tables/{link}")
            form = page.form("question") if page else None
            if form is not None:
                yield form
            for other in page.forms if page else ():
                if other.action.endswith("/agree"):
                    yield other

    def _finished(self, seats: Mapping[str, str]) -> bool:
        context = self.client.application.extensions[CONTEXT]
        sitting = tables.enter(context, next(iter(seats.values())))
        return bool(tables.state(context, sitting)["finished"])

    # ---------------------------------------------------------------------------------------- documents

    def write(self, kind: str) -> None:
        """Begin a document of a kind, save its form, and open its files."""
        begun = self.client.post(f"/documents/{self.game}/{kind}", data={"way": "new"})
        if begun.status_code != 303:
            self.faults.append(f"/documents/{self.game}/{kind}: {begun.status_code}")
            return
        edit = begun.headers["Location"]
        self.follow(edit, lambda url: url.startswith(urlsplit(edit).path))


def _link(location: str) -> str:
    return urlsplit(location).path.removeprefix("/tables/").partition("/")[0]


def check_game(game: str, max_answers: int = MAX_ANSWERS) -> WholeGame:
    """Check a game in an application of its own; raise an error that lists what is wrong."""
    from web.app import create_app
    from web.config import Config

    with TemporaryDirectory() as folder:
        app = create_app(Config(f"sqlite:///{Path(folder) / 'horah.db'}", rate=0))
        check = WholeGame(app.test_client(), game, max_answers)
        check.run()
        app.extensions[CONTEXT].repository.engine.dispose()
    if check.faults:
        raise HorahError("GAME_FAULTS", faults=tuple(dict.fromkeys(check.faults)))
    return check
