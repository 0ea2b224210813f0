"""The readers of chips and of hands: they read their antennas in turn, and report changes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from drivers.part import Part
from drivers.rr3036 import protocol
from drivers.rr3036.message_table import UNASKED
from drivers.rr3036.messages import Rr3036Messages
from drivers.rr3036.occupancy import Occupancy
from drivers.rr3036.protocol import Rr3036Framer, Rr3036Reply
from drivers.rr3036.seats import SeatCards
from drivers.rr3036.stacks import ChipStacks
from drivers.rr3036.steps import FIELD_STEP, INFORM_STEP, SELECT_STEP, ReaderStep
from drivers.tags.chip_registry import ChipRegistry
from drivers.tags.deck_registry import DeckRegistry
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.places import Place
from hal.errors import HardwareError, PortLost, WrongAnswers
from hal.ports import Millis, SerialPort

CLOSED_TABLE_PAUSE: Final = Millis(2000)
"""Between two sweeps at a closed table, which has no bets."""
MAX_ATTEMPTS: Final = 3
MAX_READINGS: Final = 5
INFORMATION: Final = "GetReaderInformation"


@dataclass(slots=True)
class _AntennaVisit:
    """The readings at the present antenna."""

    antenna: int = 0
    """Its index, in the order of the sweep."""
    readings: int = 0
    last_reading: frozenset[bytes] | None = None
    """The chips of the last reading; None before it, and if it was uncertain."""

    def advance(self, antennas: int) -> bool:
        """Go to the next antenna; return whether the sweep has ended."""
        self.antenna = (self.antenna + 1) % antennas
        self.readings = 0
        self.last_reading = None
        return self.antenna == 0


class AntennaReader(Part):
    """An RR3036-class reader with an antenna, numbered from 1, at each place.

    One exchange is in flight at a time. A reply does not name its command: so bytes from before a
    command never answer it, the antenna is selected again for every reading, and after a failure
    the reader is asked for its information, whose reply has a length of its own and comes after
    every late reply.

    A changed stack is read again at once; two equal readings in a row make a change. A stack
    without two equal readings in `MAX_READINGS` has its old amount until the next sweep; then it is
    a fault. At a closed table, which has no bets, one reading is enough at a place not yet read if
    it finds nothing. Untried on real hardware. Raises PortLost when three exchanges fail with no
    inventory answered between them, WrongAnswers if the last of them was refused, or if sound
    frames came in place of its answer.
    """

    frames: Mapping[str, bytes] = MappingProxyType({INFORMATION: protocol.INFORMATION})
    reads_cards: ClassVar[bool] = False
    """Whether a reply may name a card: no octet of it is then shown."""

    def __init__(
        self, port: SerialPort, antennas: Mapping[int, Place], occupancy: Occupancy
    ) -> None:
        if not antennas or not all(1 <= number <= 255 for number in antennas):
            raise ValueError("the antennas are numbered from 1 to 255, and there is at least one")
        if len(set(antennas.values())) < len(antennas):
            raise ValueError("each place has one antenna")
        self.sweeps = 0
        """Whole sweeps since the start."""
        self.health: Counter[str] = Counter()
        """Failed exchanges (`silent`, `unanswered`, `refused`), `uncertain` readings, `stray`
        replies, and bytes `dropped`."""
        self.messages: Rr3036Messages = Rr3036Messages(self.health, reads_cards=self.reads_cards)
        self._serial_port = port
        self._closed = False
        self._places = tuple(antennas.values())
        self._select_commands = tuple(map(protocol.select_antenna, antennas))
        self._antenna_numbers = tuple(antennas)
        self._occupancy = occupancy
        self._framer = Rr3036Framer()
        self._reset_state()

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether every place was read since the start."""
        return self.sweeps > 0

    def start(self, now: Millis) -> None:
        """Open the port and set the reader up; every place is then read again."""
        self._serial_port.reopen()
        self._occupancy.forget_tags()
        self._reset_state()
        self._send_step(FIELD_STEP, now)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Process the reader's replies and send; return changed amounts and faults."""
        replies = self._framer.feed(self._serial_port.read(), now)
        # The first reply that fits; one of a command before, still on its way, does not.
        answer = None if self._is_resting else next(filter(self._is_answer, replies), None)
        self._note_replies(replies, answer, now)
        if answer is not None:
            return self._handle_reply(answer, now)
        if self._is_resting and now >= self.due:
            self._send_step(SELECT_STEP, now)
        elif now >= self.due:
            self._handle_timeout(now)
        return ()

    def antenna_tags(self) -> dict[int, frozenset[bytes] | None] | None:
        """Return the chips on each antenna; None while any is uncertain or not reported."""
        if not self._occupancy.is_settled:
            return None
        return dict(zip(self._antenna_numbers, self._occupancy.all_place_tags(), strict=True))

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Ask the reader for its information before the next reading."""
        self._information_requested = True
        self._end_rest(now)

    def show(self, panel: Panel, now: Millis) -> None:
        """Sweep without a pause unless the table is closed."""
        self._closed = panel.closed
        if not self._closed:
            self._end_rest(now)

    def _reset_state(self) -> None:
        self.sweeps = 0
        self._antenna_visit = _AntennaVisit()
        self._failures = 0
        self._is_resting = False
        """Whether it waits for the next sweep, with no exchange in flight."""
        self._information_requested = False
        """Whether to ask for its information before the next reading."""
        self._sound_frames = 0
        """Since the first time-out, if that was the first failure in a row."""

    def _send_step(self, step: ReaderStep, now: Millis) -> None:
        if step is SELECT_STEP and self._information_requested:
            self._information_requested, step = False, INFORM_STEP
        self._current_step = step
        self._is_resting = False
        self.due = Millis(now + step.timeout)
        self._framer.clear_buffer()
        # Bytes from before the command were cleared: they can't answer it.
        self._serial_port.write(step.command or self._select_commands[self._antenna_visit.antenna])

    def _note_replies(
        self, replies: Sequence[Rr3036Reply], answer: Rr3036Reply | None, now: Millis
    ) -> None:
        for reply in replies:
            command = self._current_step.name if reply is answer else UNASKED
            self.messages.note_reply(command, reply, now)
        stray_replies = len(replies) - (answer is not None)
        if stray_replies:
            self.health["stray"] += stray_replies
        self.health["dropped"] = self._framer.dropped_bytes
        self._sound_frames += len(replies) + len(self._framer.foreign_frames)
        while self._framer.foreign_frames:
            self.messages.note_foreign_frame(self._framer.foreign_frames.popleft(), now)

    def _is_answer(self, reply: Rr3036Reply) -> bool:
        return reply.is_refusal or self._current_step.is_answer(reply)

    def _handle_reply(self, reply: Rr3036Reply, now: Millis) -> Sequence[Event]:
        if reply.is_refusal:
            error = WrongAnswers(
                f"{self._serial_port.path}: the chip reader refused: {reply.status:02X}"
            )
            self._count_failure("refused", error, now)
        elif self._current_step.next_step is None:
            self._failures = 0
            return self._judge_reading(reply.tag_uids, now)
        else:
            self._send_step(self._current_step.next_step, now)
        return ()

    def _handle_timeout(self, now: Millis) -> None:
        path = self._serial_port.path
        if self._sound_frames:
            error = WrongAnswers(f"{path}: no answer to {self._current_step.name}")
            self._count_failure("unanswered", error, now)
        else:
            self._count_failure("silent", PortLost(f"{path}: the chip reader is silent"), now)
        # the reader may have gone silent in this very exchange
        if self._failures == 1:
            self._sound_frames = 0

    def _count_failure(self, counter_name: str, error: HardwareError, now: Millis) -> None:
        self.health[counter_name] += 1
        self._failures += 1
        # FIELD_STEP begins the whole set-up again: the reader may have lost its power.
        if self._failures == MAX_ATTEMPTS:
            raise error
        self._send_step(FIELD_STEP, now)

    def _judge_reading(self, chips: frozenset[bytes] | None, now: Millis) -> Sequence[Event]:
        antenna_visit = self._antenna_visit
        place = self._places[antenna_visit.antenna]
        antenna_visit.readings += 1
        if chips is None:
            self.health["uncertain"] += 1
        elif chips in (
            antenna_visit.last_reading,
            self._occupancy.place_tags(place),
        ) or self._is_empty_first_reading(place, chips):
            # Equal to the last reading, or to the known stack: both are two equal readings.
            self._occupancy.set_place_tags(place, chips)
            return self._next_antenna(now)
        antenna_visit.last_reading = chips
        if antenna_visit.readings == MAX_READINGS:
            self._occupancy.note_uncertain(place)
            return self._next_antenna(now)
        self._send_step(SELECT_STEP, now)
        return ()

    def _is_empty_first_reading(self, place: Place, chips: frozenset[bytes]) -> bool:
        """Whether a first reading that finds nothing is enough."""
        is_first = self._occupancy.place_tags(place) is None and self._antenna_visit.readings == 1
        return self._closed and is_first and not chips

    def _next_antenna(self, now: Millis) -> Sequence[Event]:
        sweep_ended = self._antenna_visit.advance(len(self._places))
        self.sweeps += sweep_ended
        if sweep_ended and self._closed:
            self._is_resting, self.due = True, Millis(now + CLOSED_TABLE_PAUSE)
        else:
            self._send_step(SELECT_STEP, now)
        return list(self._occupancy.take_events(sweep_ended=sweep_ended))

    def _end_rest(self, now: Millis) -> None:
        if self._is_resting:
            self.due = now


class ChipReader(AntennaReader):
    """The reader of the chips at each place."""

    name = "chips"
    panel_fields = ("closed",)

    def __init__(
        self, port: SerialPort, antennas: Mapping[int, Place], registry: ChipRegistry
    ) -> None:
        super().__init__(port, antennas, ChipStacks(antennas.values(), registry))


class SeatReader(AntennaReader):
    """The reader of the cards face down before each seat; no event of it names a card."""

    name = "seats"
    panel_fields = ("closed", "laid_out")
    reads_cards = True

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
        """Compare the exposed cards with those under the seats' antennas."""
        super().show(panel, now)
        self._cards.compare_with(panel.laid_out)
