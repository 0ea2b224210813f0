"""What the laboratory adds to a card's start, without touching the card: an archive for the kernel.

It is unpacked beside the card's own initrd, and begins instead of it: it runs the card's own first
program with one step more before the last, which has the agent with its unit in the system's /run.
The agent is at the Pi's second serial port, since Linux takes the first one for Bluetooth's.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.kits.paths import ROOT

_DIRECTORY, _FILE = 0o40755, 0o100755
_ALIGNMENT: Final = 512
CONTROL: Final = "/run/croupier/control.sock"
UNIT: Final = f"""[Unit]
DefaultDependencies=no
StartLimitIntervalSec=0
[Service]
ExecStart=/usr/bin/python3 -B /run/lab/agent.py /dev/ttyS1 {CONTROL}
Restart=always
StandardOutput=journal
"""
UNITS: Final = "lab/run/systemd/system"
FIRST: Final = "/lab/init"
"""The program that the kernel is to begin with."""
HOUSE: Final = "lab/run/lab/house"
"""What another house has in /etc/croupier at the card's first start, as its image would."""
_OF_CARD: Final = "/root/etc/croupier"
_STEP: Final = (
    "mount -t tmpfs -o mode=0755 tmpfs /root/run; cp -a /lab/run/. /root/run/; "
    # QEMU writes all that is discarded, sector by sector: minutes of a new partition's mkfs.
    "echo 0 >/root/sys/block/mmcblk0/queue/discard_max_bytes; "
    f"if [ -d /{HOUSE} ]; then chown -R 872:872 /root/run/lab/house; "
    f"cp -a {_OF_CARD}/maker.pub /root/run/lab/house; chmod 1775 /root/run/lab/house; "
    f"chown 0:872 /root/run/lab/house; mount -o bind /root/run/lab/house {_OF_CARD}; fi; "
)
INIT: Final = f"""#!/bin/busybox sh
/bin/busybox sed 's#^exec switch_root#{_STEP}&#' /init >/lab/card-init
exec /bin/busybox sh /lab/card-init
"""


def archive(files: dict[str, str]) -> bytes:
    """Return an archive of newc format with these files and their directories."""
    directories = {str(parent) for name in files for parent in Path(name).parents} - {"."}
    members = [(name, _DIRECTORY, b"") for name in sorted(directories)]
    members += [(name, _FILE, text.encode()) for name, text in files.items()]
    data = b"".join(_members(members))
    return data + bytes(-len(data) % _ALIGNMENT)


def additions(house: Path | None = None) -> bytes:
    """Return the archive of the agent, and of the files of another house."""
    agent = (ROOT / "tools" / "kernel" / "agent.py").read_text()
    files = {
        "lab/run/lab/agent.py": agent,
        f"{UNITS}/lab-agent.service": UNIT,
        f"{UNITS}/sysinit.target.d/lab.conf": "[Unit]\nWants=lab-agent.service\n",
        FIRST.lstrip("/"): INIT,
    }
    for path in sorted(house.rglob("*.*")) if house else ():
        files[f"{HOUSE}/{path.relative_to(house)}"] = path.read_text()
    return archive(files)


def _members(members: list[tuple[str, int, bytes]]) -> Iterator[bytes]:
    for number, (name, mode, data) in enumerate([*members, ("TRAILER!!!", 0, b"")], 1):
        named = name.encode() + b"\0"
        fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(named), 0)
        head = b"070701" + "".join(f"{field:08X}" for field in fields).encode() + named
        yield head + bytes(-len(head) % 4) + data + bytes(-len(data) % 4)
