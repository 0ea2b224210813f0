"""A PC in QEMU with Debian's own kernel, and the agent in it."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.kits.kernel.guest import ENDS_WITH_US, SHELL_S, Agent, Failed
from tests.kits.paths import ROOT

CACHE: Final = ROOT / ".lab"
QEMU: Final = "/usr/bin/qemu-system-x86_64"
ACCELERATOR: Final = os.environ.get("LAB_ACCELERATOR", "tcg")
"""`kvm` is faster, where it can run an unmodified kernel: not every virtual machine's can."""
HOST: Final = "10.0.2.2"
"""This machine, as the guest sees it."""
BOOT_S: Final = 900.0
KERNEL_LINE: Final = (
    "root=/dev/vda rw console=ttyS0 loglevel=4 net.ifnames=0 systemd.show_status=no"
)


class Made(NamedTuple):
    """What `make campaign NAME=lab` has made; see tools/lab."""

    kernel: Path
    initrd: Path
    image: Path


def newest() -> Made | None:
    """Return the newest guest, None if there is none."""
    images = sorted(CACHE.glob("root-*.img"), key=lambda path: path.stat().st_mtime)
    if not images:
        return None
    return Made(images[-1].with_suffix(".vmlinuz"), images[-1].with_suffix(".initrd"), images[-1])


class LabGuest:
    """A booted guest, which leaves its disk as it was; `sockets` are those of USB devices."""

    def __init__(self, made: Made, console: Path, sockets: Sequence[Path]) -> None:
        self._agent = Agent()
        drive = f"file={made.image},format=raw,if=virtio,snapshot=on,cache=unsafe"
        command = [
            *ENDS_WITH_US,
            *(QEMU, "-M", "pc", "-accel", ACCELERATOR, "-cpu", "max", "-m", "768"),
            *("-display", "none", "-monitor", "none", "-no-reboot"),
            *("-kernel", str(made.kernel), "-initrd", str(made.initrd), "-append", KERNEL_LINE),
            *("-drive", drive, "-nic", "user,model=virtio-net-pci"),
            *("-serial", f"file:{console}", "-serial", self._agent.path, "-device", "qemu-xhci"),
        ]
        for number, path in enumerate(sockets):
            command += ["-chardev", f"socket,id=usb{number},path={path}"]
            command += ["-device", f"usb-redir,chardev=usb{number}"]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        try:
            self._agent.wait_up(BOOT_S)
        except TimeoutError as error:
            self.close()
            raise Failed(console.read_text(errors="replace")[-4000:]) from error

    def sh(self, command: str) -> str:
        """Run a command as root and return what it prints. Raises Failed."""
        answer = self._agent.call(SHELL_S, sh=command)
        if "error" in answer or answer["rc"]:
            raise Failed(f"{command}: {answer}")
        return str(answer["out"])

    def close(self) -> None:
        """Pull the plug."""
        self._process.kill()
        self._process.wait()
