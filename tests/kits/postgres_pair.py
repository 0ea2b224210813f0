"""A primary and a streaming standby of PostgreSQL, each a server of its own on this machine."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine, text

from tests.kits.floor_processes import free_port
from tests.kits.postgres import PEOPLE
from tests.kits.waiting import until

USER: Final = "ledger"
HOUSE: Final = "house"
SETTINGS: Final = "wal_receiver_timeout=0 wal_sender_timeout=0 synchronous_standby_names= fsync=on"


class PostgresServer:
    """One server, with its data in a folder that PostgreSQL's own user may write to."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        self.port = free_port()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The address of the house's database at this server alone."""
        return house_url(self)

    def create(self) -> None:
        """Make an empty server, and begin it with an empty database."""
        self._run("initdb", "--no-sync", "-D", str(self._folder), "-U", USER, "-A", "trust")
        self.begin()
        self.run("createdb", HOUSE)

    def copy(self, primary: "PostgresServer") -> None:
        """Become a standby of a primary, and begin."""
        of = ("-h", "127.0.0.1", "-p", str(primary.port), "-U", USER)
        self._run("pg_basebackup", *of, "-R", "-c", "fast", "--no-sync", "-D", str(self._folder))
        self.begin()

    def begin(self) -> None:
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= "
        settings += " ".join(f"-c {setting}" for setting in SETTINGS.split())
        self._control("-l", f"{self._folder}.log", "-o", settings, "start")

    def end(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self._control("-m", "immediate", "stop")

    def promote(self) -> None:
        """Make a standby the primary."""
        self._control("promote")

    def kill(self) -> None:
        """Kill the server and all of its processes, as a power cut would."""
        postmaster = self._pid
        pids = postmaster, *_children(postmaster)
        for pid in pids:
            _signal(pid, signal.SIGKILL)
        until("all processes of the server ended", lambda: not any(map(_is_running, pids)))
        # after a power cut nobody has its number; here it may stay, of a process that nobody reaps
        self._pid_file.unlink()

    def hold_replication(self) -> None:
        """Have what is committed from now on reach no standby, and what was committed reach it."""
        self._wait_for_standby()
        for pid in _children(self._pid):
            if "walsender" in _read_text(Path(f"/proc/{pid}/cmdline")):
                _signal(pid, signal.SIGSTOP)

    def _wait_for_standby(self) -> None:
        database = create_engine(self.url)
        with database.connect() as connection:
            position = connection.scalar(text("SELECT pg_current_wal_lsn()"))
            statement = text("SELECT min(replay_lsn) >= :position FROM pg_stat_replication")
            until(
                "the standby has what was committed",
                lambda: connection.scalar(statement, {"position": position}),
            )
        database.dispose()

    def run(self, program: str, *arguments: str) -> None:
        """Run a client's program against this server."""
        self._run(program, "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, *arguments)

    @property
    def _pid_file(self) -> Path:
        return self._folder / "postmaster.pid"

    @property
    def _pid(self) -> int:
        return int(self._pid_file.read_text(encoding="ascii").split()[0])

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", "-D", str(self._folder), "-w", "-t", "120", *arguments)

    def _run(self, program: str, *arguments: str) -> None:
        as_user = PEOPLE if os.geteuid() == 0 else ()
        command = [*as_user, str(self._programs / program), *arguments]
        output = Path(f"{self._folder}.out")
        with output.open("ab") as log:
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def house_url(*servers: PostgresServer) -> str:
    """Return the address of the house's database at whichever of these servers takes writes."""
    hosts = "&".join(f"host={server.host}" for server in servers)
    write = "target_session_attrs=read-write&connect_timeout=5"
    return f"postgresql+psycopg://{USER}@/{HOUSE}?{hosts}&{write}"


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # it has ended by itself
        os.kill(pid, number)


def _read_text(path: Path) -> str:
    """Return a file of a process, "" once that has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return path.read_text(encoding="ascii", errors="replace")
    return ""


def _is_running(pid: int) -> bool:
    state = _read_text(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return bool(state) and state[0] != "Z"


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in listed.split()]
