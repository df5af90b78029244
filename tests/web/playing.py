"""Players at a table, through the API only."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Json = Any
OWN = re.compile(r'id="link-(\w+)" value="[^"]*/tables/([a-z0-9]+)"')
INVITED = re.compile(r'id="invite-(\w+)" value="[^"]*/invitations/([a-z0-9]+)"')
Pick = Callable[[int], int]  # a number below its argument


class Answer(Protocol):
    status_code: int

    @property
    def json(self) -> Json: ...


class Client(Protocol):
    """A client that sends requests: Flask's test client, or a connection to a real server."""

    def get(self, path: str, *, headers: Mapping[str, str]) -> Answer: ...

    def post(self, path: str, *, json: Json, headers: Mapping[str, str]) -> Answer: ...


@dataclass(frozen=True)
class Player:
    """A person with the link of a seat, or a watcher without one."""

    client: Client
    table: str
    link: str | None = None
    base: str = "/api/v1/tables"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.link}"} if self.link else {}

    def get(self, path: str = "") -> Answer:
        return self.client.get(f"{self.base}/{self.table}{path}", headers=self.headers)

    def post(self, path: str, body: Json) -> Answer:
        return self.client.post(f"{self.base}/{self.table}{path}", json=body, headers=self.headers)

    def state(self) -> Json:
        return self.get().json

    def prompts(self) -> list[Json]:
        found: list[Json] = self.get("/prompts").json
        return found

    def answer(self, pick: Pick = lambda count: 0) -> Answer | None:
        """Answer the current question; return None if there is none."""
        for prompt in self.prompts():
            return self.post("/answers", {"number": prompt["number"], "answer": legal(prompt, pick)})
        return None


@dataclass(frozen=True)
class Company:
    """Everyone at a table."""

    axis: Player
    allied: Player
    referee: Player
    watcher: Player

    def seat(self, name: str) -> Player:
        found: Player = getattr(self, name)
        return found


def open_table(client: Client, base: str = "/api/v1/tables", **wish: Json) -> Company:
    """Open a table with all players."""
    opened = client.post(base, json=wish, headers={})
    assert opened.status_code == 201, opened.json
    table, links = opened.json["id"], opened.json["links"]
    seats = {seat: Player(client, table, links[seat], base) for seat in ("axis", "allied", "referee")}
    return Company(**seats, watcher=Player(client, table, None, base))


def play(company: Company, pick: Pick = lambda count: 0, *, until: str | None = None) -> Json:
    """Play to the end, or until a question of that name is asked; return the public state."""
    while True:
        state = company.watcher.state()
        if state["finished"] or any(asked["ask"] == until for asked in state["asked"]):
            return state
        for asked in state["asked"]:
            answered = company.seat("axis" if asked["seat"] == "everyone" else asked["seat"]).answer(pick)
            assert answered is not None
            assert answered.status_code == 200, answered.json
            confirm(company.allied, answered.json)


def confirm(other: Player, state: Json) -> None:
    """Agree to the pending proposal."""
    if state["proposal"]:
        agreed = other.post("/agreement", {"number": state["proposal"]["number"]})
        assert agreed.status_code == 200, agreed.json


def legal(prompt: Json, pick: Pick) -> Json:
    """Return a legal answer, derived from the question."""
    if prompt["kind"] == "roll":
        return [1 + pick(6), 1 + pick(6)]
    if prompt["kind"] == "choose":
        return _choice(prompt, pick)
    if prompt["kind"] == "buy":
        return _purchase(prompt, pick)
    if prompt["ask"] == "battle_result":
        return _result(prompt, pick)
    raise AssertionError(f"no legal answer known for {prompt['ask']}")


def _result(prompt: Json, pick: Pick) -> Json:
    """Return a surrender, which needs no survivors of the loser."""
    winner = ("axis", "allied")[pick(2)]
    result = {"winner": winner, "ended": "surrender", "marker": pick(9) - 4, "initiative": winner}
    if "survivors" in prompt["form"]["properties"]:
        result["survivors"] = {"axis": [], "allied": []}
    return result


def _choice(prompt: Json, pick: Pick) -> Json:
    options = list(prompt["options"])
    if prompt["least"] == prompt["most"] == 1:
        return options[pick(len(options))]
    count = prompt["least"] + pick(prompt["most"] - prompt["least"] + 1)
    return [options.pop(pick(len(options))) for _ in range(count)]


def _purchase(prompt: Json, pick: Pick) -> Json:
    if not prompt["least"]:
        return {}
    ware = prompt["shelf"][pick(len(prompt["shelf"]))]
    return {ware["id"]: prompt["least"]}


def all_seats(client: Any, opened: Any) -> dict[str, str]:
    """Return the links of a table that was opened on the pages, by seat; accept every invitation."""
    assert opened.status_code == 303, opened.text
    page = client.get(opened.headers["Location"]).text
    links = dict(OWN.findall(page))
    for seat, word in INVITED.findall(page):
        links[seat] = client.post(f"/api/v1/invitations/{word}", json={}).json["link"]
    return {**{seat: link for seat, link in links.items() if seat != "everyone"}, **links}
