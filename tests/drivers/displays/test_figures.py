"""The figures show the amount, or dashes; never another amount."""

from collections.abc import Callable

import pytest
from adafruit_ht16k33.segments import Seg7x4
from hypothesis import given
from hypothesis import strategies as st

from drivers.displays.figures import FigureDisplay
from drivers.displays.upkeep import PROBES_A_REFRESH
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from hal.errors import DeviceSilent
from hal.ports import Millis
from sim.chips.ht16k33 import SimHt16k33
from sim.chips.i2c_bus import SimI2CBus
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.offenders import each
from tests.kits.oracle_bus import OracleBus

NOW = Millis(50_000)
EIGHT_DASHES = "--------"


def panel(cents: int | None) -> Panel:
    return Panel(spots={}, figures=None if cents is None else Cents(cents))


def shown(cents: int | None, decimals: int = 2) -> str:
    chip = SimHt16k33(0x73)
    figures = FigureDisplay(SimI2CBus(chip), 0x73, decimals)
    figures.start(NOW)
    figures.show(panel(cents), NOW)
    return chip.text()


def test_start_sends_data_sheet_set_up() -> None:
    bus = WatchedBus(SimI2CBus(SimHt16k33(0x73)))
    FigureDisplay(bus, 0x73).start(NOW)
    assert bus.sent == ["21", "00 " + "00 " * 15 + "00", "81", "ef"]


@each("decimals, text", [(-2, "12345000"), (0, "123450"), (2, "1234.50"), (3, "123.450")])
def test_the_point_is_where_the_currency_has_it(decimals: int, text: str) -> None:
    assert shown(123_450, decimals).strip() == text


@each("decimals, text", [(-3, "5000"), (0, "5"), (2, "0.05"), (3, "0.005")])
def test_a_small_amount_has_its_zeros(decimals: int, text: str) -> None:
    assert shown(5, decimals).strip() == text


@each("decimals, most", [(-3, 99_999), (0, 99_999_999), (3, 99_999_999)])
def test_an_amount_without_room_is_dashes(decimals: int, most: int) -> None:
    assert "-" not in shown(most, decimals)
    assert shown(most + 1, decimals) == EIGHT_DASHES


def test_amount_is_at_even_addresses() -> None:
    bus = WatchedBus(SimI2CBus(SimHt16k33(0x73)))
    figures = FigureDisplay(bus, 0x73)
    figures.start(NOW)
    figures.show(panel(1234), NOW)
    assert bus.sent[-1] == "00 00 00 00 00 00 00 00 00 06 00 db 00 4f 00 66 00"


@each(
    "cents, text",
    [
        (None, "        "),
        (0, "     0.00"),
        (5, "     0.05"),
        (40000, "   400.00"),
        (99_999_999, "999999.99"),
        (100_000_000, EIGHT_DASHES),
        (-1, EIGHT_DASHES),
    ],
)
def test_amounts_align_right_or_dashes(cents: int | None, text: str) -> None:
    assert shown(cents) == text


@given(cents=st.integers(0, 10**8 - 1))
def test_every_amount_reads_back(cents: int) -> None:
    assert shown(cents) == f"{cents // 100}.{cents % 100:02d}".rjust(9)


@given(cents=st.one_of(st.integers(max_value=-1), st.integers(min_value=10**8)))
def test_no_wrong_amount_is_shown(cents: int) -> None:
    assert shown(cents) == EIGHT_DASHES


def test_same_amount_is_sent_once() -> None:
    bus = WatchedBus(SimI2CBus(SimHt16k33(0x73)))
    figures = FigureDisplay(bus, 0x73)
    figures.start(NOW)
    for _ in range(3):
        figures.show(panel(500), NOW)
    assert len(bus.sent) == 5


@each("refused", range(4 + 1 + (PROBES_A_REFRESH - 1) + 4))
def test_start_and_show_repair_a_refused_transfer(refused: int) -> None:
    chip = SimHt16k33(0x73)
    bus = WatchedBus(SimI2CBus(chip))
    figures = FigureDisplay(bus, 0x73)
    bus.before[refused] = raising(DeviceSilent(0x73))

    def work() -> None:
        figures.start(NOW)
        figures.show(panel(500), NOW)
        for _ in range(PROBES_A_REFRESH):
            figures.poll(figures.due)

    with pytest.raises(DeviceSilent):
        work()
    chip.reset()
    figures.start(NOW)
    figures.show(panel(500), NOW)
    assert chip.text() == "     5.00"


def test_digits_of_a_broken_transfer_are_distrusted() -> None:
    chip = SimHt16k33(0x73)
    bus = WatchedBus(SimI2CBus(chip))
    figures = FigureDisplay(bus, 0x73)
    figures.start(NOW)
    figures.show(panel(500), NOW)

    def break_off() -> None:
        chip.write(bytes.fromhex("00 7F 00 7F"))
        raise DeviceSilent(0x73)

    bus.before[bus.count] = break_off
    with pytest.raises(DeviceSilent):
        figures.show(panel(88_888_888), NOW)
    figures.show(panel(500), NOW)
    assert chip.text() == "     5.00"


def test_unnoticed_reset_is_repaired_in_five_seconds() -> None:
    chip = SimHt16k33(0x73)
    figures = FigureDisplay(SimI2CBus(chip), 0x73)
    figures.start(NOW)
    figures.show(panel(500), NOW)
    chip.reset()
    for second in range(1, 6):
        assert chip.text() != "     5.00"
        assert figures.due == NOW + 1000 * second
        assert figures.poll(figures.due) == ()
    assert chip.text() == "     5.00"


def test_missing_chip_is_noticed_at_next_poll() -> None:
    chip = SimHt16k33(0x73)
    bus = SimI2CBus(chip)
    figures = FigureDisplay(bus, 0x73)
    figures.start(NOW)
    bus.unplugged.add(chip)
    with pytest.raises(DeviceSilent):
        figures.poll(figures.due)


def test_blank_is_dark_start_relights() -> None:
    chip = SimHt16k33(0x73)
    figures = FigureDisplay(SimI2CBus(chip), 0x73)
    figures.start(NOW)
    figures.show(panel(500), NOW)
    figures.blank()
    assert chip.text() == ""
    figures.start(NOW)
    assert chip.text() == "        "
    figures.show(panel(500), NOW)
    assert chip.text() == "     5.00"


def as_ours(chip: SimHt16k33) -> None:
    figures = FigureDisplay(SimI2CBus(chip), 0x73)
    figures.start(NOW)
    figures.show(panel(None), NOW)


def as_adafruit(chip: SimHt16k33) -> None:
    Seg7x4(OracleBus(SimI2CBus(chip)), address=0x73)


@pytest.mark.parametrize("drive", [as_ours, as_adafruit])
def test_settings_match_adafruits(drive: Callable[[SimHt16k33], None]) -> None:
    chip = SimHt16k33(0x73)
    drive(chip)
    settings = (
        chip.oscillator,
        chip.is_display_on,
        chip.blink_hz,
        chip.sixteenths,
        bytes(chip.ram),
    )
    assert settings == (True, True, 0.0, 16, bytes(16))
