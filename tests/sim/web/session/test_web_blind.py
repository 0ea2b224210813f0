"""A blind exercise at a served table: no message of its socket holds an amount due."""

import asyncio
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
SECRETS = ("5700", "9500", "57.00", "95.00", "57,00", "95,00", '"win"', "prompt.pay", "3 to 2")
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
        self.messages: list[str] = []

    async def act(self, request: AnyPageRequest) -> None:
        await asyncio.to_thread(self.host.execute, request)

    async def until(self, is_seen: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not is_seen():
                read = await self._page.next_messages()
                self.messages += [message.decode() for message in read]

    @property
    def text(self) -> str:
        return "\n".join(self.messages)


async def _paid_blind(host: TableHost, pages: OpenPages) -> None:
    page = pages.open_page()
    assert page is not None
    reader = Reader(host, page)
    await reader.act(requests.StartExercise(exercise="own"))
    await reader.until(lambda: '"begun":true' in reader.text)
    await reader.act(requests.DrawCard())
    await reader.until(lambda: "Blind: take and pay" in reader.text)
    await reader.act(requests.LayChips(spot=1, bet_name="main", cents=2000))
    await reader.until(lambda: '"cents":5800' in reader.text)
    assert host.is_dark
    assert [secret for secret in SECRETS if secret in _without_rules(reader)] == []
    assert host.explain("en", ["prompt.pay"]) == Explanation((), {})
    assert host.settled_bets("en") == SpokenRounds(())
    assert not host.console_socket.exists()
    await reader.act(requests.PressKey(key=Key.CONFIRM))
    await reader.until(lambda: f'"due_cents":{OWED_CENTS}' in reader.text)
    await reader.until(lambda: "$57.00" in reader.text)


def _without_rules(reader: Reader) -> str:
    """Return the messages without the greeting, which has the words and odds of every table."""
    return "\n".join(line for line in reader.text.splitlines() if '"hello"' not in line)


def test_no_message_gives_the_payment_away(served_table: TableHost, pages: OpenPages) -> None:
    asyncio.run(_paid_blind(served_table, pages))
