"""A correction as people type it: the number of an act, and the values that were wrong in it."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import asdict, replace

from firmware.core.tournament import acts
from firmware.core.tournament.act_log import ActLog
from firmware.core.tournament.act_text import full_act_text
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed

TWO_PERSONS: Final = 2

FIELDS_BY_ACT: Final[Mapping[type[acts.TournamentAct], Mapping[str, str]]] = {
    acts.Register: {"player": "player", "age": "age"},
    acts.RebuyChips: {"player": "player"},
    acts.ReportButton: {"table": "table", "spot": "spot"},
    acts.ReportEliminated: {"chips": "lost"},
    acts.ReportStacks: {"chips": "stacks"},
    acts.ColourUp: {"chips": "counts"},
}
"""For each kind of act, its field by the name of the value that corrects it."""


class RightValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The values that an act should have had; None for one that was right."""

    player: str | None = None
    age: int | None = None
    table: int | None = None
    spot: int | None = None
    chips: dict[str, int] | None = None
    """By player: those who are out, the stacks at the end, or the chips to exchange."""

    @property
    def given(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value is not None}


def correction_of(
    number: int,
    persons: tuple[str, ...],
    reason: str,
    right_values: RightValues | None,
    act_log: ActLog,
) -> acts.CorrectAct:
    """Return the correction of an act; without values it withdraws the act. Raises RequestFailed
    if there is no such act, or the values are none of its own.
    """
    if len(persons) != TWO_PERSONS:
        raise RequestFailed(Text("hall.correct.two_persons"))
    if number not in act_log.numbered_acts:
        raise RequestFailed(Text("hall.correct.no_act", {"number": number}))
    act = act_log.numbered_acts[number].act
    right_act = None if right_values is None else _right_act(number, act, right_values)
    return acts.CorrectAct(number, (persons[0], persons[1]), reason, right_act)


def _right_act(
    number: int, act: acts.TournamentAct, right_values: RightValues
) -> acts.CorrectableAct:
    fields, given = FIELDS_BY_ACT[type(act)], right_values.given
    if not given:
        raise RequestFailed(Text("hall.correct.nothing", {"number": number}))
    for name in given:
        if name not in fields:
            values: TextValues = {"number": number, "name": f"--{name}", "what": full_act_text(act)}
            raise RequestFailed(Text("hall.correct.value", values))
    if isinstance(act, acts.ReportEliminated):
        return acts.ReportEliminated(
            tuple(acts.EliminatedPlayer(*of) for of in given["chips"].items())
        )
    return replace(act, **{fields[name]: value for name, value in given.items()})  # type: ignore[return-value]
