"""What a simulated table is wired to: the same inputs, channels and addresses as the real one."""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware.core.events import Door, Key, Place


@dataclass(frozen=True, slots=True)
class Wiring:
    """Inputs and channels count on over the chips of a row; pins are BCM numbers."""

    presence: Mapping[tuple[int, int], Place]
    presence_pin: int
    keys: Mapping[int, Key]
    keys_address: int
    keys_pin: int
    key_switch: int
    doors: Mapping[int, Door]
    antennas: Mapping[int, Place]
    light_addresses: tuple[int, ...]
    spot_channels: Mapping[int, tuple[int, int, int]]
    key_channels: Mapping[Key, int]
    dealer_display: int
    payout_display: int
    figures: int
    tone_pin: int
