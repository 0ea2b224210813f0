"""The uplink of a bank of slot machines: the pit is shown what its socket says to anybody."""

from functools import partial
from pathlib import Path

import msgspec

from firmware.floor.connection import Say, Servers, reached
from firmware.floor.heartbeat import BankSeen, BankView
from firmware.floor.uplink.send_heartbeat import show
from firmware.shell.config.settings import FloorSetting
from firmware.shell.sockets.line_client import ControlError, ask_line


class _Ask(msgspec.Struct, frozen=True):
    ask: str = "status"


async def serve(floor: FloorSetting, socket: Path, say: Say) -> None:
    """Show a bank, for ever. Raises OSError if the certificates can't be read."""
    async with reached(Servers(floor.servers, floor.certificates), floor.name, say) as client:
        await show(client, floor.name, partial(bank_seen, socket))


def bank_seen(socket: Path, at: str) -> BankSeen:
    """Look at a bank at its socket, and take of its status what the pit may see."""
    try:
        return BankSeen(at, ask_line(socket, _Ask(), BankView))
    except ControlError:
        return BankSeen(at, None)
