"""Far ends and hands that record the real chips, and the results of throws."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from firmware.core.vocabulary.places import Place
from sim.bench.felt import SimFelt
from sim.bench.sim_table import SimTable
from sim.people.hands import TableHands

if TYPE_CHECKING:
    from tests.campaigns.faults.faults_service import FaultyService

PATIENCE_MS: Final = 12_000
"""Longer than the table waits for the rest of a result."""


History = dict[Place, list[tuple[int, tuple[bytes, ...]]]]


class WatchedTable(SimTable):
    """The far ends, and an account of what was really laid where, and when."""

    history: History

    def watch(self, now: Callable[[], int]) -> None:
        """Begin the account."""
        self.history = {}
        self.felt = WatchedFelt(self.felt, self.history, now)


class WatchedFelt(SimFelt):
    """A felt in place of another, with the same chips, antennas and sensors."""

    def __init__(self, felt: SimFelt, history: History, now: Callable[[], int]) -> None:
        vars(self).update(vars(felt))
        self._history = history
        self._now = now

    def put_chip(self, place: Place, chip: bytes) -> None:
        super().put_chip(place, chip)
        self._note(self.shared_place(place))

    def take_chip(self, place: Place, chip: bytes) -> None:
        super().take_chip(place, chip)
        self._note(self.shared_place(place))

    def _note(self, place: Place) -> None:
        self._history.setdefault(place, [(0, ())]).append((self._now(), tuple(self.stacks[place])))


class WatchedHands(TableHands):
    """Hands of people who keep in mind what they have drawn, and wait for a supervisor."""

    service: "FaultyService"
    away = False
    """Whether the supervisor is."""

    def key_result(self, symbols: Sequence[str], *, readings: int, faces: bool) -> None:
        """Key what lies there: what was thrown before stands until the table has taken it."""
        came = self.service.came
        if not came:
            came.append(tuple(symbols))
        for _ in range(readings):
            self._let_be_forgotten()
            if came:
                super().key_result(came[-1], readings=1, faces=faces)

    def _let_be_forgotten(self) -> None:
        """Wait until the table has forgotten what was half keyed."""
        for _ in range(PATIENCE_MS // 100):
            instrument = self.service.look().instrument
            if not (instrument and instrument.keyed):
                return
            self.wait(100)

    def turn_key_switch(self, *, is_on: bool) -> None:
        """The supervisor comes as soon as he is there."""
        while is_on and self.away:
            self.wait(100)
        super().turn_key_switch(is_on=is_on)
