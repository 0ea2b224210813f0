"""A Keno whose desk is served."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import KeyPressed, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.desk.desk import KenoDesk
from firmware.shell.desk.desk_socket import DeskRequest, DeskSocket, TicketSale, send_desk_request
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.quebec import open_game

PAYTABLE = {"1": {"1": 3}, "2": {"2": 13}}
BALLS = tuple(map(str, range(1, 21)))
DAY = 20_000


class ServedDesk:
    """A Keno whose desk is polled by a thread of its own, as in the service."""

    def __init__(self, path: Path) -> None:
        self.day = DAY
        self.desk = KenoDesk(lambda: self.day)
        self.table = Table(open_game("keno", {"paytable": PAYTABLE}), TableRules(sensed=False))
        self.table.handle(KeyPressed(Key.CONFIRM), 0)
        self.rulings: list[Ruling] = []
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self.path = path

    def _serve(self) -> None:
        while not self._over.wait(0.001):
            for event in self.desk.poll(Millis(0)):
                self.desk.take_rulings(event, self.table.handle(event, 0))

    def draw(self) -> None:
        self.rulings += self.table.handle(ResultSeen(BALLS), 0)

    def ask(
        self, sale: TicketSale | None = None, claim: str | None = None
    ) -> tuple[bool, int, str]:
        answer = send_desk_request(self.path, DeskRequest(sale, claim))
        self.control = answer.control
        return answer.done, answer.cents, answer.why

    def close(self) -> None:
        self._over.set()
        self._thread.join()


@contextmanager
def serving_desk(path: Path) -> Iterator[ServedDesk]:
    with (
        closing(ServedDesk(path)) as served,
        closing(DeskSocket(path, served.desk, Words.load("en"))),
    ):
        yield served
