"""The client of the technician's socket."""

from pathlib import Path
from typing import Final

from firmware.shell.sockets.line_client import send_request
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import TechnicianRequest

TECHNICIAN_SOCKET: Final = "technician"
"""Its name, next to the control socket."""
ACT_TIMEOUT_S: Final = 30.0
"""Long, since an act may read the whole program again."""


def send_technician_request(
    path: Path, request: TechnicianRequest, timeout_s: float = ACT_TIMEOUT_S
) -> AnyAnswer:
    """Return the answer of the service at `path`. Raises ControlError."""
    answer: AnyAnswer = send_request(path, request, AnyAnswer, timeout_s)  # type: ignore[arg-type]
    return answer
