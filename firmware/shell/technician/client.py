"""The client of the technician's socket."""

from pathlib import Path
from typing import Final

from firmware.shell.sockets.line_client import ask_line
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import Request

SOCKET: Final = "technician"
"""Its name, beside the control socket."""
PATIENCE_S: Final = 30.0
"""Long, since an act may read the whole program again."""


def ask_technician(path: Path, request: Request, patience_s: float = PATIENCE_S) -> AnyAnswer:
    """Return the answer of the service at `path`. Raises ControlError."""
    answer: AnyAnswer = ask_line(path, request, AnyAnswer, patience_s)  # type: ignore[arg-type]
    return answer
