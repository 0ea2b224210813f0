"""The commands that are sent to a PN532, and how long each may take (NXP UM0701-02, 7)."""

from types import MappingProxyType
from typing import Final

from drivers.pn532.frames import encode
from drivers.pn532.message_table import (
    GET_FIRMWARE_VERSION,
    GET_GENERAL_STATUS,
    IN_RELEASE,
    RF_CONFIGURATION,
    SAM_CONFIGURATION,
)
from drivers.pn532.targets import IN_LIST_PASSIVE_TARGET, TWO_AT_106A
from hal.ports import Millis

ANSWER_TIMEOUT: Final = Millis(250)
"""A scan of an empty field needs 100 ms at most; other commands some milliseconds."""


class CommandStep:
    """A command, with its frame, and how long its reply may take."""

    def __init__(self, command: int, data: bytes = b"", timeout: Millis = ANSWER_TIMEOUT) -> None:
        self.command = command
        self.frame = encode(command, data)
        self.timeout = timeout


SAM_STEP: Final = CommandStep(SAM_CONFIGURATION, bytes((0x01, 0x14, 0x01)))
"""Normal mode, with a time-out of 1 s."""
VERSION_STEP: Final = CommandStep(GET_FIRMWARE_VERSION)
RETRY_ONCE: Final = CommandStep(RF_CONFIGURATION, bytes((0x05, 0xFF, 0x01, 0x01)))
RETRY_FOREVER: Final = CommandStep(RF_CONFIGURATION, bytes((0x05, 0xFF, 0x01, 0xFF)))
"""Item 5 of RFConfiguration, the retries of a scan: a single one, or until a tag answers."""
SCAN_STEP: Final = CommandStep(IN_LIST_PASSIVE_TARGET, TWO_AT_106A)
RELEASE_STEP: Final = CommandStep(IN_RELEASE, b"\x00")
STATUS_STEP: Final = CommandStep(GET_GENERAL_STATUS)

QUERY_STEPS: Final = MappingProxyType(
    {"GetFirmwareVersion": VERSION_STEP, "GetGeneralStatus": STATUS_STEP}
)
QUERY_FRAMES: Final = MappingProxyType({name: step.frame for name, step in QUERY_STEPS.items()})
"""Commands that may be sent between two scans."""
NEXT_STEP: Final = MappingProxyType({SAM_STEP: VERSION_STEP, VERSION_STEP: RETRY_ONCE})
