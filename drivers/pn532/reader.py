"""The tags in the field: two equal looks count, and the chip itself waits at an empty field."""

from collections import Counter
from types import MappingProxyType
from typing import Final

from drivers.pn532.frames import ACK, Frame, Refused, Reply, Taken, encode
from drivers.pn532.links import Link
from drivers.pn532.scan import Looks
from drivers.pn532.targets import LIST, ONE_AT_106A, TWO_AT_106A, uids
from hal.errors import BadReply, HardwareError, PortLost
from hal.ports import Millis

LOOK_EVERY: Final = Millis(20)
"""Between the end of a look and the next; a look that does not count yet has the next at once."""
TAKEN_WITHIN: Final = Millis(25)
ANSWERED_WITHIN: Final = Millis(250)
"""A look at an empty field takes up to 100 ms; other commands some milliseconds."""
WATCHED_FOR: Final = Millis(500)
"""How long the chip waits for a tag by itself before it is asked whether it is still there."""
TRIES: Final = 3
FRESH: Final = Millis(1000)

_PN532: Final = 0x32


class _Step:
    """A command, with its frame, and how long its reply may take."""

    def __init__(self, command: int, data: bytes = b"", within: Millis = ANSWERED_WITHIN) -> None:
        self.command = command
        self.frame = encode(command, data)
        self.within = within


_SAM: Final = _Step(0x14, bytes((0x01, 0x14, 0x01)))
"""Normal mode, with a time-out of 1 s."""
_VERSION: Final = _Step(0x02)
_ONCE: Final = _Step(0x32, bytes((0x05, 0xFF, 0x01, 0x01)))
_FOR_EVER: Final = _Step(0x32, bytes((0x05, 0xFF, 0x01, 0xFF)))
"""Item 5 of RFConfiguration, the retries of a look: a single one, or until a tag answers."""
_WATCH: Final = _Step(LIST, ONE_AT_106A, WATCHED_FOR)
_LOOK: Final = _Step(LIST, TWO_AT_106A)
_RELEASE: Final = _Step(0x52, b"\x00")
_STATUS: Final = _Step(0x04)

_NAMED: Final = {"GetFirmwareVersion": _VERSION, "GetGeneralStatus": _STATUS}
FRAMES: Final = MappingProxyType({name: step.frame for name, step in _NAMED.items()})
"""Commands that may be sent between two looks."""
_AFTER: Final = {_SAM: _VERSION, _VERSION: _ONCE}


class TagReader:
    """A PN532 that reports the UIDs in its field; untried on real hardware.

    `Looks` establishes the field. While that is empty the chip waits for a tag by itself; its reply
    is no look, but has us look, since a chip that waits may tell of only one of two tags. The
    chip's two sums let one damaged frame in 65,536 through, and that one would have to come twice
    with the same error, be exact to the byte in its structure, and be a registered card.

    Raises PortLost or DeviceSilent when TRIES exchanges fail with no look or release between them,
    BadReply on another chip.
    """

    def __init__(self, link: Link) -> None:
        self.identity = ""
        self.health: Counter[str] = link.health
        self.due = Millis(0)
        self._link = link
        self._heard_at = Millis(0)
        self._wanted: _Step | None = None
        """The command to send instead of the next look."""
        self._begin()

    def start(self, now: Millis) -> None:
        """Open the link and set the chip up; the field is then unknown."""
        self._link.open()
        self._begin()
        self._failures = 0
        self._heard_at = now
        self._wake(now)

    def poll(self, now: Millis) -> frozenset[bytes] | None:
        """Return the UIDs in the field if they have just changed for certain, else None."""
        if self._idle:
            if now >= self.due:
                self._look(now)
            return None
        for frame in self._link.receive():
            found = self._hear(frame, now)
            if found is not None:
                return found
        if not self._idle:
            if now >= self._deadline:
                self._miss(now)
            self._await(now)
        return None

    def send(self, name: str) -> None:
        """Send one of `FRAMES` instead of the next look."""
        self._wanted = _NAMED[name]
        if self._watches:
            self.due = self._deadline = Millis(0)

    @property
    def field(self) -> frozenset[bytes] | None:
        """The UIDs in the field; None during a look, and before they are established."""
        rests = self._idle or self._watches
        return self._looks.established if rests and self._wanted is None else None

    def answers(self, now: Millis) -> bool:
        """Return whether the chip has answered within FRESH."""
        return self.has_looked and now - self._heard_at <= FRESH

    def _begin(self) -> None:
        self.has_looked = False
        """Whether a look was answered since the start."""
        self._looks = Looks()
        self._step, self._taken, self._idle = _SAM, False, False
        self._waits = False
        """Whether the chip was told to wait for a tag for ever."""
        self._wanted = None

    @property
    def _watches(self) -> bool:
        """Whether the chip waits for a tag."""
        return self._step is _WATCH and self._taken and not self._idle

    # asking

    def _wake(self, now: Millis) -> None:
        self._link.wake()
        self._ask(_SAM, now)

    def _ask(self, step: _Step, now: Millis) -> None:
        self._step = step
        self._taken = self._idle = self._again = False
        self._link.send(step.frame)
        self._deadline = Millis(now + TAKEN_WITHIN)
        self._await(now)

    def _await(self, now: Millis) -> None:
        self.due = min(self._deadline, Millis(now + self._link.polled_every))

    def _look(self, now: Millis) -> None:
        """Look into the field, or send the command that is wanted instead."""
        wanted, self._wanted = self._wanted, None
        self._ask(wanted or self._next_look(), now)

    def _next_look(self) -> _Step:
        """Return a look, or the retries that it needs before."""
        if self._looks.surely_empty:
            return _WATCH if self._waits else _FOR_EVER
        return _ONCE if self._waits else _LOOK

    def _rest(self, now: Millis) -> None:
        self._idle = True
        self.due = Millis(now + LOOK_EVERY)

    # hearing

    def _hear(self, frame: Frame, now: Millis) -> frozenset[bytes] | None:
        match frame:
            case Taken():
                self._taken = True
                self._deadline = Millis(now + self._step.within)
            case Reply(command, data) if command == self._step.command and self._taken:
                self._heard_at = now
                return self._answered(data, now)
            case Reply():
                self.health["strays"] += 1
            case Refused(why):
                self._fail(why, BadReply(f"{self._link.name}: {why}"), now)
        return None

    def _answered(self, data: bytes, now: Millis) -> frozenset[bytes] | None:
        step = self._step
        if step is _LOOK:
            return self._looked(uids(data), now)
        if step is _VERSION:
            self._identify(data)
        if step is _RELEASE:
            self._failures = 0
        if step in _AFTER:
            self._ask(_AFTER[step], now)
        elif step is _WATCH:
            self._looks.doubtful = True
            self._ask(_RELEASE, now)
        elif step in (_ONCE, _FOR_EVER):
            self._waits = step is _FOR_EVER
            self._look(now)
        elif step is _RELEASE and (self._looks.doubtful or not self._looks.established):
            self._look(now)
        else:
            self._rest(now)
        return None

    def _identify(self, data: bytes) -> None:
        if len(data) != 4 or data[0] != _PN532:
            raise BadReply(f"{self._link.name} is no PN532")
        self.identity = f"PN532 {data[1]}.{data[2]}"

    def _looked(self, found: frozenset[bytes] | None, now: Millis) -> frozenset[bytes] | None:
        if found is None:
            self._fail("bad_looks", BadReply(f"{self._link.name}: nonsense about the field"), now)
            return None
        self._failures = 0
        self.has_looked = True
        if found:
            self._ask(_RELEASE, now)
        else:
            self._rest(now)
        return self._looks.take(found)

    # failing

    def _miss(self, now: Millis) -> None:
        """After a time-out send once more, then wake the chip and begin again.

        A chip that has waited for a tag is given another command, which it must answer.
        """
        if self._watches:
            self._link.send(ACK)
            self._ask(_RELEASE, now)
            return
        if not self._taken and not self._again:
            self.health["resent"] += 1
            self._ask(self._step, now)
            self._again = True
            return
        self._fail("silent", PortLost(f"{self._link.name}: the card reader is silent"), now)

    def _fail(self, how: str, error: HardwareError, now: Millis) -> None:
        self.health[how] += 1
        self._failures += 1
        if self._failures == TRIES:
            raise error
        self._link.send(ACK)
        self._wake(now)
