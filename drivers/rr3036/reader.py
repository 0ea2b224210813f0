"""The readers of chips and of hands: they read their antennas in turn, and report what changes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from drivers.part import Part
from drivers.rr3036 import protocol
from drivers.rr3036.occupancy import Lying
from drivers.rr3036.protocol import Framer, Reply
from drivers.rr3036.seats import SeatCards
from drivers.rr3036.stacks import Stacks
from drivers.rr3036.steps import FIELD, INFORM, SELECT, Step
from drivers.tags.chips import ChipRegistry
from drivers.tags.decks import DeckRegistry
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.places import Place
from hal.errors import BadReply, HardwareError, PortLost
from hal.ports import Millis, SerialPort

REST: Final = Millis(2000)
"""Between two sweeps at a closed table, which has no bets."""
TRIES: Final = 3
LOOKS: Final = 5
INFORMATION: Final = "GetReaderInformation"


@dataclass(slots=True)
class _Visit:
    """The looks at the antenna whose turn it is."""

    antenna: int = 0
    """Its index, in the order of the sweep."""
    looks: int = 0
    last: frozenset[bytes] | None = None
    """The chips of the last look; None before it, and if it was uncertain."""

    def move_on(self, antennas: int) -> bool:
        """Go to the next antenna; return whether the sweep has ended."""
        self.antenna = (self.antenna + 1) % antennas
        self.looks = 0
        self.last = None
        return self.antenna == 0


class AntennaReader(Part):
    """An RR3036-class reader with an antenna, numbered from 1, at each place.

    One exchange is in flight at a time. A reply does not name its command: so bytes from before a
    command never answer it, the antenna is selected again for every look, and after a failure the
    reader is asked for its information, whose reply has a length of its own and comes after every
    late reply.

    A changed stack is read again at once; two equal looks in a row make a change. A stack without
    two equal looks in `LOOKS` keeps its last amount until the next sweep; then it is a fault. At a
    closed table, which has no bets, one look is enough at a place not yet read if it finds nothing.
    Untried on real hardware. Raises PortLost when three exchanges fail with no inventory answered
    between them, BadReply when the last of them was refused.
    """

    frames: Mapping[str, bytes] = MappingProxyType({INFORMATION: protocol.INFORMATION})

    def __init__(self, port: SerialPort, antennas: Mapping[int, Place], stacks: Lying) -> None:
        if not antennas or not all(1 <= number <= 255 for number in antennas):
            raise ValueError("the antennas are numbered from 1 to 255, and there is at least one")
        if len(set(antennas.values())) < len(antennas):
            raise ValueError("each place has one antenna")
        self.swept = 0
        """Whole sweeps since the start."""
        self.health: Counter[str] = Counter()
        """Failed exchanges (`silent`, `refused`), `uncertain` looks, `stray` replies, and bytes
        `dropped`."""
        self._port = port
        self._closed = False
        self._places = tuple(antennas.values())
        self._selects = tuple(map(protocol.select, antennas))
        self._numbers = tuple(antennas)
        self._stacks = stacks
        self._framer = Framer()
        self._begin()

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether every place was read since the start."""
        return self.swept > 0

    def start(self, now: Millis) -> None:
        """Open the port and set the reader up; every place is then read and reported again."""
        self._port.reopen()
        self._stacks.forget()
        self._begin()
        self._send(FIELD, now)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Process the reader's replies and send; return changed amounts and faults."""
        replies = self._framer.feed(self._port.read(), now)
        answer = None if self._rests else next(filter(self._is_answer, replies), None)
        strays = len(replies) - (answer is not None)
        if strays:
            self.health["stray"] += strays
        self.health["dropped"] = self._framer.dropped
        if answer is not None:
            return self._take(answer, now)
        if self._rests and now >= self.due:
            self._send(SELECT, now)
        elif now >= self.due:
            self._fail("silent", PortLost(f"{self._port.path}: the chip reader is silent"), now)
        return ()

    def lying(self) -> dict[int, frozenset[bytes] | None] | None:
        """Return the chips on each antenna; None while any is uncertain or not reported."""
        if not self._stacks.at_rest:
            return None
        return dict(zip(self._numbers, self._stacks.all_lying(), strict=True))

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Ask the reader for its information before the next look."""
        self._informs = True
        self._end_rest(now)

    def show(self, panel: Panel, now: Millis) -> None:
        """Sweep without a pause unless the table is closed."""
        self._closed = panel.closed
        if not self._closed:
            self._end_rest(now)

    def _begin(self) -> None:
        self.swept = 0
        self._visit = _Visit()
        self._failures = 0
        self._rests = False
        """Whether it waits for the next sweep, with no exchange in flight."""
        self._informs = False
        """Whether to ask for its information before the next look."""

    def _send(self, step: Step, now: Millis) -> None:
        if step is SELECT and self._informs:
            self._informs, step = False, INFORM
        self._step = step
        self._rests = False
        self.due = Millis(now + step.within)
        self._framer.clear()
        self._port.write(step.command or self._selects[self._visit.antenna])

    def _is_answer(self, reply: Reply) -> bool:
        return reply.is_refusal or self._step.is_answer(reply)

    def _take(self, reply: Reply, now: Millis) -> Sequence[Event]:
        if reply.is_refusal:
            error = BadReply(f"{self._port.path}: the chip reader refused: {reply.status:02X}")
            self._fail("refused", error, now)
        elif self._step.then is None:
            self._failures = 0
            return self._look(reply.tags, now)
        else:
            self._send(self._step.then, now)
        return ()

    def _fail(self, how: str, error: HardwareError, now: Millis) -> None:
        self.health[how] += 1
        self._failures += 1
        if self._failures == TRIES:
            raise error
        self._send(FIELD, now)

    def _look(self, chips: frozenset[bytes] | None, now: Millis) -> Sequence[Event]:
        visit = self._visit
        place = self._places[visit.antenna]
        visit.looks += 1
        if chips is None:
            self.health["uncertain"] += 1
        elif chips in (visit.last, self._stacks.lying(place)) or self._is_bare(place, chips):
            self._stacks.lay(place, chips)
            return self._onward(now)
        visit.last = chips
        if visit.looks == LOOKS:
            self._stacks.doubt(place)
            return self._onward(now)
        self._send(SELECT, now)
        return ()

    def _is_bare(self, place: Place, chips: frozenset[bytes]) -> bool:
        """Whether a first look that finds nothing is enough."""
        is_first = self._stacks.lying(place) is None and self._visit.looks == 1
        return self._closed and is_first and not chips

    def _onward(self, now: Millis) -> Sequence[Event]:
        ended = self._visit.move_on(len(self._places))
        self.swept += ended
        if ended and self._closed:
            self._rests, self.due = True, Millis(now + REST)
        else:
            self._send(SELECT, now)
        return list(self._stacks.news(sweep_ended=ended))

    def _end_rest(self, now: Millis) -> None:
        if self._rests:
            self.due = now


class ChipReader(AntennaReader):
    """The reader of the chips at each place."""

    name = "chips"
    shows = ("closed",)

    def __init__(
        self, port: SerialPort, antennas: Mapping[int, Place], registry: ChipRegistry
    ) -> None:
        super().__init__(port, antennas, Stacks(antennas.values(), registry))


class SeatReader(AntennaReader):
    """The reader of the cards face down before each seat, which it tells nobody."""

    name = "seats"
    shows = ("closed", "laid_out")

    def __init__(
        self,
        port: SerialPort,
        antennas: Mapping[int, Place],
        registry: DeckRegistry,
        batch: str,
    ) -> None:
        self._cards = SeatCards(antennas.values(), registry, batch)
        super().__init__(port, antennas, self._cards)

    def show(self, panel: Panel, now: Millis) -> None:
        """Compare what lies open with what lies face down."""
        super().show(panel, now)
        self._cards.compare_with(panel.laid_out)
