"""Who a process of the floor is, by its configuration: its place and its key."""

from firmware.floor.envelope import Sender
from firmware.floor.places import Place
from firmware.shell.config.settings import FloorSetting
from firmware.shell.trust.keys import read_private_key


def own_place(floor_settings: FloorSetting) -> Place:
    return Place(floor_settings.house, floor_settings.pit, floor_settings.name)


def own_sender(floor_settings: FloorSetting) -> Sender:
    """Return who signs this process's messages. Raises OSError, TrustRefused."""
    return Sender(floor_settings.name, read_private_key(floor_settings.key))
