"""The technician's acts on the whole table: login, patterns, service mode, restart."""

from collections.abc import Callable, Iterable
from typing import Final

from firmware.core.table.table import Table
from firmware.core.vocabulary.events import ClearAllowed, MetersReset, TestBegun, TestEnded
from firmware.core.vocabulary.faults import FAULTS, Cure
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.device.inspection import Inspection
from firmware.shell.service.overlay import (
    PATTERN_MS,
    PATTERNS,
    Overlay,
    code_shown,
)
from firmware.shell.service.service import Service
from firmware.shell.technician import requests
from firmware.shell.technician.acts import Acts
from firmware.shell.technician.answers import AnyAnswer, Cleared, Done, Refusal
from firmware.shell.technician.one_time_code import LASTS_S, OneTimeCode
from firmware.shell.technician.socket import plain

CODE_MS: Final = int(LASTS_S * 1000)
ROUND_OPEN: Final = Refusal(Text("technician.round_open"))


def closed(table: Table) -> bool:
    """Return whether the table is closed, stopped by a fault or not."""
    return table.state.phase is Phase.CLOSED


def between_rounds(table: Table) -> bool:
    """Return whether it is closed or open, without a chip on it."""
    return table.state.between_rounds


def idle(table: Table) -> bool:
    """Return whether the table is closed, or in service mode, where no meter moves."""
    return closed(table) or table.state.testing


def stopped(table: Table) -> bool:
    return table.state.stopped


def table_acts(
    service: Service,
    inspection: Inspection,
    unfit: Callable[[], Text | None],
    code: OneTimeCode,
) -> Acts:
    """Return the acts; `unfit` returns why the configuration's file can't be served, if so."""
    acts = _Acts(service, inspection, unfit, code)
    return {
        requests.Said: acts.said,
        requests.Code: acts.code,
        requests.Enrol: acts.enrol,
        requests.Pattern: acts.pattern,
        requests.Clear: acts.clear,
        requests.Inspect: acts.inspect,
        requests.Service: acts.service,
        requests.ResetMeters: acts.reset_meters,
        requests.Restart: acts.restart,
        requests.Shutdown: acts.shutdown,
    }


class _Acts:
    """The acts of one table in service."""

    def __init__(
        self,
        service: Service,
        inspection: Inspection,
        unfit: Callable[[], Text | None],
        code: OneTimeCode,
    ) -> None:
        self._service = service
        self._inspection = inspection
        self._unfit = unfit
        self._code = code

    def said(self, request: requests.Said) -> AnyAnswer:
        """Journal a console's report about its own session."""
        name, line = plain(request.name), plain(request.line)
        who = request.who.name if request.who else name
        if request.what == "act":
            role = Text(f"role.{request.who.role if request.who else 'technician'}")
            note = Text("technician.act", {"who": who, "role": role, "act": name, "what": line})
        else:
            note = Text(f"technician.{request.what}", {"who": who, "name": name, "line": line})
        self._service.record(note)
        return Done()

    # a one-time code

    def code(self, request: requests.Code) -> AnyAnswer:
        """Show a code, if the supervisor has turned his key at a closed table."""
        table = self._service.table
        if not (closed(table) and table.state.device.key_switch):
            return Refusal(Text("technician.turn_key"))
        if not request.show:
            return Done()
        self._service.cover(Overlay(code_shown(self._code.new()), CODE_MS, closed))
        return Done((Text("technician.code_shown"),))

    def enrol(self, request: requests.Enrol) -> AnyAnswer:
        """Take the code for the proof that it is."""
        if not self._code.stands():
            return Refusal(Text("technician.no_code"))
        right = self._code.spend(request.code)
        if not self._code.stands():
            self._service.cover(None)
        return Done() if right else Refusal(Text("technician.wrong_code"))

    # patterns

    def pattern(self, request: requests.Pattern) -> AnyAnswer:
        """Show a test pattern, or end the one that is shown."""
        if not request.name:
            self._service.cover(None)
            return Done()
        if request.name not in PATTERNS:
            return Refusal(Text("technician.no_pattern", {"names": ", ".join(PATTERNS)}))
        if not idle(self._service.table):
            return ROUND_OPEN
        self._service.cover(Overlay(PATTERNS[request.name], PATTERN_MS, idle))
        return Done((Text("technician.pattern", {"count": PATTERN_MS // 1000}),))

    # faults

    def clear(self, _request: requests.Clear) -> AnyAnswer:
        """Allow the clear of faults whose cause is gone, after checking again."""
        faults = self._service.status.faults
        waiting = [f for f in faults if FAULTS[f.code].cure is Cure.BOTH and not f.gone]
        still = [f for f in waiting if self._inspection.still_wrong(f.part, f.code)]
        allowed = tuple(fault for fault in waiting if fault not in still)
        self._service.tell([ClearAllowed(fault.part, fault.code) for fault in allowed])
        return Cleared(allowed, tuple(still))

    def inspect(self, _request: requests.Inspect) -> AnyAnswer:
        """Check the device."""
        self._inspection.ask()
        return Done((Text("technician.inspect"),))

    # the table's own rules

    def service(self, request: requests.Service) -> AnyAnswer:
        """Begin or end the service mode."""
        return _ruled(self._service.handle(TestBegun() if request.on else TestEnded()))

    def reset_meters(self, request: requests.ResetMeters) -> AnyAnswer:
        """Reset the meters, with the consent of two persons."""
        who, second = request.who, request.second
        if who is None or second is None or second.role != "supervisor" or second.name == who.name:
            return Refusal(Text("technician.two_persons"))
        return _ruled(self._service.handle(MetersReset()))

    # how it is served

    def restart(self, _request: requests.Restart) -> AnyAnswer:
        """Restart the service with the configuration file, if that is possible."""
        if not between_rounds(self._service.table):
            return ROUND_OPEN
        unfit = self._unfit()
        if unfit:
            return Refusal(unfit)
        self._service.end(Text("technician.restarted"))
        return Done((Text("technician.restarting"),))

    def shutdown(self, _request: requests.Shutdown) -> AnyAnswer:
        """End, so that the table can be switched off."""
        if not between_rounds(self._service.table):
            return ROUND_OPEN
        self._service.end(None)
        return Done((Text("technician.ending"),))


def _ruled(rulings: Iterable[Ruling]) -> AnyAnswer:
    refused = next((said for said in rulings if isinstance(said, Refused)), None)
    return Refusal(refused.why) if refused else Done()
