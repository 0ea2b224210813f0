"""The real table of this machine: where the package puts it, and what its log said last."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import NoServiceError

LOG_COMMAND: Final = ("journalctl", "--unit=croupier", "--lines=5", "--output=cat", "--no-pager")
LOG_PATIENCE_S: Final = 5


@dataclass(frozen=True)
class RealTable:
    """`root` is that of the file system."""

    root: Path = Path("/")

    @property
    def config_file(self) -> Path:
        """Its configuration."""
        return self.root / "etc/croupier/table.toml"

    @property
    def control_socket(self) -> Path:
        """The socket of the running table, else the one that it will have."""
        # the unit's RuntimeDirectory: it exists only while a real table runs
        folder = self.root / "run/croupier"
        return next(iter(sorted(folder.glob("*.sock"))), folder / "control.sock")

    def is_here(self) -> bool:
        """Return whether this machine is a table's, in service or not."""
        versions = self.root / "opt/croupier/versions"
        return self.config_file.exists() or any(versions.glob("*"))


class TableDown(NoServiceError):
    """The real table of this machine is not in service; its log may say why."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        log_lines = last_log_lines()
        if log_lines:
            log_text = "".join(f"\n    {line}" for line in log_lines)
            self.why = Text("status.table_down_log", {"log": log_text})
        else:
            self.why = Text("status.table_down")


def last_log_lines() -> list[str]:
    """Return the last lines of the service's log, none to who may not read it."""
    try:
        done = subprocess.run(  # noqa: S603
            LOG_COMMAND, capture_output=True, text=True, check=True, timeout=LOG_PATIENCE_S
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return []
    return [line for line in done.stdout.splitlines() if not line.startswith("-- ")]
