"""What a Pi's kernel says of supply, speed and heat, in a sysfs as that kernel lays it out."""

from pathlib import Path

from hal.board_health import BoardHealth, read_board_health
from tests.kits.offenders import each

ALARM = "class/hwmon/hwmon1/in0_lcrit_alarm"
THROTTLED = "devices/platform/soc/soc:firmware/get_throttled"
TEMPERATURE = "class/thermal/thermal_zone0/temp"
PI = {
    "class/hwmon/hwmon0/name": "cpu_thermal\n",
    "class/hwmon/hwmon0/in0_lcrit_alarm": "1\n",
    "class/hwmon/hwmon1/name": "rpi_volt\n",
    ALARM: "0\n",
    THROTTLED: "0\n",
    TEMPERATURE: "54530\n",
}


def read(folder: Path, files: dict[str, str]) -> BoardHealth:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return read_board_health(folder)


@each(
    "changed, expected",
    [
        ({}, BoardHealth(False, False, 54)),
        ({ALARM: "1\n"}, BoardHealth(True, False, 54)),
        # bits 16 to 19 say that it has happened since the start, which is over
        ({THROTTLED: "50000\n"}, BoardHealth(False, False, 54)),
        ({THROTTLED: "50005\n"}, BoardHealth(True, True, 54)),
        ({THROTTLED: "80008\n"}, BoardHealth(False, True, 54)),
        ({THROTTLED: "2\n"}, BoardHealth(False, True, 54)),
        ({TEMPERATURE: "-1500\n"}, BoardHealth(False, False, -2)),
        ({ALARM: "", THROTTLED: "soon\n", TEMPERATURE: "\xe9"}, BoardHealth(None, None, None)),
    ],
)
def test_reading_is_what_the_kernel_says(
    tmp_path: Path, changed: dict[str, str], expected: BoardHealth
) -> None:
    assert read(tmp_path, PI | changed) == expected


@each(
    "missing, expected",
    [
        (THROTTLED, BoardHealth(False, None, 54)),
        (ALARM, BoardHealth(False, False, 54)),
        (TEMPERATURE, BoardHealth(False, False, None)),
    ],
)
def test_kernel_that_tells_less_is_read_all_the_same(
    tmp_path: Path, missing: str, expected: BoardHealth
) -> None:
    assert read(tmp_path, {name: PI[name] for name in PI if name != missing}) == expected


def test_machine_that_tells_nothing_has_no_reading(tmp_path: Path) -> None:
    assert read_board_health(tmp_path) == BoardHealth(None, None, None)
