"""The supply, speed and temperature of a Raspberry Pi's board, as its kernel tells them in sysfs.

    hwmon, name rpi_volt   in0_lcrit_alarm  1 if the supply was below 4.63 V in the last 2 s
                                            (drivers/hwmon/raspberrypi-hwmon.c)
    soc:firmware           get_throttled    hexadecimal; bits 0 to 3 are now: under-voltage, speed
                                            capped, throttled, soft temperature limit (Raspberry
                                            Pi's own kernels; documentation of `vcgencmd`)
    thermal_zone0          temp             thousandths of a degree Celsius

Each may be missing: another machine, another kernel.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SYSFS: Final = Path("/sys")
_UNDER_VOLTAGE_NOW: Final = 0b0001
_SLOWED_NOW: Final = 0b1110


class BoardHealth(NamedTuple):
    """One reading; None is what this machine does not tell."""

    under_voltage: bool | None
    slowed: bool | None
    """The processor is held below its speed, by heat or by a weak supply."""
    celsius: int | None


UNKNOWN_HEALTH: Final = BoardHealth(None, None, None)


def read_board_health(sysfs: Path = SYSFS) -> BoardHealth:
    """Read what there is; a reading that fails is None."""
    alarms = [alarm for alarm in map(_read_number, _voltage_alarms(sysfs)) if alarm is not None]
    firmware = sysfs / "devices/platform/soc/soc:firmware/get_throttled"
    throttled = _read_number(firmware, base=16)
    if throttled is not None:
        alarms.append(throttled & _UNDER_VOLTAGE_NOW)
    millidegrees = _read_number(sysfs / "class/thermal/thermal_zone0/temp")
    return BoardHealth(
        under_voltage=any(alarms) if alarms else None,
        slowed=None if throttled is None else bool(throttled & _SLOWED_NOW),
        celsius=None if millidegrees is None else millidegrees // 1000,
    )


def _voltage_alarms(sysfs: Path) -> Iterator[Path]:
    for name in sorted((sysfs / "class/hwmon").glob("hwmon*/name")):
        if _read_text(name) == "rpi_volt":
            yield name.with_name("in0_lcrit_alarm")


def _read_number(path: Path, base: int = 10) -> int | None:
    try:
        return int(_read_text(path) or "", base)
    except ValueError:
        return None


def _read_text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeError):
        return None
