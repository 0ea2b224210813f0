"""The sums of the forms: each sitting of a table, its win, and the alarms between sittings."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.floor.pit.forms import (
    AnyForm,
    ChipsReceived,
    ChipsRequested,
    DropCounted,
    FiledForm,
    FormCorrected,
    TrayCounted,
    chips_value,
    corrected_form,
)
from firmware.floor.projection.fact import EpochMs
from firmware.floor.projection.table_alarms import Alarm, bound_id

TRAY_KIND: Final = "tray"
NO_CLOSER_KIND: Final = "no_closer"
FORM_KINDS: Final = (TRAY_KIND, NO_CLOSER_KIND)
"""The kinds of alarm between two sittings; `rests_on` is the number of the first form of both."""


class TableSitting(
    msgspec.Struct, frozen=True, rename={"table_name": "table", "tray_cents": "tray"}
):
    """A table from its opener to its closer, by its forms; money in cents."""

    table_name: str
    opener: int
    began: EpochMs
    tray_cents: int
    """The tray at the opener."""
    fills: int = 0
    credits: int = 0
    drop: int | None = None
    closer: int | None = None
    ended: EpochMs | None = None
    left: int | None = None
    """The tray at the closer."""
    transfers: tuple[int, ...] = ()
    """The numbers of the requests whose chips were moved."""

    @property
    def win(self) -> int | None:
        """The house's win by the forms; None until closer and drop are filed."""
        if self.left is None or self.drop is None:
            return None
        return self.left + self.credits + self.drop - self.tray_cents - self.fills

    @property
    def resting_numbers(self) -> list[int]:
        """The numbers of the forms that would have no sitting without its opener."""
        return [*self.transfers, *([self.closer] if self.closer is not None else [])]


class FormBalance(NamedTuple):
    """The sittings of all tables, by their forms."""

    sittings: list[TableSitting]
    alarms: list[Alarm]
    open_requests: list[FiledForm]
    """Fills and credits that are under way."""

    def sitting_of(self, opener_number: int) -> TableSitting | None:
        """Return the sitting that a form has opened, None if it has opened none."""
        return next((sitting for sitting in self.sittings if sitting.opener == opener_number), None)


def balance_forms(filed_forms: Sequence[FiledForm]) -> FormBalance:
    """Return the sittings that the forms give, as corrected, without voided ones."""
    sitting_books = SittingBooks()
    sitting_books.apply_forms(filed_forms)
    return sitting_books.balance


def missing_numbers(
    filed_forms: Sequence[FiledForm], highest_number: int, before_first: int = 0
) -> list[tuple[int, int]]:
    """Return the runs of numbers, first and last, that no form has between the number before the
    first form and the highest given one.
    """
    numbers = [before_first, *(filed_form.number for filed_form in filed_forms)]
    numbers.append(max(highest_number, numbers[-1]) + 1)
    return [(before + 1, after - 1) for before, after in pairwise(numbers) if after > before + 1]


def missing_alarms(
    filed_forms: Sequence[FiledForm], highest_number: int, before_first: int = 0
) -> list[Alarm]:
    """Return an alarm for each run of missing numbers, which lasts as long as they are missing."""
    times = {filed_form.number: filed_form.at for filed_form in filed_forms}
    return [
        Alarm(
            bound_id("form", first, last, times.get(last + 1, 0)),
            "form_missing",
            "",
            times.get(last + 1, 0),
            None,
            {"first": first, "last": last},
        )
        for first, last in missing_numbers(filed_forms, highest_number, before_first)
    ]


class SittingBooks:
    """The sittings that forms give, applied in the order of their numbers."""

    def __init__(self) -> None:
        self.sittings: dict[int, TableSitting] = {}
        """By the number of the opener."""
        self.alarms: list[Alarm] = []
        self.open_requests: dict[int, FiledForm] = {}
        self._last_openers: dict[str, int] = {}
        """By table: the number of its newest opener."""
        self._last_counts: dict[str, FiledForm] = {}
        """By table: its newest count of the tray."""
        self._present_forms: dict[int, AnyForm] = {}
        self._transfers: dict[int, list[int]] = {}
        """By opener: the numbers of the requests whose chips were moved."""

    @property
    def balance(self) -> FormBalance:
        sittings = (
            replace(sitting, transfers=tuple(self._transfers.get(opener, ())))
            for opener, sitting in self.sittings.items()
        )
        return FormBalance([*sittings], self.alarms, [*self.open_requests.values()])

    def apply_forms(self, filed_forms: Sequence[FiledForm]) -> None:
        """Apply forms with their marks, as corrected, without voided ones."""
        forms_by_number = {filed_form.number: filed_form for filed_form in filed_forms}
        for filed_form in filed_forms:
            if filed_form.voided is None:
                self.apply_form(filed_form, _present_form(filed_form, forms_by_number))

    def apply_form(self, filed_form: FiledForm, present_form: AnyForm) -> None:
        self._present_forms[filed_form.number] = present_form
        match present_form:
            case TrayCounted(at="opener", chips=chip_counts):
                self._open_sitting(filed_form, chips_value(chip_counts))
            case TrayCounted(chips=chip_counts):
                self._close_sitting(filed_form, chips_value(chip_counts))
            case ChipsRequested():
                self.open_requests[filed_form.number] = filed_form
            case ChipsReceived(of=form_number) if self.open_requests.pop(form_number, None):
                self._move_chips(filed_form.table_name, form_number)
            case DropCounted(of=form_number, cents=drop_cents):
                self._change_sitting(form_number, {"drop": drop_cents})

    def _open_sitting(self, filed_form: FiledForm, tray_cents: int) -> None:
        table_name = filed_form.table_name
        last_sitting = self.sittings.get(self._last_openers.get(table_name, 0))
        if last_sitting and last_sitting.left != tray_cents:
            self.alarms.append(self._tray_alarm(filed_form, tray_cents, last_sitting))
        self.sittings[filed_form.number] = TableSitting(
            table_name, filed_form.number, filed_form.at, tray_cents
        )
        self._last_openers[table_name] = filed_form.number
        self._last_counts[table_name] = filed_form

    def _close_sitting(self, filed_form: FiledForm, tray_cents: int) -> None:
        last_sitting = self.sittings.get(self._last_openers.get(filed_form.table_name, 0))
        if last_sitting is not None and last_sitting.left is None:
            closing_values = {
                "closer": filed_form.number,
                "ended": filed_form.at,
                "left": tray_cents,
            }
            self._change_sitting(last_sitting.opener, closing_values)
            self._last_counts[filed_form.table_name] = filed_form

    def _tray_alarm(
        self, opener_form: FiledForm, tray_cents: int, last_sitting: TableSitting
    ) -> Alarm:
        """Return the alarm of a tray that opens otherwise than it closed; a correction of either
        count raises another one.
        """
        last_count = self._last_counts[opener_form.table_name]
        sources = (opener_form.number, opener_form.table_name, opener_form.at)
        corrections = (opener_form.corrected or 0, last_count.corrected or 0)
        values = {
            "number": opener_form.number,
            "rests_on": last_sitting.opener,
            "cents": tray_cents,
        }
        if last_sitting.left is not None:
            values["before_cents"] = last_sitting.left
        return Alarm(
            bound_id("form", *sources, *corrections),
            TRAY_KIND if last_sitting.left is not None else NO_CLOSER_KIND,
            opener_form.table_name,
            opener_form.at,
            opener_form.at,
            values,
        )

    def _move_chips(self, table_name: str, request_number: int) -> None:
        chips_request = self._present_forms[request_number]
        sitting = self.sittings.get(self._last_openers.get(table_name, 0))
        if isinstance(chips_request, ChipsRequested) and sitting is not None:
            field_name = "fills" if chips_request.direction == "fill" else "credits"
            moved_cents = getattr(sitting, field_name) + chips_value(chips_request.chips)
            self._change_sitting(sitting.opener, {field_name: moved_cents})
            self._transfers.setdefault(sitting.opener, []).append(request_number)

    def _change_sitting(self, opener_number: int, values: Mapping[str, Any]) -> None:
        if opener_number in self.sittings:
            self.sittings[opener_number] = replace(self.sittings[opener_number], **values)


def _present_form(filed_form: FiledForm, forms_by_number: Mapping[int, FiledForm]) -> AnyForm:
    """Return a form as its last correction has it."""
    if filed_form.corrected is None:
        return filed_form.form
    correction = forms_by_number[filed_form.corrected].form
    if not isinstance(correction, FormCorrected):
        return filed_form.form
    return corrected_form(filed_form.form, correction)
