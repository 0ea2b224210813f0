"""The forms of a table: counts, fills, credits and drops, and the win that follows from them.

Forms are numbered in the order of filing, without gaps. A void is a form itself, and the voided
form has its number for good. Amounts are chips of some denominations, in cents.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.alarms import Alarm
from firmware.floor.pit.fact import EpochMs

FormCents = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
PersonName = Annotated[str, msgspec.Meta(min_length=2, max_length=64, pattern=r"\S")]
FormText = Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=r"\S")]
FormNumber = Annotated[int, msgspec.Meta(ge=1)]
ChipDenomination = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
ChipCount = Annotated[int, msgspec.Meta(ge=0, le=10**6)]
ChipCounts = Annotated[
    tuple[tuple[ChipDenomination, ChipCount], ...], msgspec.Meta(min_length=1, max_length=40)
]
"""(Denomination in cents, count)."""


class PitForm(msgspec.Struct, frozen=True, tag_field="form", tag=True, forbid_unknown_fields=True):
    """A form. The signed-in user who files it is stored with it."""


class TrayCounted(PitForm, frozen=True):
    """The chips of a table, counted by two people as it opens or closes."""

    at: Literal["opener", "closer"]
    chips: ChipCounts
    second: PersonName


class ChipsRequested(PitForm, frozen=True, tag="ChipsAsked", rename={"direction": "way"}):
    """Chips are requested from the cage, or to be given back to it."""

    direction: Literal["fill", "credit"]
    chips: ChipCounts


class ChipsSent(PitForm, frozen=True):
    """The chips of request `of` are on their way."""

    of: FormNumber
    cage: PersonName
    runner: PersonName


class ChipsReceived(PitForm, frozen=True, tag="ChipsTaken"):
    """The chips of request `of` have arrived."""

    of: FormNumber
    dealer: PersonName
    supervisor: PersonName


class DropCounted(PitForm, frozen=True):
    """The contents of the drop box of a table that opened with form `of`, counted by two people."""

    of: FormNumber
    cents: FormCents
    second: PersonName


class FormVoided(PitForm, frozen=True, tag="Voided"):
    """Form `of` does not count."""

    of: FormNumber
    words: FormText


AnyForm = TrayCounted | ChipsRequested | ChipsSent | ChipsReceived | DropCounted | FormVoided
REQUIRED_FORMS: Final[Mapping[type[PitForm], type[PitForm]]] = {
    ChipsSent: ChipsRequested,
    ChipsReceived: ChipsRequested,
    DropCounted: TrayCounted,
}
"""By form: the form to which its `of` must belong."""


class FiledForm(msgspec.Struct, frozen=True, rename={"table_name": "table"}):
    """A form with its number."""

    number: int
    table_name: str
    form: AnyForm
    by: str
    at: EpochMs
    voided: int | None = None
    """The number of the form that voids it."""


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

    @property
    def win(self) -> int | None:
        """The house's win by the forms; None until closer and drop are filed."""
        if self.left is None or self.drop is None:
            return None
        return self.left + self.credits + self.drop - self.tray_cents - self.fills


class FormBalance(NamedTuple):
    """The sittings of a table, by its forms."""

    sittings: list[TableSitting]
    alarms: list[Alarm]
    open_requests: list[FiledForm]
    """Fills and credits that are under way."""


def check_form(
    new_form: AnyForm, table_name: str, filed_by: str, earlier_forms: Sequence[FiledForm]
) -> None:
    """Raise RequestFailed unless the form may follow the earlier ones."""
    second = new_form.second if isinstance(new_form, TrayCounted | DropCounted) else None
    if second is not None and second.casefold() == filed_by.casefold():
        raise RequestFailed(Text("pit.form.why.second"))
    form_number = getattr(new_form, "of", None)
    if form_number is None:
        return
    table_forms = {
        filed_form.number: filed_form
        for filed_form in earlier_forms
        if filed_form.table_name == table_name
    }
    about_form = table_forms.get(form_number)
    if about_form is None or about_form.voided or not _may_follow(new_form, about_form.form):
        raise _refused_form("pit.form.why.of", form_number)
    same_subject = [
        filed_form
        for filed_form in earlier_forms
        if not filed_form.voided and getattr(filed_form.form, "of", None) == form_number
    ]
    if any(type(filed_form.form) is type(new_form) for filed_form in same_subject):
        raise _refused_form("pit.form.why.done", form_number)
    is_sent = any(isinstance(filed_form.form, ChipsSent) for filed_form in same_subject)
    if isinstance(new_form, ChipsReceived) and not is_sent:
        raise _refused_form("pit.form.why.not_sent", form_number)


def with_voids(filed_forms: Sequence[FiledForm]) -> list[FiledForm]:
    """Return the forms, each with the number of the form that voids it."""
    void_numbers = {
        filed_form.form.of: filed_form.number
        for filed_form in filed_forms
        if isinstance(filed_form.form, FormVoided)
    }
    return [
        replace(filed_form, voided=void_numbers.get(filed_form.number))
        for filed_form in filed_forms
    ]


def balance_forms(filed_forms: Sequence[FiledForm]) -> FormBalance:
    """Return the sittings that the forms give, without voided ones."""
    sitting_books = _SittingBooks()
    for filed_form in filed_forms:
        if filed_form.voided is None:
            sitting_books.apply_form(filed_form)
    return FormBalance(
        sitting_books.sittings, sitting_books.alarms, list(sitting_books.open_requests.values())
    )


def chips_value(chip_counts: ChipCounts) -> int:
    return sum(denomination * count for denomination, count in chip_counts)


class _SittingBooks:
    def __init__(self) -> None:
        self.sittings: list[TableSitting] = []
        self.alarms: list[Alarm] = []
        self.open_requests: dict[int, FiledForm] = {}

    def apply_form(self, filed_form: FiledForm) -> None:
        match filed_form.form:
            case TrayCounted(at="opener", chips=chip_counts):
                self._open_sitting(filed_form, chips_value(chip_counts))
            case TrayCounted(chips=chip_counts):
                closing_values = {
                    "closer": filed_form.number,
                    "ended": filed_form.at,
                    "left": chips_value(chip_counts),
                }
                self._change_sitting(
                    lambda table_sitting: (
                        table_sitting.table_name == filed_form.table_name
                        and table_sitting.left is None
                    ),
                    closing_values,
                )
            case ChipsRequested():
                self.open_requests[filed_form.number] = filed_form
            case ChipsReceived(of=form_number) if request_form := self.open_requests.pop(
                form_number, None
            ):
                self._move_chips(request_form)
            case DropCounted(of=form_number, cents=drop_cents):
                self._change_sitting(
                    lambda table_sitting: table_sitting.opener == form_number, {"drop": drop_cents}
                )

    def _open_sitting(self, filed_form: FiledForm, tray_cents: int) -> None:
        table_sittings = [
            table_sitting
            for table_sitting in self.sittings
            if table_sitting.table_name == filed_form.table_name
        ]
        last_sitting = table_sittings[-1] if table_sittings else None
        if last_sitting and last_sitting.left != tray_cents:
            values = {
                "number": filed_form.number,
                "cents": tray_cents,
                "before_cents": last_sitting.left,
            }
            known_values = {
                alarm_id: value for alarm_id, value in values.items() if value is not None
            }
            alarm_kind = "tray" if last_sitting.left is not None else "no_closer"
            alarm_id = f"form.{filed_form.number}"
            self.alarms.append(
                Alarm(
                    alarm_id,
                    alarm_kind,
                    filed_form.table_name,
                    filed_form.at,
                    filed_form.at,
                    known_values,
                )
            )
        self.sittings.append(
            TableSitting(filed_form.table_name, filed_form.number, filed_form.at, tray_cents)
        )

    def _move_chips(self, request_form: FiledForm) -> None:
        chips_request = request_form.form
        if isinstance(chips_request, ChipsRequested):
            table_sittings = [
                table_sitting
                for table_sitting in self.sittings
                if table_sitting.table_name == request_form.table_name
            ]
            field_name = "fills" if chips_request.direction == "fill" else "credits"
            if table_sittings:
                changed_values = {
                    field_name: getattr(table_sittings[-1], field_name)
                    + chips_value(chips_request.chips)
                }
                self._change_sitting(
                    lambda table_sitting: table_sitting is table_sittings[-1], changed_values
                )

    def _change_sitting(
        self, matches: Callable[[TableSitting], bool], values: Mapping[str, Any]
    ) -> None:
        """Change the newest of these sittings, if there is one."""
        for sitting_index in reversed(range(len(self.sittings))):
            if matches(self.sittings[sitting_index]):
                self.sittings[sitting_index] = replace(self.sittings[sitting_index], **values)
                return


def _may_follow(new_form: AnyForm, earlier_form: AnyForm) -> bool:
    if isinstance(new_form, FormVoided):
        return not isinstance(earlier_form, FormVoided)
    if isinstance(earlier_form, TrayCounted) and earlier_form.at != "opener":
        return False
    return type(earlier_form) is REQUIRED_FORMS[type(new_form)]


def _refused_form(message_key: str, form_number: int) -> RequestFailed:
    return RequestFailed(Text(message_key, {"number": str(form_number)}))
