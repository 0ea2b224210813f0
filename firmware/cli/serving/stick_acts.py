"""The technician's acts on a stick of another card: look at it, and go on with it here."""

from collections.abc import Iterator
from contextlib import suppress

from firmware.cli.serving.stick_report import (
    amount_texts,
    config_texts,
    journal_texts,
    last_status,
    stick_words,
)
from firmware.cli.serving.wired_table import WiredTable
from firmware.console.access.accounts import ACCOUNTS_FILE
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.accounts_folder import accounts_folder
from firmware.shell.backup.adoption import AdoptingDevice, check_adoption
from firmware.shell.backup.adoption_order import AdoptionOrder, place_order
from firmware.shell.backup.journal_summary import LIVE_SEGMENTS
from firmware.shell.backup.port_rules import PORT_RULES, present_rules
from firmware.shell.backup.stick import Stick, read_stick
from firmware.shell.journal import JournalError, JournalReader
from firmware.shell.service.service import TableService
from firmware.shell.technician.answers import ActDone, AnyAnswer, FoundStick, Refusal
from firmware.shell.technician.handlers import RequestHandler, RequestHandlers
from firmware.shell.technician.refusals import with_refusals
from firmware.shell.technician.requests import AdoptStick, EnrolPerson, FindStick


def stick_acts(
    wired_table: WiredTable, service: TableService, prove_presence: RequestHandler
) -> RequestHandlers:
    """Return the acts; `prove_presence` answers EnrolPerson."""
    config_path = wired_table.config_path
    if config_path is None:
        return {}
    device = AdoptingDevice(config_path, wired_table.state_path)
    handlers = _StickActs(wired_table, device, service, prove_presence)
    return {
        FindStick: with_refusals(handlers.find),
        AdoptStick: with_refusals(handlers.adopt),
    }


class _StickActs:
    def __init__(
        self,
        wired_table: WiredTable,
        device: AdoptingDevice,
        service: TableService,
        prove_presence: RequestHandler,
    ) -> None:
        self._wired_table = wired_table
        self._device = device
        self._service = service
        self._prove_presence = prove_presence

    def find(self, _request: FindStick) -> AnyAnswer:
        stick = self._read_stick()
        is_own = self._is_own(stick)
        if not is_own:
            check_adoption(stick, self._device)
        accounts_path = accounts_folder(stick.folder, stick.journal.identity) / ACCOUNTS_FILE
        return FoundStick(
            stick.table_name, str(accounts_path), is_own, tuple(self._account_texts(stick))
        )

    def adopt(self, request: AdoptStick) -> AnyAnswer:
        stick = self._read_stick()
        if request.table != stick.table_name:
            values = {"given": request.table, "table": stick.table_name}
            raise RequestFailed(Text("adopt.other_name", dict(values)))
        is_own = self._is_own(stick)
        if not is_own:
            check_adoption(stick, self._device)
        proof = self._prove_presence(EnrolPerson(code=request.code))
        if is_own or isinstance(proof, Refusal):
            return proof
        order = AdoptionOrder(str(stick.copy), stick.journal.identity, stick.table_name)
        place_order(order, self._device.state_directory)
        restart_note = Text("adopt.ordered", {"table": stick.table_name})
        self._service.end_in_order(restart_note)
        return ActDone((restart_note, Text("technician.restarting")))

    def _read_stick(self) -> Stick:
        folder = self._wired_table.copy_directories[-1].parent
        return read_stick(folder, self._device.config_path, segment_count=LIVE_SEGMENTS)

    def _is_own(self, stick: Stick) -> bool:
        with suppress(JournalError):
            return JournalReader([self._device.own_copy(stick)]).identity == stick.journal.identity
        return False

    def _account_texts(self, stick: Stick) -> Iterator[Text]:
        status = last_status(stick, stick_words(stick, self._wired_table.words.language))
        yield from journal_texts(stick)
        yield from config_texts(stick, self._device.config_path)
        # root obeys them, so the service may not put them back
        if stick.backup and stick.backup.port_rules not in (b"", present_rules()):
            yield Text("adopt.other_ports", {"path": str(PORT_RULES)})
        yield Text(
            "status.head", {"name": status.table, "game": status.game, "number": status.round}
        )
        for line in status.dealer:
            yield Text("status.prompt", {"words": line})
        yield from amount_texts(stick, status)
