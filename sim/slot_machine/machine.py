"""A slot machine: its meters, doors, games and lot, and its exceptions."""

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Final

LONGEST_QUEUE: Final = 20
OVERFLOW: Final = 0x70
COIN_IN, COIN_OUT, JACKPOT, PLAYED, WON, DROP = 0x00, 0x01, 0x02, 0x05, 0x06, 0x24
SHUT_WITH: Final = {0x11: 0x12, 0x13: 0x14, 0x15: 0x16, 0x19: 0x1A, 0x1D: 0x1E}


@dataclass(frozen=True)
class Cabinet:
    """The make of a machine: its denomination, its pay table and base."""

    address: int
    code: int = 0x04
    """Of its denomination: a quarter."""
    cents: int = 25
    coins: int = 3
    group: int = 1
    pay_table: str = "PT9012"
    base: int = 9012
    serial: str = "SIM00001"
    games: tuple[tuple[str, int], ...] = ()
    """The pay table and the base of each game, if there are several."""


class Exceptions:
    """The queue: the oldest is lost when it is full, and 70 is told at the next chance."""

    def __init__(self) -> None:
        self._waiting: deque[int] = deque(maxlen=LONGEST_QUEUE)
        self._lost = False

    def put(self, code: int) -> None:
        self._lost |= len(self._waiting) == LONGEST_QUEUE
        self._waiting.append(code)

    @property
    def next(self) -> int:
        """The exception that is told next; 00 if there is none."""
        if self._lost:
            return OVERFLOW
        return self._waiting[0] if self._waiting else 0

    def drop(self, code: int) -> None:
        """Forget the exception that was told, once the host has taken it."""
        if code == OVERFLOW:
            self._lost = False
        elif self._waiting and self._waiting[0] == code:
            self._waiting.popleft()


@dataclass
class Lot:
    """A lot at a machine, as last heard and as won, in cents."""

    heard: int | None = None
    heard_at: int = 0
    won: int = 0


@dataclass
class SimSlotMachine:
    """The acts are those of players and attendants. Not modelled: notes, tickets, hoppers."""

    cabinet: Cabinet
    meters: dict[int, Counter[int]] = field(default_factory=lambda: {0: Counter()})
    """By game; 0 is the machine."""
    exceptions: Exceptions = field(default_factory=Exceptions)
    lot: Lot = field(default_factory=Lot)
    playing: int = 0
    """The number of the game in progress, from 1; 0 is none."""
    powered: bool = True
    shut_down: bool = False

    # players

    def begin(self, coins: int, game: int = 1) -> None:
        """Begin a game, for so many credits."""
        self.playing = game
        self._count(COIN_IN, coins)
        self.exceptions.put(0x7E)

    def end(self, won: int = 0) -> None:
        """End the game; it has won so many credits."""
        self._count(COIN_OUT, won)
        self._count(PLAYED, 1)
        self._count(WON, 1 if won else 0)
        self.exceptions.put(0x7F)
        self.playing = 0

    def win_lot(self) -> int:
        """Win the lot in the game, as it was last heard; return its cents."""
        self.lot.won = self.lot.heard or 0
        self._count(JACKPOT, self.lot.won // self.cabinet.cents)
        self.exceptions.put(0x56)
        self.exceptions.put(0x51)
        return self.lot.won

    # attendants and mishaps

    def pay_by_hand(self) -> None:
        self.exceptions.put(0x52)

    def open(self, door: int = 0x11) -> None:
        self.exceptions.put(door)

    def shut(self, door: int = 0x11) -> None:
        self.exceptions.put(SHUT_WITH[door])

    def tilt(self, code: int = 0x20) -> None:
        self.exceptions.put(code)

    def reset_meters(self) -> None:
        for counted in self.meters.values():
            counted.clear()
        self.exceptions.put(0x7A)

    def cut_power(self) -> None:
        """Take the power away; what waits to be told is kept."""
        self.exceptions.put(0x18)
        self.powered, self.lot.heard = False, None

    def restore_power(self) -> None:
        self.powered = True
        self.exceptions.put(0x17)

    def miss_lot(self, now: int) -> None:
        """Notice that nothing was heard of the lot for 5 s."""
        if self.lot.heard is not None and now - self.lot.heard_at > 5000:
            self.lot.heard = None
            self.exceptions.put(0x53)

    def _count(self, meter: int, by: int) -> None:
        for game in {0, self.playing} & self.meters.keys():
            self.meters[game][meter] += by
