"""A network of hosts on this machine, as a campaign has it: by name, and with its weather."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from tests.campaigns.floor.floor_switch import IP, READY, TUN, address, ip, namespace
from tests.campaigns.floor.floor_weather import FAIR, Weather
from tests.kits.floor_processes import Host


def why_none() -> str | None:
    """Return why this machine can have no such network, None if it can."""
    if os.geteuid() != 0:
        return "network namespaces are root's"
    if not IP:
        return "no ip: Debian's package iproute2 has it"
    if not Path(TUN).exists():
        return f"no {TUN}"
    return _refused(f"croupier-try-{os.getpid()}")


def _refused(host: str) -> str | None:
    """Return why a host can't be made, None if it can."""
    try:
        ip("netns", "add", host)
        ip("netns", "del", host)
    except subprocess.CalledProcessError as error:
        return str(error.stderr).strip()
    return None


class Network:
    """Hosts with one switch between them."""

    def __init__(self, names: Sequence[str], switch: IO[bytes]) -> None:
        self.names = names
        self._switch = switch

    def host(self, name: str) -> Host:
        number = self.names.index(name)
        return Host(address(number), (IP, "netns", "exec", namespace(name)))

    def have(self, weather: Weather) -> None:
        self._switch.write(msgspec.json.encode(weather) + b"\n")
        self._switch.flush()

    def clear(self) -> None:
        """Have every packet pass at once."""
        self.have(FAIR)


@contextmanager
def network(names: Sequence[str]) -> Iterator[Network]:
    """Give a network until the block is left."""
    line = (sys.executable, "-m", "tests.campaigns.floor.floor_switch", *names)
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as switch:
        assert switch.stdin
        assert switch.stdout
        if switch.stdout.readline() != READY.encode():
            raise SystemExit("no network of hosts: the lines above say why")
        yield Network(names, switch.stdin)
