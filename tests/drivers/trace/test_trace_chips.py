"""Each transfer of the I2C bus is reported with the names of its chip's data sheet."""

from collections.abc import Callable

from drivers.displays.trace import hd44780, ht16k33, oled
from drivers.inputs import mcp23017, mpr121
from drivers.lights import is31fl3741, pca9685
from drivers.trace import Tracer, Transfer, failed_transfer
from hal.ports import Millis
from tests.kits.drivers.trace_kit import TracedLine
from tests.kits.offenders import each

WRITTEN = [
    (pca9685.CHIP.trace, 0x40, "12 00 10 00 00", "write 0x40 LED3_ON_L = 00 10 00 00"),
    (pca9685.CHIP.trace, 0x41, "FA 00 00 00 10", "write 0x41 ALL_LED_ON_L = 00 00 00 10"),
    (pca9685.CHIP.trace, 0x40, "FE 05", "write 0x40 PRE_SCALE = 05"),
    (pca9685.CHIP.trace, 0x40, "45 10", "write 0x40 LED15_OFF_H = 10"),
    (pca9685.CHIP.trace, 0x40, "80 00", "write 0x40 80h = 00"),
    (pca9685.CHIP.trace, 0x40, "", "write 0x40"),
    (mcp23017.CHIP.trace, 0x20, "0A 44", "write 0x20 IOCONA = 44"),
    (mcp23017.CHIP.trace, 0x20, "05 00", "write 0x20 GPINTENB = 00"),
    (mcp23017.CHIP.trace, 0x20, "15 00", "write 0x20 OLATB = 00"),
    (mpr121.CHIP.trace, 0x5A, "80 63", "write 0x5A SOFT_RESET = 63"),
    (mpr121.CHIP.trace, 0x5A, "5E 8F", "write 0x5A ECR = 8F"),
    (mpr121.CHIP.trace, 0x5A, "43 0C 06", "write 0x5A E1TTH = 0C 06"),
    (ht16k33, 0x73, "21", "write 0x73 SYSTEM 1"),
    (ht16k33, 0x73, "EF", "write 0x73 DIMMING F"),
    (ht16k33, 0x73, "00 06 00 5B 00", "write 0x73 RAM 0 = 06 00 5B 00"),
    (oled, 0x3C, "00 AF", "write 0x3C DISPLAY ON"),
    (oled, 0x3C, "00 21 00 7F 22 03 03", "write 0x3C COLUMN 00 7F, PAGE 03 03"),
    (oled, 0x3C, "00 B3 02 10", "write 0x3C PAGE 3, LOW COLUMN 2, HIGH COLUMN 0"),
    (oled, 0x3C, "40 FF 00 FF", "write 0x3C GDDRAM × 3"),
    (oled, 0x3C, "80 21 80 05 80 06 80 22 80 01 80 01 40 7F FF",
     "write 0x3C COLUMN 05 06, PAGE 01 01, GDDRAM × 2"),
    (oled, 0x3C, "80 B3 80 02 80 10 40 FF",
     "write 0x3C PAGE 3, LOW COLUMN 2, HIGH COLUMN 0, GDDRAM × 1"),
    (oled, 0x3C, "80", "write 0x3C"),
    (oled, 0x3C, "00 AE D5 80 A8 3F D3 00 40",
     "write 0x3C DISPLAY OFF, CLOCK 80, MULTIPLEX 3F, OFFSET 00 …"),
    (hd44780, 0x27, "0C 08 1C 18", "write 0x27 CLEAR 01"),
    (hd44780, 0x27, "CC C8 0C 08 4D 49 1D 19", "write 0x27 SET DDRAM 40, “A”"),
    (hd44780, 0x27, "3C 38 08 08 3C 38 3C 38 2C 28 2C 28 8C 88",
     "write 0x27 FUNCTION SET 3 3 3 2, FUNCTION SET 28"),
]  # fmt: skip


@each("tracer, address, octets, said", WRITTEN)
def test_writes_are_shown(
    tracer: Callable[[], Tracer], address: int, octets: str, said: str
) -> None:
    assert TracedLine(tracer()).transfer(address, octets).frames == [("out", octets, said)]


READ = [
    (pca9685.CHIP.trace, 0x40, "00", "20 04", "read 0x40 MODE1 = 20 04"),
    (mcp23017.CHIP.trace, 0x22, "0A", "44 44 7F 7F 00 00 7F 1F 7F 1F",
     "read 0x22 IOCONA = 44 44 7F 7F 00 00 7F 1F …"),
    (mpr121.CHIP.trace, 0x5A, "00", "01 00", "read 0x5A TOUCH_STATUS = 01 00"),
    (mpr121.CHIP.trace, 0x5A, "06", "98 02", "read 0x5A ELE1_FILTERED = 98 02"),
    (mpr121.CHIP.trace, 0x5A, "29", "B5", "read 0x5A ELE11_BASELINE = B5"),
]  # fmt: skip


@each("tracer, address, asked, octets, said", READ)
def test_reads_are_shown(
    tracer: Callable[[], Tracer], address: int, asked: str, octets: str, said: str
) -> None:
    assert TracedLine(tracer()).transfer(address, asked, octets).frames == [("in", octets, said)]


def test_register_name_is_of_the_selected_page() -> None:
    trace = TracedLine(is31fl3741.CHIP.trace()).transfer(0x30, "00 01")
    trace.transfer(0x30, "FE C5").transfer(0x30, "FD 04").transfer(0x30, "00 01 80")
    trace.transfer(0x30, "FD 03").transfer(0x30, "05 FF").transfer(0x31, "05 FF")
    assert trace.words() == [
        "write 0x30 00h = 01",
        "write 0x30 COMMAND_LOCK = C5",
        "write 0x30 COMMAND = 04",
        "write 0x30 CONFIG = 01 80",
        "write 0x30 COMMAND = 03",
        "write 0x30 SCALING185 = FF",
        "write 0x31 05h = FF",
    ]


def test_failed_transfer_is_shown() -> None:
    carried = Transfer(Millis(7), b"\x00\x20", address=0x40, error_text="NAK")
    assert failed_transfer(carried)[:4] == (7, "dropped", "00 20", "write 0x40 NAK")
    carried = Transfer(Millis(7), address=0x24, error_text="STUCK")
    assert failed_transfer(carried)[:4] == (7, "dropped", "", "read 0x24 STUCK")
