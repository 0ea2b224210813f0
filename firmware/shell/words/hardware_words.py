"""The failures of the hardware, in the words of a person's language, with the remedy.

The detail is the driver's own, in English; it names the port, the address or the library.
"""

from firmware.core.vocabulary.panel import Text
from hal.errors import HardwareError


def hardware_failure(error: HardwareError) -> Text:
    """Return the failure, the remedy, and the detail for a technician."""
    return Text(f"hardware.{type(error).__name__}", {"detail": str(error)})
