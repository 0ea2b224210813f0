"""The real gauges of memory, time and descriptors, with a real limit of those."""

import resource
import subprocess
import sys

import pytest

from hal.gauges import FileDescriptors, LinuxGauges, MemoryUse

MIB = 1 << 20
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells")


CHILD = """
import os, resource
from hal.gauges import LinuxGauges
resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
gauges = LinuxGauges()
print(*gauges.files())
held = []
try:
    while True:
        held.append(os.open("/dev/null", os.O_RDONLY))
except OSError:
    print(*gauges.files(), gauges.memory())
os.close(held.pop())
print(*gauges.files())
"""


@LINUX
def test_descriptors_are_counted_to_the_limit() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", CHILD], capture_output=True, text=True, check=True, timeout=60
    )
    first, none_left, one_left = ran.stdout.splitlines()
    left, most = map(int, first.split())
    assert most == 40
    assert 20 < left < 40
    assert none_left == "0 40 None"
    assert one_left == "0 40"


@LINUX
def test_memory_descriptors_and_time_are_read() -> None:
    gauges = LinuxGauges()
    match gauges.memory(), gauges.files():
        case MemoryUse(available, held), FileDescriptors(left, most):
            assert available > MIB
            assert held > MIB
            assert 0 < left < most == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        case unread:
            pytest.fail(f"not read: {unread}")
    assert gauges.wall_ms() > 1_700_000_000_000
    assert 0 < gauges.monotonic_ms() <= gauges.monotonic_ms()
