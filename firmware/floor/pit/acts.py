"""The acts at the pit: the roles that sign each, and the place where it is done."""

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, get_args

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.requests import ROLE_KEYS, Person, Role

PitAct = Literal[
    "floor",
    "forms",
    "report",
    "days",
    "acknowledge",
    "shelve",
    "count",
    "request",
    "send_fill",
    "take_fill",
    "send_credit",
    "take_credit",
    "drop",
    "correct",
    "correct_transfer",
    "void",
    "close_day",
    "amend_day",
]
PIT_GAME: Final = "pit"
"""In the stamp of a pit's chain, where a table's journal has its game."""
PIT_ACTS: Final[tuple[PitAct, ...]] = get_args(PitAct)


class Signers(NamedTuple):
    """The roles that sign an act: of the signed-in person, and of the second one if it has one."""

    first: Role
    second: Role | None = None


def _alone(*roles: Role) -> frozenset[Signers]:
    return frozenset(map(Signers, roles))


def _either_first(first: Role, second: Role) -> frozenset[Signers]:
    return frozenset({Signers(first, second), Signers(second, first)})


_TWO_SUPERVISORS: Final = frozenset({Signers("supervisor", "supervisor")})
_SUPERVISOR_AND_CAGE: Final = _either_first("supervisor", "cashier")

SIGNERS_BY_ACT: Final[Mapping[PitAct, frozenset[Signers]]] = {
    "floor": _alone("technician", "supervisor", "auditor"),
    "forms": _alone("supervisor", "auditor", "cashier", "dealer"),
    "report": _alone("supervisor", "auditor"),
    "days": _alone("supervisor", "auditor", "cashier"),
    "acknowledge": _alone("technician", "supervisor"),
    "shelve": _alone("technician", "supervisor"),
    "count": _either_first("supervisor", "dealer") | _TWO_SUPERVISORS,
    "request": _alone("supervisor"),
    "send_fill": frozenset({Signers("cashier", "runner")}),
    "take_fill": _either_first("supervisor", "dealer"),
    "send_credit": _either_first("supervisor", "dealer"),
    "take_credit": frozenset({Signers("cashier", "runner")}),
    "drop": _SUPERVISOR_AND_CAGE | frozenset({Signers("cashier", "cashier")}),
    "correct": _SUPERVISOR_AND_CAGE | _TWO_SUPERVISORS,
    "correct_transfer": _SUPERVISOR_AND_CAGE,
    "void": _SUPERVISOR_AND_CAGE | _TWO_SUPERVISORS,
    "close_day": _SUPERVISOR_AND_CAGE | _TWO_SUPERVISORS,
    "amend_day": _SUPERVISOR_AND_CAGE | _TWO_SUPERVISORS,
}
"""The one table of acts: a role that is not in it may not."""
READING_ACTS: Final[tuple[PitAct, ...]] = ("floor", "forms", "report", "days")
CAGE_ACTS: Final[frozenset[PitAct]] = frozenset({"send_fill", "take_credit"})
"""The acts that are done at the cage's stations."""
FLOOR_ACTS: Final[frozenset[PitAct]] = frozenset({"count", "request", "take_fill", "send_credit"})
"""The acts that are done at the pit's stations."""


def may_begin(role: Role, pit_act: PitAct) -> bool:
    """Return whether a signed-in person of that role may do the act, with a second one or alone."""
    return any(signers.first == role for signers in SIGNERS_BY_ACT[pit_act])


def acts_of(role: Role) -> tuple[PitAct, ...]:
    """Return the acts of a signed-in person of that role."""
    return tuple(pit_act for pit_act in PIT_ACTS if may_begin(role, pit_act))


def second_roles(role: Role, pit_act: PitAct) -> tuple[Role, ...]:
    """Return the roles of the second person, given that of the first; none if one is enough."""
    return tuple(
        sorted(
            signers.second
            for signers in SIGNERS_BY_ACT[pit_act]
            if signers.first == role and signers.second is not None
        )
    )


def check_role(person: Person, pit_act: PitAct) -> None:
    """Raise RequestFailed unless the person may do the act."""
    if not may_begin(person.role, pit_act):
        raise RequestFailed(Text("pit.why.role", {"role": Text(ROLE_KEYS[person.role])}))


def check_signers(pit_act: PitAct, first: Person, second: Person | None) -> None:
    """Raise RequestFailed unless these two, or the first alone, may sign the act."""
    check_role(first, pit_act)
    if second is not None and _is_same_person(first, second):
        raise RequestFailed(Text("pit.form.why.second"))
    if Signers(first.role, second.role if second else None) not in SIGNERS_BY_ACT[pit_act]:
        required = second_roles(first.role, pit_act)
        if not required:
            raise RequestFailed(Text("pit.form.why.no_second"))
        raise RequestFailed(
            Text("pit.form.why.second_role", {"role": Text(ROLE_KEYS[required[0]])})
        )


def _is_same_person(first: Person, second: Person) -> bool:
    """Return whether two accounts may be one person's: his at the house's proxy (`a.roy@house`) and
    his own of the pit (`aroy`) are.
    """
    return _plain_name(first.name) == _plain_name(second.name)


def _plain_name(account_name: str) -> str:
    return re.sub("[._-]", "", account_name.partition("@")[0].casefold())


def check_station(pit_act: PitAct, *, is_cage: bool) -> None:
    """Raise RequestFailed if the act belongs to a station of the other place."""
    if pit_act in CAGE_ACTS and not is_cage:
        raise RequestFailed(Text("pit.form.why.at_cage"))
    if pit_act in FLOOR_ACTS and is_cage:
        raise RequestFailed(Text("pit.form.why.at_pit"))
