"""Whether a form may follow the earlier ones of its table."""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.form_balance import balance_forms
from firmware.floor.pit.forms import (
    AnyForm,
    ChipsReceived,
    ChipsRequested,
    ChipsSent,
    DropCounted,
    FiledForm,
    FormCorrected,
    FormVoided,
    PitForm,
    TrayCounted,
    check_amount,
    corrected_form,
    refused_form,
)

REQUIRED_FORMS: Final[Mapping[type[PitForm], type[PitForm]]] = {
    ChipsSent: ChipsRequested,
    ChipsReceived: ChipsRequested,
    DropCounted: TrayCounted,
}
"""By form: the form to which its `of` must belong."""
ONCE_EACH: Final = (ChipsSent, ChipsReceived, DropCounted)
"""The forms of which another one has one only."""


def check_form(
    new_form: AnyForm, table_name: str, signers: frozenset[str], earlier_forms: Sequence[FiledForm]
) -> None:
    """Raise RequestFailed unless the form may follow the earlier ones, signed by these."""
    check_amount(new_form)
    form_number = getattr(new_form, "of", None)
    if form_number is None:
        return
    table_forms = [
        filed_form
        for filed_form in earlier_forms
        if filed_form.table_name == table_name and not filed_form.voided
    ]
    about_form = next(
        (filed_form for filed_form in table_forms if filed_form.number == form_number), None
    )
    if about_form is None or not _may_follow(new_form, about_form.form):
        raise refused_form("pit.form.why.of", form_number)
    resting_forms = [
        filed_form
        for filed_form in table_forms
        if getattr(filed_form.form, "of", None) == form_number
    ]
    if isinstance(new_form, FormCorrected):
        check_amount(corrected_form(about_form.form, new_form))
    elif isinstance(new_form, FormVoided):
        _check_void(about_form, resting_forms, earlier_forms)
    else:
        _check_step(new_form, signers, about_form, resting_forms)


def _may_follow(new_form: AnyForm, about_form: AnyForm) -> bool:
    if isinstance(new_form, FormVoided | FormCorrected):
        return not isinstance(about_form, FormVoided)
    if isinstance(about_form, TrayCounted) and about_form.at != "opener":
        return False
    return type(about_form) is REQUIRED_FORMS[type(new_form)]


def _check_step(
    new_form: AnyForm,
    signers: frozenset[str],
    request_form: FiledForm,
    resting_forms: Sequence[FiledForm],
) -> None:
    """Check the next step of a request, or the drop of an opener."""
    if any(type(filed_form.form) is type(new_form) for filed_form in resting_forms):
        raise refused_form("pit.form.why.done", request_form.number)
    sent_form = next(
        (filed_form for filed_form in resting_forms if isinstance(filed_form.form, ChipsSent)), None
    )
    if isinstance(new_form, ChipsSent) and signers & request_form.signers:
        raise _same_person(signers & request_form.signers)
    if isinstance(new_form, ChipsReceived):
        if sent_form is None:
            raise refused_form("pit.form.why.not_sent", request_form.number)
        if signers & sent_form.signers:
            raise _same_person(signers & sent_form.signers)


def _check_void(
    about_form: FiledForm, resting_forms: Sequence[FiledForm], earlier_forms: Sequence[FiledForm]
) -> None:
    """Refuse to void a form on which others rest: it is corrected, or they are voided first."""
    resting_numbers = [
        filed_form.number for filed_form in resting_forms if isinstance(filed_form.form, ONCE_EACH)
    ]
    if isinstance(about_form.form, ChipsSent):
        resting_numbers += _receipts(about_form.form.of, earlier_forms)
    sitting = balance_forms(earlier_forms).sitting_of(about_form.number)
    if sitting is not None:
        resting_numbers += sitting.resting_numbers
    if resting_numbers:
        values = {"number": str(about_form.number), "other": str(min(resting_numbers))}
        raise RequestFailed(Text("pit.form.why.rests", dict(values)))


def _receipts(request_number: int, filed_forms: Sequence[FiledForm]) -> list[int]:
    return [
        filed_form.number
        for filed_form in filed_forms
        if filed_form.form == ChipsReceived(request_number) and not filed_form.voided
    ]


def _same_person(names: frozenset[str]) -> RequestFailed:
    return RequestFailed(Text("pit.form.why.same_person", {"name": min(names)}))
