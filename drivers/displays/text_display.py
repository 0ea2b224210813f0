"""A text display of the table, over as many screens as the text needs."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Generic, Protocol, TypeVar

from drivers.displays.upkeep import Upkeep
from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.ports import NEVER, Millis

Shown = TypeVar("Shown")
Taken = TypeVar("Taken", contravariant=True)

_TURN_MS: Final = 3000
"""How long each of several screens is shown."""
NO_LINES: Final = MappingProxyType({False: "", True: ""})


class Display(Protocol[Taken]):
    """A display that shows one screen at a time. Every call raises HardwareError."""

    def start(self) -> None:
        """Set the display up from any state, empty."""
        ...

    def show(self, screen: Taken, /) -> None:
        """Show a screen, sending only the differences."""
        ...

    def probe(self) -> None:
        """Send what has no effect, for the display's acknowledge."""
        ...

    def refresh(self) -> None:
        """Repeat a part of the screen; a display that was reset is right after some calls."""
        ...

    def blank(self) -> None:
        """Switch the display off."""
        ...


class TextDisplay(Part, Generic[Shown]):
    """Shows the lines that `compose` makes of a panel, laid out in screens.

    The last row of each screen is a line of `standing`, by whether the game is a test, if any.
    """

    def __init__(
        self,
        chip: Display[Shown],
        set_out: Callable[[tuple[str, ...], str], tuple[Shown, ...]],
        compose: Callable[[Panel], tuple[str, ...]],
        name: str,
        standing: Mapping[bool, str] = NO_LINES,
        *,
        shows: Sequence[str] = ("dealer", "testing"),
    ) -> None:
        """`shows` are the fields that `compose` reads, and `testing`."""
        self.name = name
        self.shows = shows
        self._standing = standing
        self._chip = chip
        self._set_out = set_out
        self._compose = compose
        self._shown: tuple[tuple[str, ...], str] | None = None
        self._screens: tuple[Shown, ...] = ()
        self._screen = 0
        self._turn = NEVER
        self._upkeep = Upkeep(chip.probe, chip.refresh)

    def start(self, now: Millis) -> None:
        """Set the chip up, empty; its content is unknown."""
        self._shown = None
        self._turn = NEVER
        self._chip.start()
        self._upkeep.begin(now)
        self.due = self._upkeep.at

    def poll(self, now: Millis) -> Sequence[Event]:
        """Turn to the next screen, probe or mend the display, as either is due."""
        if now >= self._turn:
            self._show_screen((self._screen + 1) % len(self._screens), now)
        self._upkeep.run(now)
        self.due = min(self._turn, self._upkeep.at)
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Show the first screen of the panel's lines, if they are not the ones that stand."""
        shown = self._compose(panel), self._standing[panel.testing]
        if shown == self._shown:
            return
        self._screens = self._set_out(*shown)
        self._show_screen(0, now)
        self._shown = shown

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Repeat a part of the screen: only its acknowledge can be tested."""
        self._chip.refresh()
        return Proof.ANSWERS

    def blank(self) -> None:
        """Switch the display off."""
        self._chip.blank()

    def _show_screen(self, number: int, now: Millis) -> None:
        self._chip.show(self._screens[number])
        self._screen = number
        self._turn = Millis(now + _TURN_MS) if len(self._screens) > 1 else NEVER
        self.due = min(self._turn, self._upkeep.at)
