"""The resources of everyone at the table: hands, eyes, chips, and a service that may be gone."""

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import Status
from sim.bench.sim_table import SimTable
from sim.people.hands import TableHands
from tests.campaigns.kill.chip_box import ChipBox
from tests.campaigns.kill.history import Difference
from tests.campaigns.kill.truth import Round

ROOTED_S: Final = 12.0
"""How long a table that tells one and the same is waited out."""


READ_WITHIN_S: Final = 3.0


class PowerOff(Exception):
    """The service has been killed."""


class Service(Protocol):
    """What the people know of the service; `life` counts its starts."""

    life: int

    def look(self) -> Status:
        """Return the status. Raises PowerOff."""
        ...

    def rest(self, millis: int) -> None:
        """Let the time pass. Raises PowerOff."""
        ...


class Floor:
    """One table as its people share it."""

    def __init__(
        self,
        table: SimTable,
        chips: ChipBox,
        service: Service,
        reads: Callable[[Status], bool],
        chance: random.Random,
    ) -> None:
        self.table = table
        self.chips = chips
        self.chips.table = table
        self.service = service
        self.chance = chance
        self.counts: Counter[str] = Counter()
        self.round = Round()
        self.hands = TableHands(table, {}, service.rest, 0)
        self._reads = reads
        self._stood: tuple[Status | None, float] = (None, 0.0)

    def let_go(self) -> None:
        """Take the hands off the keys."""
        self._stood = (None, 0.0)
        for key in self.table.wiring.keys.keys.values():
            self.table.release_key(key)

    def look(self) -> Status:
        """Return the status when the dealer's display reads as it says: people act on what is lit.

        Raises PowerOff; Difference where the display never does, or the table stands still.
        """
        end = time.monotonic() + READ_WITHIN_S
        while not self._reads(status := self.service.look()):
            if time.monotonic() > end:
                raise Difference(f"the dealer's display does not read as is told: {status}")
            self.service.rest(10)
        now = time.monotonic()
        before, since = self._stood
        if before is None or telling(before) != telling(status):
            self._stood = (status, now)
        elif now - since > ROOTED_S:
            raise Difference(f"the table stands still: {status}\nfelt {self.chips.felt()}")
        return status

    def press(self, key: Key, status: Status) -> Status:
        """Press, and wait a second until the table tells something else."""
        self.hands.press_key(key)
        return self.wait_for(lambda now: telling(now) != telling(status), 1.0)

    def wait_for(self, seen: Callable[[Status], bool], seconds: float) -> Status:
        """Return what is reported when it is as `seen` wants it, or after so long."""
        end = time.monotonic() + seconds
        while not seen(status := self.service.look()) and time.monotonic() < end:
            self.service.rest(10)
        return status

    def pause(self, most_ms: int) -> None:
        """Hesitate."""
        self.service.rest(self.chance.randrange(most_ms))


def bets_shown(status: Status) -> dict[tuple[int, str], int]:
    spots = status.spots.items()
    return {(spot, bet.on): bet.cents for spot, state in spots for bet in state.bets}


def cards_shown(status: Status) -> dict[str, list[str]]:
    return {hand: list(cards) for hand, cards in status.cards.items()}


def telling(status: Status) -> tuple[object, ...]:
    """Return what a person at the table would notice."""
    return (status.ask, status.round, status.stopped, status.dealer, status.keys, status.cards)
