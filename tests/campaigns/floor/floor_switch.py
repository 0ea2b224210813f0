"""Hosts on this machine, each a network namespace, and the one switch between them.

    python -m tests.campaigns.floor.floor_switch NAME NAME…

Every packet passes through this process, which loses and delays it as the weather on its standard
input has it, a line of JSON each. So the kernel needs namespaces and /dev/net/tun alone, and none
of its own means to disturb a network. It says a line once the hosts are there; they last until its
input ends.
"""

import fcntl
import heapq
import os
import select
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from random import Random
from typing import Final

import msgspec

from tests.campaigns.floor.floor_weather import FAIR, Weather

READY: Final = "ready\n"
IP: Final = shutil.which("ip") or ""
TUN: Final = "/dev/net/tun"
TUNSETIFF: Final = 0x400454CA
BARE_PACKETS: Final = 0x0001 | 0x1000
"""IFF_TUN and IFF_NO_PI."""
IPV4: Final = 4
MOST: Final = 65_536


def address(number: int) -> str:
    """Return the address of a host by its place among the names."""
    return f"10.77.0.{number + 1}"


def namespace(name: str) -> str:
    return f"croupier-{name}"


class Switch:
    """Takes packets from the hosts, and gives each to whom it is for once it is due."""

    def __init__(self, ends: Sequence[int], names: Sequence[str]) -> None:
        self.weather = FAIR
        self._ends = ends
        self._names = names
        self._rng = Random(1)
        self._under_way: list[tuple[float, int, int, bytes]] = []
        """(due, number, target, packet), a heap."""
        self._taken = 0

    def take(self, source: int) -> None:
        """Take a host's packets, as many as there are."""
        with suppress(BlockingIOError):
            while packet := os.read(self._ends[source], MOST):
                target = packet[19] - 1
                if packet[0] >> 4 == IPV4 and 0 <= target < len(self._ends):
                    self._send(source, target, packet)

    def _send(self, source: int, target: int, packet: bytes) -> None:
        ends = self._names[source], self._names[target]
        late = self.weather.lateness(*ends, self._rng)
        if late is not None:
            self._taken += 1
            due = time.monotonic() + late
            heapq.heappush(self._under_way, (due, self._taken, target, packet))

    def give(self) -> float | None:
        """Deliver the packets that are due; return the seconds until the next one, if any waits."""
        while self._under_way:
            wait = self._under_way[0][0] - time.monotonic()
            if wait > 0:
                return wait
            *_, target, packet = heapq.heappop(self._under_way)
            with suppress(OSError):  # a host that takes no more loses it
                os.write(self._ends[target], packet)
        return None


def _plug_in(number: int, name: str, open_hosts: ExitStack) -> int:
    """Make a host, and return the switch's end of its only wire."""
    end, wire, host = os.open(TUN, os.O_RDWR | os.O_NONBLOCK), f"cr{os.getpid()}.{number}", name
    open_hosts.callback(os.close, end)
    fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH22x", wire.encode(), BARE_PACKETS))
    ip("netns", "add", host)
    open_hosts.callback(ip, "netns", "del", host)
    ip("link", "set", wire, "netns", host)
    ip("-n", host, "address", "add", f"{address(number)}/24", "dev", wire)
    for device in ("lo", wire):
        ip("-n", host, "link", "set", device, "up")
    return end


def ip(*arguments: str) -> None:
    """Run iproute2's program. Raises CalledProcessError, with its words in `stderr`."""
    subprocess.run((IP, *arguments), check=True, capture_output=True, text=True)


def main(names: Sequence[str]) -> int:
    """Return 1 if the hosts can't be made."""
    with ExitStack() as open_hosts:
        try:
            ends = [_plug_in(n, namespace(name), open_hosts) for n, name in enumerate(names)]
        except subprocess.CalledProcessError as error:
            sys.stderr.write(error.stderr)
            return 1
        sys.stdout.write(READY)
        sys.stdout.flush()
        _serve(Switch(ends, names), ends)
    return 0


def _serve(switch: Switch, ends: Sequence[int]) -> None:
    """Pass packets on until the input ends."""
    said, numbers = sys.stdin.fileno(), {end: number for number, end in enumerate(ends)}
    while True:
        ready, _, _ = select.select([said, *ends], [], [], switch.give())
        for end in ready:
            if end != said:
                switch.take(numbers[end])
            elif line := os.read(said, MOST):
                switch.weather = msgspec.json.decode(line.splitlines()[-1], type=Weather)
            else:
                return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
