"""A capture of a running table is the same whatever cards leave the shoe."""

from io import StringIO

from firmware.core.vocabulary.cards import parse_card
from firmware.shell.conformance.capture_writer import CaptureWriter
from firmware.shell.conformance.tap_capture import write_frame
from tests.kits.offenders import each
from tests.kits.shell.part_bench import PartBench

READERS = ("baccarat", "odds-only", "rfid", "budget")
"""Tables with each shoe that names its cards."""
CARDS = ("4S", "KD", "QC", "9H")


def captured(example: str, name: str) -> str:
    """Return the capture of a shoe from which a card is drawn."""
    bench, file = PartBench(example), StringIO()
    shoe, tap, writer = bench.sim.shoe, bench.wires.wire_tap, CaptureWriter(file, "shoe")
    tap.frames_after((), -1)
    shoe.power_on()
    bench.run(500)
    shoe.draw(parse_card(name))
    bench.run(600)
    shoe.remove_card()
    bench.run(400)
    for frame in tap.frames_after(("shoe",), 0).frames:
        write_frame(frame, writer)
    return file.getvalue()


@each("example", READERS)
def test_capture_does_not_depend_on_the_card(example: str) -> None:
    captures = {captured(example, name) for name in CARDS}
    assert len(captures) == 1
    assert "··" in captures.pop()
