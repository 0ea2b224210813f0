"""A blind exercise at a served table: no message of its socket holds an amount due."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from random import Random
from typing import Any

import msgspec
import pytest

from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.keys import Key
from firmware.shell.why.spoken_answer import SpokenRounds
from sim.web.bench.table_dir import Seating
from sim.web.messages import messages_in as requests
from sim.web.messages.messages_in import AnyPageRequest
from sim.web.messages.messages_out import Explanation
from sim.web.school.exercise import Exercise
from sim.web.session.host import TableHost
from sim.web.session.pages import OpenPages, PageQueue
from tests.kits.sim.web.received_state import ReceivedState

PATIENCE_S = 120
SAID = {"fr": "Un Blackjack", "en": "A Blackjack"}
BLACKJACK: dict[str, Any] = {
    "id": "own",
    "kind": "pay",
    "title": SAID,
    "task": SAID,
    "situation": {
        "game": "blackjack",
        "steps": [
            {"bet": {"spot": 1, "on": "main", "cents": 3800}},
            {"press": "no_more_bets"},
            {"cards": ["AS", "9D", "KH"]},
        ],
    },
    "cards": ["8C"],
    "acts": [{"do": "deal"}, {"do": "pay", "spot": 1, "on": "main"}, {"do": "confirm"}],
    "exam": {"blind": True},
}
OWED_CENTS = 9500
SECRETS = ("5700", "9500", "57.00", "95.00", "57,00", "95,00", '"win"', "prompt.pay")
"""The amounts due, as cents and in words, and the outcome."""


@pytest.fixture
def pages() -> OpenPages:
    return OpenPages()


@pytest.fixture
def served_table(pages: OpenPages) -> Iterator[TableHost]:
    exercise = msgspec.convert(BLACKJACK, Exercise, dec_hook=decode_plain)
    seating = Seating("blackjack", language="en")
    host = TableHost(seating, pages, Random(1), exercises={"own": exercise})
    with closing(host):
        host.open(play=False, times=1)
        yield host


class Reader:
    """Does a page's acts, and reads every message that its socket would be sent."""

    def __init__(self, host: TableHost, page: PageQueue) -> None:
        self.host, self._page = host, page
        self._received = ReceivedState()
        self.texts: list[str] = []
        """Every state that the page has had, and every other message."""

    async def act(self, request: AnyPageRequest) -> None:
        await asyncio.to_thread(self.host.execute, request)

    async def until(self, is_seen: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not is_seen():
                for message in map(msgspec.json.decode, await self._page.next_messages()):
                    if message["topic"] == "state":
                        self._received.receive(message)
                    self.texts.append(_table_text(message, self._received.topics))

    @property
    def lesson(self) -> dict[str, Any]:
        return self._topic("school").get("lesson") or {"begun": False, "marks": []}

    @property
    def status(self) -> dict[str, Any]:
        return self._topic("status").get("status") or {"dealer": [""]}

    @property
    def has_odds(self) -> bool:
        """Whether the page may read the odds of a bet on the cloth or in a tip."""
        hello = self._topic("hello")
        felt = hello["felt"]
        printed = [place for place in felt["places"] if place["odds"]]
        return bool(hello["tips"] or printed or felt["title"]["line"])

    def _topic(self, name: str) -> dict[str, Any]:
        return self._received.topics.get(name) or {}


def _table_text(message: dict[str, Any], topics: dict[str, Any]) -> str:
    """Return a message, or the state after it, as JSON: without the greeting, which has the words
    and odds of every table, and the counters of parts, which are any number.
    """
    if message["topic"] != "state":
        return json.dumps(message, ensure_ascii=False)
    shown = {name: value for name, value in topics.items() if name != "hello"}
    status = (shown.get("status") or {}).get("status")
    if status:
        shown["status"] = {**status, "parts": [], "machine": None}
    return json.dumps(shown, ensure_ascii=False)


async def _paid_blind(host: TableHost, pages: OpenPages) -> None:
    page = pages.open_page()
    assert page is not None
    reader = Reader(host, page)
    await reader.act(requests.StartExercise(exercise="own"))
    await reader.until(lambda: reader.lesson["begun"])
    await reader.act(requests.DrawCard())
    await reader.until(lambda: reader.status["dealer"][0].startswith("Blind"))
    await reader.act(requests.LayChips(spot=1, bet_name="main", cents=2000))
    await reader.until(lambda: '"cents": 5800' in reader.texts[-1])
    assert host.is_dark
    assert [secret for secret in SECRETS if any(secret in text for text in reader.texts)] == []
    assert host.reasons.explain("en", ["prompt.pay"]) == Explanation((), {})
    assert host.reasons.settled_bets("en") == SpokenRounds(())
    assert not host.console_socket.exists()
    assert not reader.has_odds
    await reader.act(requests.PressKey(key=Key.CONFIRM))
    await reader.until(
        lambda: any(mark["due_cents"] == OWED_CENTS for mark in reader.lesson["marks"])
    )
    await reader.until(lambda: "$57.00" in reader.texts[-1])
    await reader.until(lambda: reader.has_odds)


def test_no_message_gives_the_payment_away(served_table: TableHost, pages: OpenPages) -> None:
    asyncio.run(_paid_blind(served_table, pages))
