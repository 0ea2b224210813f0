"""A guest: a Linux kernel in a process, its disks, and the agent in it."""

import json
import os
import subprocess
import threading
import tty
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

AGENT: Final = 7
"""The number of the agent's serial port."""
BOOT_S: Final = 300.0
SHELL_S: Final = 310.0
MEMORY: Final = "mem=512M"
IN_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - the memory of one guest, unnamed
ENDS_WITH_US: Final = ("setpriv", "--pdeathsig=KILL", "unshare", "--pid", "--fork", "--kill-child")
"""The kernel is the first process of a namespace: all that it has started ends with it."""
WHERE_IT_WAS_LINKED: Final = ("setarch", "--addr-no-randomize")
"""The kernel takes the gap before its heap for memory: with one by chance a boot may never end."""
QUIET: Final = ("systemd.show_status=no", "loglevel=4", "con0=fd:0,fd:1", "con=null", "ssl=null")


class Failed(Exception):
    """A command in the guest has failed; the message has all that it printed."""


class NotThere(Exception):
    """The table's socket does not answer."""


class Agent:
    """The far end of the agent's serial line. Calls come from any thread."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self._answers: dict[int, dict[str, Any]] = {}
        self._news = threading.Condition()
        self._sent = 0
        threading.Thread(target=self._read_answers, name="agent", daemon=True).start()

    def wait_up(self, seconds: float) -> None:
        """Return once the guest's agent has begun. Raises TimeoutError."""
        self._await(0, seconds, "the guest's agent does not begin")

    def call(self, seconds: float, **request: str) -> dict[str, Any]:
        """Return the answer. Raises TimeoutError."""
        with self._news:
            self._sent += 1
            number = self._sent
            data = json.dumps({"id": number, **request}).encode() + b"\n"
            while data:
                data = data[os.write(self._master, data) :]
        return self._await(number, seconds, str(request))

    def _await(self, number: int, seconds: float, what: str) -> dict[str, Any]:
        with self._news:
            if not self._news.wait_for(lambda: number in self._answers, seconds):
                raise TimeoutError(what)
            return self._answers.pop(number)

    def _read_answers(self) -> None:
        with os.fdopen(self._master, "rb", closefd=False) as lines:
            for line in lines:
                # Before the agent has the line, the system may have made noise on it.
                _, brace, rest = line.partition(b"{")
                if not brace:
                    continue
                answer = json.loads(brace + rest)
                with self._news:
                    self._answers[answer["id"]] = answer
                    self._news.notify_all()


class Guest:
    """A machine with the disks `image` and `stick`, of which it has copies of its own, and `files`.

    `sockets` are those of its devices, each with virtio's number of the kind of device; `ports` are
    the pseudo-terminals behind its serial ports, by their numbers.
    """

    def __init__(
        self,
        room: Path,
        kernel: Path,
        image: Path,
        stick: Path,
        files: Path,
        sockets: Sequence[tuple[Path, int]],
        ports: Mapping[int, Path],
    ) -> None:
        self._agent = Agent()
        self.console = room / "console.log"
        own = room / "stick.img"
        subprocess.run(["cp", "--sparse=always", stick, own], check=True)  # noqa: S607
        lines = {**ports, AGENT: self._agent.path}
        command = [
            *ENDS_WITH_US,
            *WHERE_IT_WAS_LINKED,
            str(kernel),
            MEMORY,
            f"ubda={room}/root.cow,{image}",
            f"ubdb={own}",
            f"ubdcr={files}",
            "root=/dev/ubda",
            "rootfstype=ext4",
            "rw",
            *(f"virtio_uml.device={path}:{kind}" for path, kind in sockets),
            *(f"ssl{number}=tty:{path}" for number, path in lines.items()),
            *QUIET,
        ]
        # The guest's memory is a file there, which must be in memory itself.
        environment = {**os.environ, "TMPDIR": str(IN_MEMORY), "HOME": str(room)}
        with self.console.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
            )
        try:
            self._agent.wait_up(BOOT_S)
        except TimeoutError as error:
            self.close()
            raise Failed(self.console.read_text(errors="replace")[-4000:]) from error

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def sh(self, command: str) -> str:
        """Run a command as root and return what it prints. Raises Failed."""
        answer = self._agent.call(SHELL_S, sh=command)
        if "error" in answer or answer["rc"]:
            raise Failed(f"{command}: {answer}")
        return str(answer["out"])

    def ask(self, request: str) -> str:
        """Return the answer of the table's control socket. Raises NotThere."""
        answer = self._agent.call(SHELL_S, ask=request)
        if not answer.get("answer"):
            raise NotThere(answer.get("error", "closed"))
        return str(answer["answer"])

    def close(self) -> None:
        """Pull the plug."""
        if self.runs:
            self._process.kill()
        self._process.wait()
