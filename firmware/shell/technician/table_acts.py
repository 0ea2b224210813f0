"""The technician's acts on the whole table: login, patterns, service mode, restart."""

from collections.abc import Callable, Iterable
from typing import Final

from firmware.core.table.table import Table
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    ClearAllowed,
    CorrectionMade,
    MetersReset,
    TestBegun,
    TestEnded,
)
from firmware.core.vocabulary.faults import FAULT_KINDS, FaultCure
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.device.inspection import DeviceInspection
from firmware.shell.service.overlay import (
    PATTERN_SHOWN_MS,
    PATTERNS,
    Overlay,
    code_painter,
)
from firmware.shell.service.service import TableService
from firmware.shell.technician import requests
from firmware.shell.technician.answers import ActDone, AnyAnswer, ClearedFaults, Refusal
from firmware.shell.technician.handlers import RequestHandlers
from firmware.shell.technician.one_time_code import CODE_LIFETIME_S, OneTimeCode
from firmware.shell.technician.requests import ROLE_KEYS
from firmware.shell.technician.technician_socket import printable

CODE_SHOWN_MS: Final = int(CODE_LIFETIME_S * 1000)
ROUND_OPEN: Final = Refusal(Text("technician.round_open"))

SESSION_KEYS: Final = {
    "login": "technician.login",
    "refused": "technician.refused",
    "locked_out": "technician.locked_out",
    "logout": "technician.logout",
    "idle": "technician.idle",
    "lost": "technician.lost",
}
"""By what happened in a console's session."""


def is_closed(table: Table) -> bool:
    """Return whether the table is closed, stopped by a fault or not."""
    return table.state.phase is Phase.CLOSED


def is_between_rounds(table: Table) -> bool:
    """Return whether it is closed or open, without a chip on it."""
    return table.state.between_rounds


def is_idle(table: Table) -> bool:
    """Return whether the table is closed, or in service mode, where no meter moves."""
    return is_closed(table) or table.state.testing


def is_stopped(table: Table) -> bool:
    return table.state.stopped


def may_show_code(table: Table) -> bool:
    """Return whether nobody deals: it is closed, or stopped for a new device, whose console has no
    accounts yet.
    """
    new_device = table.state.device.trouble.find_fault("configuration", "device_changed")
    return is_closed(table) or new_device is not None


def table_acts(
    service: TableService,
    inspection: DeviceInspection,
    config_refusal: Callable[[], Text | None],
    one_time_code: OneTimeCode,
) -> RequestHandlers:
    """Return the acts; `config_refusal` returns why the configuration's file can't be served, if
    so.
    """
    handlers = _TableActs(service, inspection, config_refusal, one_time_code)
    return {
        requests.SessionReport: handlers.record_session,
        requests.ShowCode: handlers.show_code,
        requests.EnrolPerson: handlers.enrol_person,
        requests.ShowPattern: handlers.show_pattern,
        requests.ClearFaults: handlers.allow_clear,
        requests.InspectDevice: handlers.inspect_device,
        requests.ServiceMode: handlers.set_service_mode,
        requests.ResetMeters: handlers.reset_meters,
        requests.CheckCorrection: handlers.check_correction,
        requests.CorrectRound: handlers.correct_round,
        requests.RestartService: handlers.restart_service,
        requests.EndService: handlers.end_service,
    }


class _TableActs:
    """The acts of one table in service."""

    def __init__(
        self,
        service: TableService,
        inspection: DeviceInspection,
        config_refusal: Callable[[], Text | None],
        one_time_code: OneTimeCode,
    ) -> None:
        self._service = service
        self._inspection = inspection
        self._config_refusal = config_refusal
        self._one_time_code = one_time_code

    def record_session(self, request: requests.SessionReport) -> AnyAnswer:
        """Journal a console's report about its own session."""
        name, line = printable(request.name), printable(request.line)
        person_name = request.who.name if request.who else name
        if request.what == "act":
            role = Text(ROLE_KEYS[request.who.role if request.who else "technician"])
            note = Text(
                "technician.act", {"who": person_name, "role": role, "act": name, "what": line}
            )
        else:
            note = Text(
                SESSION_KEYS[request.what], {"who": person_name, "name": name, "line": line}
            )
        self._service.record_note(note)
        return ActDone()

    # a one-time code

    def show_code(self, request: requests.ShowCode) -> AnyAnswer:
        """Show a code, if the supervisor has turned his key at a table where nobody deals."""
        table = self._service.table
        if not may_show_code(table):
            return Refusal(Text("technician.in_play"))
        # the supervisor's key is the proof that a person is at the table
        if not table.state.device.key_switch:
            return Refusal(Text("technician.turn_key"))
        if not request.show:
            return ActDone()
        self._service.show_overlay(
            Overlay(code_painter(self._one_time_code.make_code()), CODE_SHOWN_MS, may_show_code)
        )
        return ActDone((Text("technician.code_shown"),))

    def enrol_person(self, request: requests.EnrolPerson) -> AnyAnswer:
        """Take the code for the proof that it is."""
        if not self._one_time_code.is_valid():
            return Refusal(Text("technician.no_code"))
        is_correct = self._one_time_code.verify_code(request.code)
        if not self._one_time_code.is_valid():
            self._service.show_overlay(None)
        return ActDone() if is_correct else Refusal(Text("technician.wrong_code"))

    # patterns

    def show_pattern(self, request: requests.ShowPattern) -> AnyAnswer:
        """Show a test pattern, or end the one that is shown."""
        if not request.name:
            self._service.show_overlay(None)
            return ActDone()
        if request.name not in PATTERNS:
            return Refusal(Text("technician.no_pattern", {"names": ", ".join(PATTERNS)}))
        if not is_idle(self._service.table):
            return ROUND_OPEN
        self._service.show_overlay(Overlay(PATTERNS[request.name], PATTERN_SHOWN_MS, is_idle))
        return ActDone((Text("technician.pattern", {"count": PATTERN_SHOWN_MS // 1000}),))

    # faults

    def allow_clear(self, _request: requests.ClearFaults) -> AnyAnswer:
        """Allow the clear of faults whose cause is gone, after checking again."""
        faults = self._service.status.faults
        uncleared = [
            raised_fault
            for raised_fault in faults
            if FAULT_KINDS[raised_fault.code].cure is FaultCure.TWO_PERSONS
            and not raised_fault.gone
        ]
        persisting = [
            raised_fault
            for raised_fault in uncleared
            if self._inspection.is_still_wrong(raised_fault.part, raised_fault.code)
        ]
        clearable = tuple(fault for fault in uncleared if fault not in persisting)
        self._service.put_events([ClearAllowed(fault.part, fault.code) for fault in clearable])
        return ClearedFaults(clearable, tuple(persisting))

    def inspect_device(self, _request: requests.InspectDevice) -> AnyAnswer:
        """Check the device."""
        self._inspection.request_checks()
        return ActDone((Text("technician.inspect"),))

    # the table's own rules

    def set_service_mode(self, request: requests.ServiceMode) -> AnyAnswer:
        """Begin or end the service mode."""
        return ruling_answer(self._service.handle(TestBegun() if request.on else TestEnded()))

    def reset_meters(self, request: requests.ResetMeters) -> AnyAnswer:
        """Reset the meters, with the consent of two persons."""
        if _two_names(request.who, request.second) is None:
            return Refusal(Text("technician.two_persons"))
        return ruling_answer(self._service.handle(MetersReset()))

    def correct_round(self, request: requests.CorrectRound) -> AnyAnswer:
        """Correct the money of a closed round, with the consent of two persons."""
        persons = _two_names(request.who, request.second)
        if persons is None:
            return Refusal(Text("technician.two_to_correct"))
        return ruling_answer(self._service.handle(_correction_of(request, persons)))

    def check_correction(self, request: requests.CheckCorrection) -> AnyAnswer:
        """Answer whether a correction would be made, before anybody signs it."""
        try:
            self._service.table.check_correction(_correction_of(request, ("", "")))
        except Forbidden as forbidden:
            return Refusal(forbidden.why)
        return ActDone()

    # how it is served

    def restart_service(self, _request: requests.RestartService) -> AnyAnswer:
        """Restart the service with the configuration file, if that is possible."""
        if not is_between_rounds(self._service.table):
            return ROUND_OPEN
        refusal = self._config_refusal()
        if refusal:
            return Refusal(refusal)
        self._service.end_in_order(Text("technician.restarted"))
        return ActDone((Text("technician.restarting"),))

    def end_service(self, _request: requests.EndService) -> AnyAnswer:
        """End, so that the table can be switched off."""
        if not is_between_rounds(self._service.table):
            return ROUND_OPEN
        self._service.end_in_order(None)
        return ActDone((Text("technician.ending"),))


def _correction_of(request: requests.CheckCorrection, persons: tuple[str, str]) -> CorrectionMade:
    place = Place(request.spot, printable(request.on))
    bettor = None if request.bettor is None else printable(request.bettor)
    return CorrectionMade(request.round, place, request.cents, request.reason, persons, bettor)


def _two_names(
    first_person: requests.Person | None, second_person: requests.Person | None
) -> tuple[str, str] | None:
    """Return the names of two persons, if the second is another one and a supervisor."""
    if first_person is None or second_person is None:
        return None
    is_consent = second_person.role == "supervisor" and second_person.name != first_person.name
    return (first_person.name, second_person.name) if is_consent else None


def ruling_answer(rulings: Iterable[Ruling]) -> AnyAnswer:
    """Return the refusal among the rulings, else that it is done."""
    refusal = next((ruling for ruling in rulings if isinstance(ruling, Refused)), None)
    return Refusal(refusal.why) if refusal else ActDone()
