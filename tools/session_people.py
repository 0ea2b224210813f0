"""The people at the table while a technician mends it: a dealer with a player, a supervisor."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from sim.machines.rfid_shoe import SimRfidShoe
from tools.session_table import BATCH, CHIP, ServedTable, Unlike

SPOT: Final = Place(1, "player")
NATURAL: Final = ("9S", "3D", "KH", "4C")
"""In the order of the deal: the player's hand has nine, the banker's seven."""
PUSH_MS: Final = 100
FELT_S: Final = 3.0
PRESSES: Final = 30
"""How long a key is held, how soon the table must have felt it, and how often it is pressed."""
SURE_MS: Final = 150
"""How long a supervisor's hand is on his key before he does anything else."""


class People:
    """The hands at one table. Each of their acts ends when the table has understood it."""

    def __init__(self, table: ServedTable) -> None:
        self._table = table

    # the supervisor

    @contextmanager
    def key_turned(self) -> Iterator[None]:
        """The supervisor's key, turned on and then off."""
        self._act_once(on=True)
        try:
            yield
        finally:
            self._act_once(on=False)

    def clear(self) -> None:
        """Turn the supervisor's key and press CLEAR."""
        with self.key_turned():
            self._table.until(lambda now: "clear" in now.keys)
            self._press(Key.CLEAR_FAULTS, lambda now: "clear" not in now.keys)

    def _act_once(self, *, on: bool) -> None:
        self._table.hands.turn_key_switch(is_on=on)
        self._table.until(lambda now: now.key_switch is on)
        self._table.hands.wait(SURE_MS)

    # the dealer

    def open(self) -> None:
        """Open the table."""
        self._table.until(lambda now: now.ask.do is Act.OPEN_TABLE)
        self._press(Key.CONFIRM, lambda now: now.ask.do is Act.PLACE_BETS)

    def close(self) -> None:
        """Close the table, with the supervisor's key turned."""
        with self.key_turned():
            self._press(Key.CONFIRM, lambda now: now.phase == "closed")

    def confirm_felt(self) -> None:
        """Look at the felt, as the display asks, and say that it lies so."""
        self._table.until(lambda now: now.ask.do is Act.CONFIRM_FELT and not now.faults)
        self._press(Key.CONFIRM, lambda now: not now.stopped)

    def bet(self) -> None:
        """Have a player lay a chip."""
        self._table.until(lambda now: now.ask.do is Act.PLACE_BETS)
        self._table.hands.lay_chip(SPOT, CHIP)
        self._table.until(lambda now: any(spot.bets for spot in now.spots.values()))
        self._table.until(lambda now: "no_more_bets" in now.keys)

    def close_bets(self) -> None:
        """Let no more bets be laid."""
        self._press(Key.NO_MORE_BETS, lambda now: now.ask.do is Act.DEAL_CARD)

    def deal(self, names: Sequence[str] = NATURAL) -> None:
        """Deal cards, each when it is due."""
        for name in names:
            self._draw(parse_card(name))

    def _draw(self, card: Card) -> None:
        dealt = _dealt(self._table.until(lambda now: now.ask.do is Act.DEAL_CARD))
        self._table.hands.draw_card(card)
        self._table.until(lambda now: _dealt(now) == dealt + 1)

    def draw_foreign(self) -> None:
        """Draw a card of another batch past the reader."""
        shoe = self._table.sim.shoe
        assert isinstance(shoe, SimRfidShoe)  # noqa: S101
        shoe.lay_tags(next(uid for uid, card in self._table.tags.items() if card.batch != BATCH))

    def take_card(self) -> None:
        """Take the card out that lies before the reader."""
        self._table.sim.shoe.remove_card()

    def settle(self) -> Status:
        """Pay the player, give his stake back, and end the round."""
        self._table.until(lambda now: now.ask.do is Act.PAY_BET)
        self._press(Key.NEXT_PAYMENT, lambda now: now.ask.do is Act.CONFIRM_PAID)
        self._table.hands.sweep_chips(SPOT, None)
        return self._press(Key.CONFIRM, lambda now: now.ask.do is Act.PLACE_BETS)

    def play(self) -> Status:
        """Play a whole round, and return the state of the table after it."""
        self._table.sim.shoe.prepare_game()
        self.bet()
        self.close_bets()
        self.deal()
        return self.settle()

    def _press(self, key: Key, so: Callable[[Status], bool]) -> Status:
        """Press a key until the table is `so`: again, where a busy one has not felt it."""
        self._table.until(lambda now: key.value in now.keys)
        for _ in range(PRESSES - 1):
            with self._pushed(key), suppress(Unlike):
                return self._table.until(so, FELT_S)
        with self._pushed(key):
            return self._table.until(so)

    @contextmanager
    def _pushed(self, key: Key) -> Iterator[None]:
        self._table.sim.hold_key(key)
        self._table.hands.wait(PUSH_MS)
        try:
            yield
        finally:
            self._table.sim.release_key(key)
            self._table.hands.wait(PUSH_MS)


def _dealt(status: Status) -> int:
    return sum(map(len, status.cards.values()))
