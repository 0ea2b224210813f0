"""A text display of the table, over as many screens as the text needs."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Generic, Protocol, TypeVar

from drivers.displays.upkeep import DisplayUpkeep
from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.ports import NEVER, Millis

ScreenT = TypeVar("ScreenT")
ShownScreenT = TypeVar("ShownScreenT", contravariant=True)

_SCREEN_MS: Final = 3000
"""How long each of several screens is shown."""
NO_FOOTER_LINES: Final = MappingProxyType({False: "", True: ""})


class Display(Protocol[ShownScreenT]):
    """A display that shows one screen at a time. Every call raises HardwareError."""

    def start(self) -> None:
        """Set the display up from any state, empty."""
        ...

    def show(self, screen: ShownScreenT, /) -> None:
        """Show a screen, sending only the differences."""
        ...

    def probe(self) -> None:
        """Send a command without effect, for the display's acknowledge."""
        ...

    def refresh(self) -> None:
        """Repeat a part of the screen; a display that was reset is right after some calls."""
        ...

    def blank(self) -> None:
        """Switch the display off."""
        ...


class TextDisplay(Part, Generic[ScreenT]):
    """Shows the lines that `compose_lines` makes of a panel, laid out in screens.

    The last row of each screen is a line of `footer_lines`, by whether the game is a test, if any.
    """

    def __init__(
        self,
        chip: Display[ScreenT],
        lay_out_screens: Callable[[tuple[str, ...], str], tuple[ScreenT, ...]],
        compose_lines: Callable[[Panel], tuple[str, ...]],
        name: str,
        footer_lines: Mapping[bool, str] = NO_FOOTER_LINES,
        *,
        panel_fields: Sequence[str] = ("dealer", "testing"),
    ) -> None:
        """`panel_fields` are the fields that `compose_lines` reads, and `testing`."""
        self.name = name
        self.panel_fields = panel_fields
        self._footer_lines = footer_lines
        self._chip = chip
        self._lay_out_screens = lay_out_screens
        self._compose_lines = compose_lines
        self._shown_lines: tuple[tuple[str, ...], str] | None = None
        self._screens: tuple[ScreenT, ...] = ()
        self._screen_number = 0
        self._next_screen_at = NEVER
        self._upkeep = DisplayUpkeep(chip.probe, chip.refresh)

    def start(self, now: Millis) -> None:
        """Set the chip up, empty; its content is unknown."""
        self._shown_lines = None
        self._next_screen_at = NEVER
        self._chip.start()
        self._upkeep.restart_count(now)
        self.due = self._upkeep.next_due

    def poll(self, now: Millis) -> Sequence[Event]:
        """Show the next screen, probe or refresh the display, as either is due."""
        if now >= self._next_screen_at:
            self._show_screen((self._screen_number + 1) % len(self._screens), now)
        self._upkeep.run_due(now)
        self.due = min(self._next_screen_at, self._upkeep.next_due)
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Show the first screen of the panel's lines, if they are not shown already."""
        shown_lines = self._compose_lines(panel), self._footer_lines[panel.testing]
        if shown_lines == self._shown_lines:
            return
        # A text of several screens starts at its first one whenever it changes.
        self._screens = self._lay_out_screens(*shown_lines)
        self._show_screen(0, now)
        self._shown_lines = shown_lines

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Repeat a part of the screen: only its acknowledge can be tested."""
        self._chip.refresh()
        return SelfTestProof.ANSWERS

    def blank(self) -> None:
        """Switch the display off."""
        self._chip.blank()

    def _show_screen(self, number: int, now: Millis) -> None:
        self._chip.show(self._screens[number])
        self._screen_number = number
        self._next_screen_at = Millis(now + _SCREEN_MS) if len(self._screens) > 1 else NEVER
        self.due = min(self._next_screen_at, self._upkeep.next_due)
