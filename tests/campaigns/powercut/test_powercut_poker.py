"""The power fails at every act on the disks of one whole hand of poker with two side pots."""

from collections import deque
from random import Random

from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.campaigns.powercut.powercut import run
from tests.campaigns.powercut.powercut_disk import ModelCopy
from tests.campaigns.powercut.powercut_share import Share

STACKS = {1: 10, 2: 30, 3: 60, 4: 90}
FOUR_SEATS = 11
"""A seed whose table has four spots or more."""


def keys(*pressed: Key) -> list[Event]:
    return list(map(KeyPressed, pressed))


def amount(dollars: int) -> list[Event]:
    return keys(*(DIGIT_KEYS[int(digit)] for digit in str(dollars)))


def cards(names: str) -> list[Event]:
    return [CardRead(parse_card(name)) for name in names.split()]


def seat(spot: int, dollars: int) -> list[Event]:
    return keys(Key.EMPTY_PLACE, *[Key.NEXT_PLACE] * spot) + amount(dollars) + keys(Key.SIT_DOWN)


def hand() -> list[Event]:
    """Return all that happens from the opened table to the pushed pots.

    Spot 1 is all in before the flop for 10, spot 2 on it for 30, spot 3 on the river for 60. Spot
    1 has the best hand, then 2, then 3. A bet is taken back, and one is refused.
    """
    return [
        *keys(Key.CONFIRM),
        *(event for spot, dollars in STACKS.items() for event in seat(spot, dollars)),
        *keys(Key.POST_BLINDS, Key.CARDS_DEALT),
        *(*amount(6), *keys(Key.RAISE, Key.CALL, Key.ALL_IN, Key.CALL, Key.CALL, Key.CALL)),
        *(*keys(Key.BURN_CARD), *cards("7H 8D 2C"), *keys(Key.ALL_IN, Key.CALL, Key.CALL)),
        *(*keys(Key.BURN_CARD), *cards("KS"), *amount(1), *keys(Key.BET)),
        *(*amount(20), *keys(Key.BET, Key.UNDO), *amount(15), *keys(Key.BET, Key.CALL)),
        *(*keys(Key.BURN_CARD), *cards("3S"), *keys(Key.ALL_IN, Key.CALL)),
        *(*cards("JS JH"), *keys(Key.SHOW_HAND), *cards("TS TH"), *keys(Key.SHOW_HAND)),
        *(
            *cards("AS AH"),
            *keys(Key.SHOW_HAND),
            *cards("QS QH"),
            *keys(Key.SHOW_HAND, Key.CONFIRM),
        ),
    ]


class Keyed:
    """A dealer who has one hand to deal, and confirms the felt after a restart."""

    def __init__(self, _chance: Random, _game: str, table: Table) -> None:
        self.table = table
        self._due = deque(hand())

    def act(self, loop: TableLoop, now: int) -> None:
        is_restarted = self.table.state.device.trouble.felt_unconfirmed
        event = KeyPressed(Key.CONFIRM) if is_restarted else self._due.popleft()
        loop.handle_and_follow([event], Millis(now))


def test_every_cut_of_a_hand_recovers() -> None:
    tables: list[Table] = []

    def keyed(chance: Random, game: str, table: Table) -> Keyed:
        tables.append(table)
        return Keyed(chance, game, table)

    count = Share("poker-room", 1, FOUR_SEATS, ModelCopy, keyed).run()
    assert count.differences == []
    assert count.counts["cuts"] > 10 * len(hand())
    [table] = tables
    game = table.state.game
    assert isinstance(game, PokerRoom)
    stacks = {spot: seat.cents // 100 for spot, seat in game.poker_state.seats.items()}
    assert stacks == {1: 40, 2: 60, 3: 60, 4: 30}


def test_every_cut_of_random_game_recovers() -> None:
    report = run(1, seed=4, processes=1, games=("poker-room",))
    assert report.differences == ()
    assert report.rounds >= 1
