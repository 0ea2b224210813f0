"""The acts of people: they acknowledge alarms and file forms; each has an entry in the chain."""

from collections.abc import Iterator
from contextlib import contextmanager

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.acts import check_role
from firmware.floor.pit.chain_entries import ActRefused
from firmware.floor.pit.chain_store import PitChain
from firmware.floor.pit.form_store import FormDesk
from firmware.floor.pit.forms import AnyForm
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.pit.screen import Acknowledgement
from firmware.floor.pit.signature import FormSignature
from firmware.shell.technician.requests import Person


class ActDesk:
    """Every method raises SQLAlchemyError, and RequestFailed, which is entered in the chain too."""

    def __init__(self, monitor: FloorMonitor, chain: PitChain) -> None:
        self._monitor, self._chain, self._form_desk = monitor, chain, FormDesk(chain)

    def acknowledge(self, alarm_id: str, person: Person, note_text: str) -> None:
        """Acknowledge an alarm that is on the screen, and not yet acknowledged."""
        with self._refusals_entered(person, "acknowledge"):
            check_role(person, "acknowledge")
            shown_alarm = self._monitor.open_alarm(alarm_id)
            if shown_alarm is None:
                raise RequestFailed(Text("pit.why.no_alarm"))
            if shown_alarm.seen is not None:
                raise RequestFailed(Text("pit.why.seen", {"name": shown_alarm.seen.by}))
            self._form_desk.acknowledge(
                shown_alarm.alarm,
                Acknowledgement(person.name, self._chain.wall_clock(), note_text),
            )
        self._monitor.refresh()

    def file_form(self, table_name: str, new_form: AnyForm, signature: FormSignature) -> int:
        """File a form of a table that there is; return its number."""
        with self._refusals_entered(signature.first, type(new_form).__name__):
            if table_name not in self._monitor.table_names():
                raise RequestFailed(Text("pit.form.why.table", {"table": table_name}))
            form_number = self._form_desk.file_form(table_name, new_form, signature)
        self._monitor.refresh()
        return form_number

    @contextmanager
    def _refusals_entered(self, person: Person, act_name: str) -> Iterator[None]:
        try:
            yield
        except RequestFailed as refusal:
            entry = ActRefused(self._chain.wall_clock(), person.name, act_name, refusal.why.key)
            self._chain.record(entry)
            raise
