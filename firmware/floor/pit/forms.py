"""The forms of a table: counts, fills, credits and drops, and the win that follows from them.

Each has a number in the order of filing, without gaps. A void is a form itself, and the form that
it voids keeps its number. Amounts are chips of some denominations, in cents.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.floor.pit.alarms import Alarm
from firmware.floor.pit.fact import Moment

Cents = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Name = Annotated[str, msgspec.Meta(min_length=2, max_length=64, pattern=r"\S")]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=r"\S")]
Number = Annotated[int, msgspec.Meta(ge=1)]
Denomination = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10**6)]
Chips = Annotated[tuple[tuple[Denomination, Count], ...], msgspec.Meta(min_length=1, max_length=40)]
"""(Denomination, how many)."""


class Form(msgspec.Struct, frozen=True, tag_field="form", tag=True, forbid_unknown_fields=True):
    """A form; who fills it in is signed in, and kept beside it."""


class TrayCounted(Form, frozen=True):
    """The chips of a table, counted by two people as it opens or closes."""

    at: Literal["opener", "closer"]
    chips: Chips
    second: Name


class ChipsAsked(Form, frozen=True):
    """Chips are asked of the cage, or to be given back to it."""

    way: Literal["fill", "credit"]
    chips: Chips


class ChipsSent(Form, frozen=True):
    """Form `of`, which asked for them: they are on their way."""

    of: Number
    cage: Name
    runner: Name


class ChipsTaken(Form, frozen=True):
    """Form `of`, which asked for them: they are where they belong."""

    of: Number
    dealer: Name
    supervisor: Name


class DropCounted(Form, frozen=True):
    """What was in the box of a table that opened with form `of`, counted by two people."""

    of: Number
    cents: Cents
    second: Name


class Voided(Form, frozen=True):
    """Form `of` does not count."""

    of: Number
    words: Words


AnyForm = TrayCounted | ChipsAsked | ChipsSent | ChipsTaken | DropCounted | Voided
FOLLOWS: Final[Mapping[type[Form], type[Form]]] = {
    ChipsSent: ChipsAsked,
    ChipsTaken: ChipsAsked,
    DropCounted: TrayCounted,
}
"""By form: the form to which its `of` belongs."""


class Filed(msgspec.Struct, frozen=True):
    """A form with its number."""

    number: int
    table: str
    form: AnyForm
    by: str
    at: Moment
    voided: int | None = None
    """The number of the form that voids it."""


class Sitting(msgspec.Struct, frozen=True):
    """A table from its opener to its closer, by its forms; money in cents."""

    table: str
    opener: int
    began: Moment
    tray: int
    """In the tray at the opener."""
    fills: int = 0
    credits: int = 0
    drop: int | None = None
    closer: int | None = None
    ended: Moment | None = None
    left: int | None = None
    """In the tray at the closer."""

    @property
    def win(self) -> int | None:
        """What the house has won by the forms; None until closer and drop are there."""
        if self.left is None or self.drop is None:
            return None
        return self.left + self.credits + self.drop - self.tray - self.fills


class Balance(NamedTuple):
    """The sittings of a table, by its forms."""

    sittings: list[Sitting]
    alarms: list[Alarm]
    waiting: list[Filed]
    """Fills and credits that are under way."""


def check(form: AnyForm, table: str, by: str, earlier: Sequence[Filed]) -> None:
    """Raise CannotBeDone unless the form may follow those before it."""
    if isinstance(form, TrayCounted | DropCounted) and form.second.casefold() == by.casefold():
        raise _refused("second")
    of = getattr(form, "of", None)
    if of is None:
        return
    about = next((one for one in earlier if one.number == of and one.table == table), None)
    if about is None or about.voided or not _may_follow(form, about.form):
        raise _refused("of", number=of)
    done = [one for one in earlier if not one.voided and getattr(one.form, "of", None) == of]
    if any(type(one.form) is type(form) for one in done):
        raise _refused("done", number=of)
    sent = any(isinstance(one.form, ChipsSent) for one in done)
    if isinstance(form, ChipsTaken) and not sent:
        raise _refused("not_sent", number=of)


def voiding(forms: Sequence[Filed]) -> list[Filed]:
    """Return the forms with the number of the form that voids each."""
    void = {one.form.of: one.number for one in forms if isinstance(one.form, Voided)}
    return [replace(one, voided=void.get(one.number)) for one in forms]


def balance(forms: Sequence[Filed]) -> Balance:
    """Return the sittings that the forms give, voided ones left out."""
    found = _Books()
    for filed in forms:
        if filed.voided is None:
            found.take(filed)
    return Balance(found.sittings, found.alarms, list(found.asked.values()))


def worth(chips: Chips) -> int:
    return sum(denomination * count for denomination, count in chips)


class _Books:
    def __init__(self) -> None:
        self.sittings: list[Sitting] = []
        self.alarms: list[Alarm] = []
        self.asked: dict[int, Filed] = {}

    def take(self, filed: Filed) -> None:
        match filed.form:
            case TrayCounted(at="opener", chips=chips):
                self._open(filed, worth(chips))
            case TrayCounted(chips=chips):
                closed = {"closer": filed.number, "ended": filed.at, "left": worth(chips)}
                self._change(lambda one: one.table == filed.table and one.left is None, closed)
            case ChipsAsked():
                self.asked[filed.number] = filed
            case ChipsTaken(of=of) if asked := self.asked.pop(of, None):
                self._move(asked)
            case DropCounted(of=of, cents=cents):
                self._change(lambda one: one.opener == of, {"drop": cents})

    def _open(self, filed: Filed, tray: int) -> None:
        own = [one for one in self.sittings if one.table == filed.table]
        last = own[-1] if own else None
        if last and last.left != tray:
            values = {"number": filed.number, "cents": tray, "before_cents": last.left}
            known = {name: value for name, value in values.items() if value is not None}
            kind = "tray" if last.left is not None else "no_closer"
            name = f"form.{filed.number}"
            self.alarms.append(Alarm(name, kind, filed.table, filed.at, filed.at, known))
        self.sittings.append(Sitting(filed.table, filed.number, filed.at, tray))

    def _move(self, asked: Filed) -> None:
        form = asked.form
        if isinstance(form, ChipsAsked):
            own = [one for one in self.sittings if one.table == asked.table]
            name = "fills" if form.way == "fill" else "credits"
            if own:
                more = {name: getattr(own[-1], name) + worth(form.chips)}
                self._change(lambda one: one is own[-1], more)

    def _change(self, is_it: Callable[[Sitting], bool], values: Mapping[str, Any]) -> None:
        """Change the newest of these sittings, if there is one."""
        for at in reversed(range(len(self.sittings))):
            if is_it(self.sittings[at]):
                self.sittings[at] = replace(self.sittings[at], **values)
                return


def _may_follow(form: AnyForm, before: AnyForm) -> bool:
    if isinstance(form, Voided):
        return not isinstance(before, Voided)
    if isinstance(before, TrayCounted) and before.at != "opener":
        return False
    return type(before) is FOLLOWS[type(form)]


def _refused(why: str, **values: int) -> CannotBeDone:
    return CannotBeDone(Text(f"pit.form.why.{why}", {n: str(v) for n, v in values.items()}))
