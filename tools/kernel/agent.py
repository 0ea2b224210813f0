"""In the guest: does what the host asks over a serial line, one JSON object a line each way.

    python3 agent.py /dev/ttyS7 /run/croupier/control.sock

    {"id": 1, "ask": "{...}"}               a line to the table's control socket: {"answer": ""}
    {"id": 2, "sh": "..."}                  a command of the shell: {"rc": 0, "out": "..."}

A request is shorter than the line's buffer of 4096 bytes. What fails is answered with
{"error": "..."}. Number 0 says that the agent is up.
"""

import json
import os
import socket
import subprocess
import sys
import threading
import tty
from typing import Any

SHELL_S = 300
ANSWER_S = 5
MAX_OUTPUT = 200_000
READ = 1 << 16


class Table:
    """The table's control socket, by one connection for as long as the table keeps it.

    Scenarios look many times a second, and in this guest a connection takes longer than an answer.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._client = socket.socket(socket.AF_UNIX)

    def ask(self, text: str) -> str:
        """Return the answer. Raises OSError."""
        try:
            return self._answer_to(text)
        except OSError:  # closed meanwhile, or never open
            self._connect()
            return self._answer_to(text)

    def _connect(self) -> None:
        self._client = socket.socket(socket.AF_UNIX)
        self._client.settimeout(ANSWER_S)
        self._client.connect(self._path)

    def _answer_to(self, text: str) -> str:
        try:
            self._client.sendall(text.encode() + b"\n")
            return self._line()
        except OSError:
            self._client.close()  # or a late answer would be the next one's
            raise

    def _line(self) -> str:
        line = b""
        while not line.endswith(b"\n"):
            read = self._client.recv(READ)
            if not read:
                raise ConnectionResetError
            line += read
        return line.decode()


class Agent:
    """Answers at one port; commands of the shell run at the same time."""

    def __init__(self, port: str, table: str) -> None:
        self._table = Table(table)
        self._port = os.open(port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._port)
        self._alone = threading.Lock()

    def serve(self) -> None:
        """Answer until the port is gone."""
        self._send({"id": 0})
        with os.fdopen(os.dup(self._port)) as lines:
            for line in lines:
                request = json.loads(line)
                if "ask" in request:
                    self._answer(request)
                else:
                    threading.Thread(target=self._answer, args=(request,), daemon=True).start()

    def _answer(self, request: dict[str, Any]) -> None:
        try:
            answer = self._do(request)
        except (OSError, subprocess.TimeoutExpired) as error:
            answer = {"error": repr(error)}
        self._send({"id": request["id"], **answer})

    def _do(self, request: dict[str, Any]) -> dict[str, Any]:
        if "ask" in request:
            return {"answer": self._table.ask(request["ask"])}
        done = subprocess.run(  # noqa: S602 - the host is root here
            request["sh"],
            shell=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            timeout=SHELL_S,
            check=False,
        )
        return {"rc": done.returncode, "out": done.stdout.decode(errors="replace")[-MAX_OUTPUT:]}

    def _send(self, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode() + b"\n"
        with self._alone:
            while data:
                data = data[os.write(self._port, data) :]


if __name__ == "__main__":
    Agent(*sys.argv[1:]).serve()
