"""The wiring of a table as a drawing: the Pi with its bus, cables and supplies."""

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from drivers.electrics import Signal
from firmware.shell.wiring.table_wires import Cable, Device, Pin, Wires

ROW: Final = 34
WIDTH: Final = 1040
TOP: Final = 24
PI: Final = (370, 230)
"""Left edge and width of the Pi's box."""
BUS: Final = 660
"""Where the bus runs."""
LEVELS: Final = {Signal.RS232: "RS-232", Signal.TTL: "3.3 V", Signal.SERIAL: "?"}
"""What an adapter must be made for; the page says what a question mark is."""
FONT: Final = "font-family='DejaVu Sans, Verdana, sans-serif' font-size='13'"


Supply = tuple[str, str]
"""A supply: its name, and what hangs on it with its fuse."""


def drawing(wires: Wires, title: str, supplies: Sequence[Supply] = ()) -> str:
    """Return the drawing as SVG: cables and supplies on the left, the bus on the right, pins below
    the Pi.
    """
    cables, devices = wires.cables(), wires.devices()
    pins = [pin for pin in wires.pins() if pin.bcm not in (2, 3)]
    first_supply = len(cables) + 1
    rows = max(first_supply + len(supplies), len(devices), len(pins) + 2)
    height = 2 * TOP + rows * ROW
    return "\n".join(
        (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' {FONT}>",
            f"<title>{escape(title)}</title>",
            f"<rect width='{WIDTH}' height='{height}' fill='#ffffff'/>",
            *_pi(height),
            *_pins(pins),
            *_cables(cables),
            *_supplies(supplies, first_supply),
            *_bus(devices),
            "</svg>\n",
        )
    )


def _pi(height: int) -> Iterator[str]:
    left, width = PI
    yield (
        f"<rect x='{left}' y='{TOP}' width='{width}' height='{height - 2 * TOP}' rx='8' "
        "fill='#e8f1ea' stroke='#1b5e20' stroke-width='2'/>"
    )
    yield _text(left + width // 2, TOP + 22, "Raspberry Pi", anchor="middle", weight="bold")


def _pins(pins: list[Pin]) -> Iterator[str]:
    left, width = PI
    for row, pin in enumerate(pins, start=1):
        yield _text(left + 12, TOP + 22 + row * ROW, f"{pin.header}")
        yield _text(left + width - 12, TOP + 22 + row * ROW, pin.use, anchor="end")


def _cables(cables: list[Cable]) -> Iterator[str]:
    right, start = 245, PI[0]
    for row, cable in enumerate(cables):
        y = TOP + row * ROW
        yield from _box(20, y, right - 20, f"{cable.section}", f"{cable.kind}")
        yield _line(right, y + 13, start, y + 13, "#6a1b9a")
        level = LEVELS[cable.signal]
        yield _text((right + start) // 2, y + 9, f"{level} · {cable.baud}", anchor="middle")


def _supplies(supplies: Sequence[Supply], first_row: int) -> Iterator[str]:
    for row, (name, load) in enumerate(supplies, start=first_row):
        yield from _box(20, TOP + row * ROW, PI[0] - 60, name, load, "#fff8e1")


def _bus(devices: list[Device]) -> Iterator[str]:
    if not devices:
        return
    start = PI[0] + PI[1]
    last = TOP + 13 + (len(devices) - 1) * ROW
    yield _line(start, TOP + 13, BUS, TOP + 13, "#0d47a1")
    yield _text((start + BUS) // 2, TOP + 9, "3 · 5", anchor="middle")
    yield _line(BUS, TOP + 13, BUS, last, "#0d47a1")
    for row, device in enumerate(devices):
        y = TOP + row * ROW
        yield _line(BUS, y + 13, BUS + 40, y + 13, "#0d47a1")
        if device.needs_level_shifter:
            yield _text(BUS + 20, y + 9, "⇄ 5 V", anchor="middle")
        device_text = f"0x{device.address:02X} {device.kind}"
        yield from _box(BUS + 40, y, WIDTH - BUS - 60, device_text, device.section)


def _box(
    x: int, y: int, width: int, first: str, second: str, fill: str = "#f6f6f6"
) -> Iterator[str]:
    yield (
        f"<rect x='{x}' y='{y}' width='{width}' height='26' rx='4' fill='{fill}' stroke='#424242'/>"
    )
    yield _text(x + 8, y + 18, first, weight="bold")
    yield _text(x + width - 8, y + 18, second, anchor="end")


def _line(x1: int, y1: int, x2: int, y2: int, colour: str) -> str:
    return f"<path d='M{x1} {y1} L{x2} {y2}' stroke='{colour}' stroke-width='2' fill='none'/>"


def _text(x: int, y: int, text: str, *, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f"<text x='{x}' y='{y}' text-anchor='{anchor}' font-weight='{weight}'>{escape(text)}</text>"
    )
