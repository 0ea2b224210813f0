"""The acts of people: they acknowledge and shelve alarms and file forms; each has an entry in the
chain.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.acts import check_role
from firmware.floor.pit.alarm_policy import MINUTE_MS, alarm_policy
from firmware.floor.pit.chain_entries import ActRefused
from firmware.floor.pit.chain_store import PitChain
from firmware.floor.pit.form_store import FormDesk
from firmware.floor.pit.forms import AnyForm
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.pit.shelved import ShelfDesk
from firmware.floor.pit.shown_alarms import Acknowledgement, ShownAlarm
from firmware.floor.pit.signature import FormSignature
from firmware.floor.projection.fact import EpochMs
from firmware.shell.technician.requests import Person


class ActDesk:
    """Every method raises SQLAlchemyError, and RequestFailed, which is entered in the chain too."""

    def __init__(self, monitor: FloorMonitor, chain: PitChain) -> None:
        self._monitor, self._chain = monitor, chain
        self._form_desk, self._shelf_desk = FormDesk(chain), ShelfDesk(chain)

    def acknowledge(
        self, target: str, person: Person, note_text: str, newest: EpochMs | None = None
    ) -> None:
        """Acknowledge an alarm that is on the screen, or those of a group that began up to
        `newest`; not those that are acknowledged.
        """
        with refusals_entered(self._chain, person, "acknowledge"):
            check_role(person, "acknowledge")
            chosen = self._chosen(target, newest)
            new = [shown.alarm for shown in chosen if shown.seen is None]
            if not new:
                first_seen = next(shown.seen for shown in chosen if shown.seen)
                raise RequestFailed(Text("pit.why.seen", {"name": first_seen.by}))
            acknowledgement = Acknowledgement(person.name, self._chain.wall_clock(), note_text)
            self._form_desk.acknowledge(target, new, acknowledgement, person.role)
        self._monitor.refresh()

    def shelve(self, target: str, minutes: int, person: Person, reason: str) -> None:
        """Shelve an alarm that is on the screen, or a group, until some minutes from now."""
        with refusals_entered(self._chain, person, "shelve"):
            check_role(person, "shelve")
            chosen = self._chosen(target, None)
            if not all(alarm_policy(shown.alarm).is_shelvable for shown in chosen):
                raise RequestFailed(Text("pit.why.not_shelvable"))
            until_ms = self._chain.wall_clock() + minutes * MINUTE_MS
            self._shelf_desk.shelve(chosen, until_ms, person, reason)
        self._monitor.refresh()

    def unshelve(self, alarm_kind: str, table_name: str, person: Person) -> None:
        """Put a shelved kind of alarm at a table back on the list."""
        with refusals_entered(self._chain, person, "shelve"):
            check_role(person, "shelve")
            shelved = self._monitor.shelved_alarms()
            own = [e for e in shelved if (e.kind, e.table) == (alarm_kind, table_name)]
            if not own:
                raise RequestFailed(Text("pit.why.no_alarm"))
            self._shelf_desk.unshelve(own, person)
        self._monitor.refresh()

    def file_form(self, table_name: str, new_form: AnyForm, signature: FormSignature) -> int:
        """File a form of a table that there is; return its number."""
        with refusals_entered(self._chain, signature.first, type(new_form).__name__):
            if table_name not in self._monitor.table_names():
                raise RequestFailed(Text("pit.form.why.table", {"table": table_name}))
            form_number = self._form_desk.file_form(table_name, new_form, signature)
        self._monitor.refresh()
        return form_number

    def _chosen(self, target: str, newest: EpochMs | None) -> list[ShownAlarm]:
        chosen = self._monitor.chosen_alarms(target, newest)
        if not chosen:
            raise RequestFailed(Text("pit.why.no_alarm"))
        return chosen


@contextmanager
def refusals_entered(chain: PitChain, person: Person, act_name: str) -> Iterator[None]:
    """Enter a refusal of a person's act in the chain, and raise it."""
    try:
        yield
    except RequestFailed as refusal:
        chain.record(ActRefused(chain.wall_clock(), person.name, act_name, refusal.why.key))
        raise
