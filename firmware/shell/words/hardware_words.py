"""The failures of the hardware, in the words of a person's language, with the remedy.

The detail is the driver's own, in English; it names the port, the address or the library.
"""

from collections.abc import Mapping
from typing import Final

from firmware.core.vocabulary.panel import Text
from hal import errors
from hal.errors import HardwareError

FAILURE_KEYS: Final[Mapping[type[HardwareError], str]] = {
    errors.HardwareError: "hardware.HardwareError",
    errors.PortLost: "hardware.PortLost",
    errors.NoPort: "hardware.NoPort",
    errors.PortTaken: "hardware.PortTaken",
    errors.DeviceSilent: "hardware.DeviceSilent",
    errors.BusStuck: "hardware.BusStuck",
    errors.BadReply: "hardware.BadReply",
    errors.WrongAnswers: "hardware.WrongAnswers",
    errors.BoardUnfit: "hardware.BoardUnfit",
}
"""By the error's class."""


def hardware_failure(error: HardwareError) -> Text:
    """Return the failure, the remedy, and the detail for a technician."""
    return Text(FAILURE_KEYS[type(error)], {"detail": str(error)})
