"""Frames that a machine sends in place of the answer to any poll: events and its ROM's signature.

- With real-time event reporting an exception has the form address, FF, code, data, CRC, and comes
  instead of the answer to a general or long poll, which then counts as refused (12.3, 12.4).
- The data are: of 4F country, denomination and 4 octets of meter; of 7C multiplier, win (4), tax
  status and bonus (4); of 7E credits (2), coin in (4), wager type and progressive group; of 7F the
  win (4); of 88 reel and stop; of 8A game (2) and entry (2); of 8B the card, OR 80 if it is held;
  of 8C the game (2) (12.5; B for the sizes). All others have none.
- Machines also send FF 00 and FF 1F, as no activity (recorded), although 12.6 has none.
- The signature of the ROM that another host asked for comes as address, 21, two octets, CRC (6.2).
"""

from typing import Final

from drivers.sas.crc_bcd import CRC_SIZE, has_valid_crc

REAL_TIME_EVENT: Final = 0xFF
ROM_SIGNATURE: Final = 0x21
EVENT_CODE_AT: Final = 2
EVENT_DATA_SIZES: Final = {
    0x4F: 6, 0x7C: 10, 0x7E: 8, 0x7F: 4, 0x88: 2, 0x8A: 4, 0x8B: 1, 0x8C: 2,
}  # fmt: skip
"""Octets of data by exception."""
_EVENT_HEADER_SIZE: Final = 3
_SIGNATURE_SIZE: Final = 6


def event_size(received: bytes) -> int:
    """Return the size of an event's frame, or of as much as must come before that is known."""
    if len(received) < _EVENT_HEADER_SIZE:
        return _EVENT_HEADER_SIZE
    return _EVENT_HEADER_SIZE + EVENT_DATA_SIZES.get(received[EVENT_CODE_AT], 0) + CRC_SIZE


def unasked_size(received: bytes) -> int | None:
    """Return the size of the frame that these first octets begin; None if they begin none."""
    match received[1:2]:
        case b"\xff":
            return event_size(received)
        case b"\x21":
            return _SIGNATURE_SIZE
    return None


def is_event(frame: bytes) -> bool:
    """Return whether a frame is a whole event with a valid CRC."""
    is_long_enough = len(frame) >= _EVENT_HEADER_SIZE + CRC_SIZE
    return is_long_enough and frame[1] == REAL_TIME_EVENT and has_valid_crc(frame)


def is_rom_signature(frame: bytes) -> bool:
    """Return whether a frame is a ROM's signature with a valid CRC."""
    return len(frame) == _SIGNATURE_SIZE and frame[1] == ROM_SIGNATURE and has_valid_crc(frame)
