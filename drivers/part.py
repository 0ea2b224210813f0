"""The interface of every part to its bus."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from drivers.message_log import MessageLog
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.ports import NEVER, Millis

INTERRUPT_POLL_MS: Final = Millis(10)
"""Reading the line costs little, the wake-up for it ten times as much."""


class SelfTestProof(StrEnum):
    """How far a self-test that found nothing wrong can be believed."""

    PROVEN = "proven"
    """The settings were read back from the unit."""
    ANSWERS = "answers"
    """The unit answers; its settings can't be read back."""
    LISTENS = "listens"
    """The wire is there; the unit only sends events, and can't be queried."""
    BLIND = "blind"
    """Nothing ever comes back from this part: look at it, or listen."""


class SensorReading(NamedTuple):
    """One sensor: how far it is from its rest, and from where on it is touched and free again."""

    name: str
    value: int
    touch_threshold: int
    release_threshold: int
    touched: bool


class Part:
    """One part of the table. A reader overrides `poll`, a light or display `show`.

    Every call may raise `hal.errors.HardwareError`: the part is then lost, and is started again
    by its bus when it is back. No call waits longer than one transaction of its wire.
    """

    name: str = "part"
    due: Millis = NEVER
    """The deadline of the next poll if its wire brings nothing before; NEVER without one."""
    interrupt_active: Callable[[], bool] | None = None
    """Returns whether the part's interrupt line is active, without a transfer: it is then polled
    now. None without a line."""
    interrupt_poll_ms: Millis = INTERRUPT_POLL_MS
    """How often the interrupt line is read."""
    panel_fields: Sequence[str] = ()
    """The fields of a panel that `show` uses: its bus is not woken for any other."""
    identity: str = ""
    """The unit's identification at `start` (kind, version, number); empty if it has none."""
    health: Mapping[str, int] = MappingProxyType({})
    """Errors that the driver corrected, by name, since the program's start."""

    messages: MessageLog | None = None
    """What the unit has said, by its protocol's table; None without a protocol."""
    answered: bool = True
    """Whether the unit has answered since `start`. A driver whose `start` only opens a port
    overrides it: the unit may still be booting, or be silent for good."""
    frames: Mapping[str, bytes] = MappingProxyType({})
    """Further frames that may be sent at any time, by name: harmless queries."""

    def start(self, now: Millis) -> None:
        """Bring the part from any state into operation, and forget its earlier output."""

    def poll(self, now: Millis) -> Sequence[Event]:  # noqa: ARG002
        """Return the events since the last poll, and set `due`."""
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Bring the part to `panel`, sending only the differences."""

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Check the unit, without changing its display, its readings or its later events."""
        return SelfTestProof.BLIND

    def send(self, name: str, now: Millis) -> None:
        """Send one of `frames` as soon as the line is free for it."""

    def levels(self) -> Sequence[SensorReading]:
        """Return the level of each sensor, without affecting later events."""
        return ()

    def forget_baselines(self) -> None:
        """Make the next `start` recalibrate the sensors' baselines."""

    def blank(self) -> None:
        """Go dark and silent, at the end of the service."""
