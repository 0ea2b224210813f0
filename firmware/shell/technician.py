"""The technician's socket: what may be done at the device, one JSON object a line.

Unlike the control socket it acts; only the service's own user may open it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.events import ClearAllowed, Event
from firmware.core.faults import FAULTS, Cure
from firmware.shell.inspection import Inspection
from firmware.shell.line_socket import LineSocket, ask_line
from firmware.shell.status import FaultStatus

SOCKET: Final = "technician"
"""Its name, beside the control socket."""
USER_ALONE: Final = 0o600


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`{"act": "clear"}` allows the supervisor to clear what waits for both of them;
    `{"act": "inspect"}` has the device check its journal, its program and its configuration.
    """

    act: str


class Done(msgspec.Struct, frozen=True):
    """What came of it: whether it was done, and the faults that it was done to."""

    done: bool
    faults: tuple[FaultStatus, ...] = ()
    still: tuple[FaultStatus, ...] = ()
    """Faults whose cause is still there."""
    why: str = ""


class TechnicianSocket(LineSocket):
    """Serves the technician."""

    def __init__(
        self,
        path: Path,
        faults: Callable[[], tuple[FaultStatus, ...]],
        tell: Callable[[list[Event]], None],
        inspection: Inspection,
    ) -> None:
        """Take the socket. Raises ControlError if another service has it."""
        self._faults = faults
        self._tell = tell
        self._acts: dict[str, Callable[[], Done]] = {"clear": self._clear, "inspect": self._inspect}
        self._inspection = inspection
        super().__init__(path, USER_ALONE, self._answer)

    def _answer(self, line: bytes) -> Done:
        try:
            request = msgspec.json.decode(line, type=Act)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return Done(done=False, why=str(error))
        if request.act not in self._acts:
            names = ", ".join(self._acts)
            return Done(done=False, why=f"there is no act {request.act!r}; there are: {names}")
        return self._acts[request.act]()

    def _clear(self) -> Done:
        """Allow what is not found wrong again when it is looked at now."""
        waiting = [f for f in self._faults() if FAULTS[f.code].cure is Cure.BOTH and not f.gone]
        still = [f for f in waiting if self._inspection.still_wrong(f.part, f.code)]
        allowed = tuple(fault for fault in waiting if fault not in still)
        self._tell([ClearAllowed(fault.part, fault.code) for fault in allowed])
        return Done(done=bool(allowed), faults=allowed, still=tuple(still))

    def _inspect(self) -> Done:
        self._inspection.ask()
        return Done(done=True)


def ask_technician(path: Path, act: str) -> Done:
    """Return what came of an act at the service that serves at `path`. Raises ControlError."""
    return ask_line(path, Act(act), Done)
