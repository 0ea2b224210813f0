"""The uplink of a bank of slot machines: it sends the pit the public status of the
bank's socket.
"""

from functools import partial
from pathlib import Path

import msgspec

from firmware.floor.connection import EngineServers, connected
from firmware.floor.heartbeat import BankHeartbeat, BankView
from firmware.floor.log import WriteLog
from firmware.floor.process_identity import own_place, own_sender
from firmware.floor.run_sender import RunSender
from firmware.floor.uplink.send_heartbeat import HeartbeatSource, send_heartbeats
from firmware.shell.config.settings import FloorSetting
from firmware.shell.service.progress import LoopProgress
from firmware.shell.sockets.line_client import ControlError, send_request


class _StatusRequest(msgspec.Struct, frozen=True):
    ask: str = "status"


async def run_bank_uplink(
    floor_settings: FloorSetting, socket: Path, write_log: WriteLog, progress: LoopProgress
) -> None:
    """Send heartbeats of a bank, for ever. Raises OSError, TrustRefused if its key or its
    certificates can't be read.
    """
    run_sender = RunSender(own_sender(floor_settings))
    async with connected(
        EngineServers(floor_settings.servers, floor_settings.certificates),
        floor_settings.name,
        write_log,
    ) as client:
        read_heartbeat = progress.noted("heartbeat", partial(bank_heartbeat, socket))
        heartbeat_source = HeartbeatSource(
            own_place(floor_settings), read_heartbeat, floor_settings.certificates
        )
        await send_heartbeats(client, run_sender, heartbeat_source)


def bank_heartbeat(socket: Path, sent_at: str) -> BankHeartbeat:
    """Ask a bank's socket for its status; return the fields that the pit may see."""
    try:
        return BankHeartbeat(sent_at, send_request(socket, _StatusRequest(), BankView))
    except ControlError:
        return BankHeartbeat(sent_at, None)
