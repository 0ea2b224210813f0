"""An emulated Raspberry Pi 3: QEMU's process, its card and stick, and the agent in it.

Its time passes with its instructions (`-icount`), one nanosecond each: a busy host makes it slow,
and neither a time-out of systemd nor one of a part runs out before the processor that it is given
could have met it. While all its processors sleep, its time is the world's. One of the four works,
since they take turns on one thread; the others are idle, and not spinning, once Linux has them.
"""

import base64
import os
import subprocess
import time
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

from sim.usb.port import UsbPort
from tests.kits.kernel.guest import Agent, Failed, NotThere
from tests.kits.pi import built
from tests.kits.pi.additions import FIRST, additions
from tests.kits.pi.qmp import Monitor
from tests.kits.waiting import until

BOOT_S: Final = 900.0
SHELL_S: Final = 900.0
TIME_SHIFT: Final = 0
"""An instruction takes two to this power of nanoseconds. More is slower: the timers of Linux and of
the table come after fewer instructions."""
HUB: Final = "usb-hub,bus=usb-bus.0,port=1,ports=8"
STICK_PORT, SECOND_PORT = "1.8", "1.7"
MORE_ARGUMENTS: Final = (
    f"rdinit={FIRST} console=ttyAMA0 isolcpus=1-3 loglevel=4 systemd.show_status=yes",
    # QEMU's watchdog resets the machine at once. Without the Pi's own buses the adapter's is 0.
    "modprobe.blacklist=bcm2835_wdt,i2c_bcm2835",
)
"""What the emulation adds to the card's own arguments of Linux."""
RESETTING: Final = b"sysrq: Resetting"
LEISURE, LONGEST_REST_S = 3.0, 2.0
"""Who looks again and again leaves the machine to itself so many times as long as an answer took
it, up to this: an answer is a good part of an emulated processor's second."""
LINE: Final = 3000
"""Of base64, to an agent whose lines have 4096 characters."""
LAST_LINES: Final = 4000
"""Characters of the Linux console that a failure shows."""


class Machine:
    """A Pi with a card and a stick, off; `usb` are the sockets of USB devices.

    Files of its own are in `folder`. After `power_off` it can be switched on again.
    """

    def __init__(self, folder: Path, card: Path, stick: Path, usb: Mapping[str, Path]) -> None:
        self.card, self.stick = card, stick
        self.stick_is_in = True
        self.folder = folder
        self.house: Path | None = None
        """What is in /etc/croupier at a card's first start in place of the image's, if anything."""
        self.more_arguments = ""
        """Of Linux, at the next start."""
        self._usb = usb
        self._running = ExitStack()
        self._process: subprocess.Popen[bytes] | None = None
        self._spent_seconds = 0.0
        self._next_call_s = 0.0

    @property
    def console(self) -> Path:
        """What Linux has said."""
        return self.folder / "console.log"

    @property
    def is_on(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def processor_seconds(self) -> float:
        """What the emulation has cost so far."""
        if not self.is_on:
            return self._spent_seconds
        assert self._process
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return self._spent_seconds + seconds

    def power_on(self) -> None:
        """Switch on; returns once its system's agent has begun. Raises Failed."""
        self._agent = Agent()
        initrd = self.folder / "initrd.img"
        initrd.write_bytes(additions(self.house) + built.INITRD.read_bytes())
        monitor = self.folder / "monitor"
        monitor.unlink(missing_ok=True)
        with (self.folder / "qemu.log").open("ab") as log:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig=KILL", *self._command(initrd, monitor)],  # noqa: S607
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        self._running.callback(self._process.wait)
        self._running.callback(self._process.kill)
        self.monitor = self._running.enter_context(closing(Monitor(monitor)))
        try:
            self._agent.wait_up(BOOT_S)
        except TimeoutError as error:
            self.power_off()
            raise Failed(self.console.read_text(errors="replace")[-LAST_LINES:]) from error

    def power_off(self) -> None:
        """Pull the plug: what the stick had not synced is lost; a card keeps what it was given."""
        self._spent_seconds = self.processor_seconds
        self._running.close()

    def pull(self, port: UsbPort) -> None:
        """Pull the cable of a device."""
        port.unplug()
        until("a device that is gone", lambda: port.announced is None)

    def cut_when(self, condition: str, command: str) -> None:
        """Run a command as root; once a shell's condition holds the machine stops, unsynced."""
        watch = f"until {condition}; do sleep 0.1; done; echo b >/proc/sysrq-trigger"
        self.sh(f"setsid sh -c '{command} & {watch}' >/dev/null 2>&1 </dev/null &")
        until("the cut", lambda: RESETTING in self.console.read_bytes(), most_s=SHELL_S)
        self.power_off()

    def pull_stick(self) -> None:
        self.stick_is_in = False
        self._remove("stick")

    def plug_stick(self) -> None:
        self.stick_is_in = True
        self.monitor.execute(
            "device_add", driver="usb-storage", id="stick", drive="stick-media",
            bus="usb-bus.0", port=STICK_PORT, serial="STICK0001",
        )  # fmt: skip

    def plug(self, name: str, media: Path, port: str = STICK_PORT, **options: Any) -> None:
        """Plug in another stick with this media, in the own one's place if that is out.

        `options` are those of QEMU's block device over the media's file.
        """
        file = {"driver": "file", "filename": str(media), "locking": "off"}
        node = f"{name}-media"
        self.monitor.execute(
            "blockdev-add", **{"driver": "raw", "file": file, **options, "node-name": node}
        )
        self.monitor.execute(
            "device_add", driver="usb-storage", id=name, drive=node, bus="usb-bus.0", port=port,
            serial=name.upper(),
        )  # fmt: skip

    def unplug(self, name: str) -> None:
        """Take another stick out."""
        self._remove(name)
        self.monitor.execute("blockdev-del", **{"node-name": f"{name}-media"})

    def _remove(self, name: str) -> None:
        """Remove a stick while the processors stand still: `stop` ends all that it writes.

        QEMU's controller forgets no transfer that is under way then, and aborts at the next one in
        its place.
        """
        self.monitor.execute("stop")
        self.monitor.execute("device_del", id=name)
        self.monitor.wait_for("DEVICE_DELETED")
        self.monitor.execute("cont")

    def sh(self, command: str) -> str:
        """Run a command as root and return what it prints. Raises Failed."""
        answer = self._call(sh=command)
        if "error" in answer or answer["rc"]:
            raise Failed(f"{command}: {answer}")
        return str(answer["out"])

    def put(self, data: bytes, path: str) -> None:
        """Write a file. Raises Failed."""
        self.sh(f": >{path}")
        text = base64.b64encode(data).decode()
        for at in range(0, len(text), LINE):
            self.sh(f"printf %s {text[at : at + LINE]} | base64 --decode >>{path}")

    def ask(self, request: str) -> str:
        """Return the answer of the table's control socket. Raises NotThere."""
        answer = self._call(ask=request)
        if not answer.get("answer"):
            raise NotThere(answer.get("error", "closed"))
        return str(answer["answer"])

    def _call(self, **request: str) -> dict[str, Any]:
        time.sleep(max(self._next_call_s - time.monotonic(), 0))
        begun_s = time.monotonic()
        answer = self._agent.call(SHELL_S, **request)
        now_s = time.monotonic()
        self._next_call_s = now_s + min((now_s - begun_s) * LEISURE, LONGEST_REST_S)
        return answer

    def _command(self, initrd: Path, monitor: Path) -> list[str]:
        # as the card's battery-backed clock would have it, which is on the Pi's own bus
        clock = f"systemd.clock_usec={time.time_ns() // 1000}"
        own = built.LINUX_ARGUMENTS.read_text().strip()
        arguments = " ".join((own, *MORE_ARGUMENTS, clock, self.more_arguments))
        return [
            str(built.EMULATOR), "-M", "raspi3b", "-icount", f"shift={TIME_SHIFT},sleep=on",
            "-display", "none", "-no-reboot", "-qmp", f"unix:{monitor},server=on,wait=off",
            "-kernel", str(built.KERNEL), "-dtb", str(built.DEVICE_TREE), "-initrd", str(initrd),
            "-append", arguments,
            "-drive", f"file={self.card},format=qcow2,if=sd,cache=writethrough",
            "-serial", f"file:{self.console}",
            "-chardev", f"serial,id=agent,path={self._agent.path}", "-serial", "chardev:agent",
            "-device", HUB, *self._usb_arguments(), *self._stick_arguments(),
        ]  # fmt: skip

    def _usb_arguments(self) -> list[str]:
        arguments = []
        for number, (name, path) in enumerate(self._usb.items(), 1):
            arguments += ["-chardev", f"socket,id={name},path={path}", "-device"]
            arguments += [f"usb-redir,chardev={name},bus=usb-bus.0,port=1.{number}"]
        return arguments

    def _stick_arguments(self) -> list[str]:
        media = f"driver=raw,node-name=stick-media,file.driver=file,file.filename={self.stick}"
        device = f"usb-storage,id=stick,drive=stick-media,bus=usb-bus.0,port={STICK_PORT}"
        plugged = ["-device", f"{device},serial=STICK0001"] if self.stick_is_in else []
        return ["-blockdev", media, *plugged]
