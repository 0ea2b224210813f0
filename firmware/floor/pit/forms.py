"""The forms of a table: counts, fills, credits, drops, and their corrections.

Forms are numbered in the order of filing, without gaps. A void and a correction are forms
themselves, and the form that they are about has its number, time and place for good. Amounts are
chips of some denominations, in cents.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.acts import PitAct
from firmware.floor.projection.fact import EpochMs

FormCents = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
FormText = Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=r"\S")]
FormNumber = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
ChipDenomination = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
ChipCount = Annotated[int, msgspec.Meta(ge=0, le=10**6)]
ChipCounts = Annotated[
    tuple[tuple[ChipDenomination, ChipCount], ...], msgspec.Meta(min_length=1, max_length=40)
]
"""(Denomination in cents, count)."""

MAX_TRANSFER_CENTS: Final = 250_000_00
"""The most that a fill or a credit moves."""
MAX_COUNT_CENTS: Final = 10_000_000_00
"""The most that a tray or a drop box holds."""


class PitForm(msgspec.Struct, frozen=True, tag_field="form", tag=True, forbid_unknown_fields=True):
    """A form. The accounts of its signers are stored with it."""


class TrayCounted(PitForm, frozen=True):
    """The chips of a table, counted by two people as it opens or closes."""

    at: Literal["opener", "closer"]
    chips: ChipCounts


class ChipsRequested(PitForm, frozen=True, tag="ChipsAsked", rename={"direction": "way"}):
    """Chips are requested from the cage, or to be given back to it."""

    direction: Literal["fill", "credit"]
    chips: ChipCounts


class ChipsSent(PitForm, frozen=True):
    """The chips of request `of` are on their way."""

    of: FormNumber


class ChipsReceived(PitForm, frozen=True, tag="ChipsTaken"):
    """The chips of request `of` have arrived."""

    of: FormNumber


class DropCounted(PitForm, frozen=True):
    """The contents of the drop box of a table that opened with form `of`, counted by two people."""

    of: FormNumber
    cents: FormCents


class FormCorrected(PitForm, frozen=True, tag="Corrected"):
    """Form `of` has other chips, or another amount: its time, its place and the forms that rest
    on it stay.
    """

    of: FormNumber
    words: FormText
    chips: ChipCounts | None = None
    cents: FormCents | None = None


class FormVoided(PitForm, frozen=True, tag="Voided"):
    """Form `of` does not count."""

    of: FormNumber
    words: FormText


AnyForm = (
    TrayCounted
    | ChipsRequested
    | ChipsSent
    | ChipsReceived
    | DropCounted
    | FormCorrected
    | FormVoided
)
TRANSFER_ACTS: Final[Mapping[tuple[type[PitForm], str], PitAct]] = {
    (ChipsSent, "fill"): "send_fill",
    (ChipsReceived, "fill"): "take_fill",
    (ChipsSent, "credit"): "send_credit",
    (ChipsReceived, "credit"): "take_credit",
}
"""By form and direction of the request."""


class FiledForm(msgspec.Struct, frozen=True, rename={"table_name": "table"}):
    """A form with its number and its signers; `second` is empty where one is enough."""

    number: int
    table_name: str
    form: AnyForm
    by: str
    at: EpochMs
    second: str = ""
    voided: int | None = None
    """The number of the form that voids it."""
    corrected: int | None = None
    """The number of the form that corrects it last."""

    @property
    def signers(self) -> frozenset[str]:
        return frozenset(filter(None, (self.by, self.second)))


def form_act(new_form: AnyForm, forms_by_number: Mapping[int, FiledForm]) -> PitAct:
    """Return the act that filing a form is. Raises RequestFailed if its `of` names no request."""
    match new_form:
        case TrayCounted():
            return "count"
        case ChipsRequested():
            return "request"
        case DropCounted():
            return "drop"
        case FormVoided():
            return "void"
        case FormCorrected(of=form_number):
            corrected_form = forms_by_number.get(form_number)
            is_transfer = corrected_form and isinstance(corrected_form.form, ChipsRequested)
            return "correct_transfer" if is_transfer else "correct"
    request_form = forms_by_number.get(new_form.of)
    if request_form is None or not isinstance(request_form.form, ChipsRequested):
        raise refused_form("pit.form.why.of", new_form.of)
    return TRANSFER_ACTS[type(new_form), request_form.form.direction]


def with_marks(filed_forms: Sequence[FiledForm]) -> list[FiledForm]:
    """Return the forms, each with the numbers of the forms that void it and correct it."""
    void_numbers = {
        filed_form.form.of: filed_form.number
        for filed_form in filed_forms
        if isinstance(filed_form.form, FormVoided)
    }
    correction_numbers = {
        filed_form.form.of: filed_form.number
        for filed_form in filed_forms
        if isinstance(filed_form.form, FormCorrected) and filed_form.number not in void_numbers
    }
    return [
        replace(
            filed_form,
            voided=void_numbers.get(filed_form.number),
            corrected=correction_numbers.get(filed_form.number),
        )
        for filed_form in filed_forms
    ]


def corrected_form(pit_form: AnyForm, correction: FormCorrected) -> AnyForm:
    """Return a form with the chips or the amount of its correction."""
    match pit_form, correction:
        case ((TrayCounted() | ChipsRequested()), FormCorrected(chips=tuple(chips), cents=None)):
            return replace(pit_form, chips=chips)
        case DropCounted(), FormCorrected(chips=None, cents=int(cents)):
            return replace(pit_form, cents=cents)
    raise refused_form("pit.form.why.not_corrected", correction.of)


def chips_value(chip_counts: ChipCounts) -> int:
    return sum(denomination * count for denomination, count in chip_counts)


def check_amount(pit_form: AnyForm) -> None:
    """Raise RequestFailed if a form's amount is more than such a form can have, or if it moves
    nothing.
    """
    match pit_form:
        case ChipsRequested(chips=chip_counts):
            most_cents, cents = MAX_TRANSFER_CENTS, chips_value(chip_counts)
            if not cents:
                raise RequestFailed(Text("pit.form.why.nothing"))
        case TrayCounted(chips=chip_counts):
            most_cents, cents = MAX_COUNT_CENTS, chips_value(chip_counts)
        case DropCounted(cents=cents):
            most_cents = MAX_COUNT_CENTS
        case _:
            return
    if cents > most_cents:
        limits = {"given_cents": Cents(cents), "most_cents": Cents(most_cents)}
        raise RequestFailed(Text("pit.form.why.amount", dict(limits)))


def refused_form(message_key: str, form_number: int) -> RequestFailed:
    return RequestFailed(Text(message_key, {"number": str(form_number)}))
