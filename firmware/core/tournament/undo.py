"""Undo: the last act of an operator is taken out.

acts done:   a1  a2  a3  a4(operator)  a5(clock)  a6(table)      undo ──> which act? a4
new engine:  a1  a2  a3                a5         a6             all others, applied again
each ruled as before?  no ──> refused, nothing changes: that takes a correction (correction.py)
                       yes ─> the new engine takes over; corrections are ruled

Only an operator's acts can be undone, the last one first; acts of tables and of the clock stay.
`StartPlay`, `CancelTournament` and corrections are final, and so is every act before them. If a
later act would be ruled differently without the undone one (a place that depends on an
elimination), the undo is refused. If the seats were drawn after the undone act, all draws are
dropped: draw again.

The instructions to people are the differences between the two engines: amounts to pay back, players
to move, hand for hand on or off.
"""

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from firmware.core.tournament import acts
from firmware.core.tournament.act_text import act_text
from firmware.core.tournament.replay import LoggedAct, Replay, replay
from firmware.core.tournament.rulings import (
    ActUndone,
    HandForHandChanged,
    PaymentRefunded,
    PlayerMoved,
)
from firmware.core.tournament.tournament import Tournament
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.rulings import Ruling

FINAL_ACTS: Final = (acts.StartPlay, acts.CancelTournament, acts.SettleSeats)
"""Neither they nor operators' acts before them can be undone."""
UNDOABLE: Final = get_args(acts.CorrectableAct)


def undone_replay(before: Tournament, logged_acts: Sequence[LoggedAct]) -> Replay:
    """Return the replay without the last undoable act. Raises Forbidden."""
    index = last_undoable(logged_acts)
    if index is None:
        raise Forbidden("hall.nothing_to_undo")
    description, remaining_acts = (
        act_text(logged_acts[index].act),
        _acts_without(logged_acts, index),
    )
    # the present terms: managers and staff may have changed during the sale
    restored = replay(before.terms, remaining_acts)
    if restored.logged_acts != remaining_acts:
        raise Forbidden("hall.undo_late", what=description)
    to_do = ActUndone(description), *_differences(before, restored.tournament)
    return restored._replace(to_do=to_do)


def last_undoable(logged_acts: Sequence[LoggedAct]) -> int | None:
    """Return the index of the act that an undo removes; None if there is none."""
    for index in reversed(range(len(logged_acts))):
        logged_act = logged_acts[index]
        if isinstance(logged_act.act, FINAL_ACTS):
            return None
        # a pause, a draw or a table's report is skipped: undo goes for the act before it
        if logged_act.by_operator and isinstance(logged_act.act, UNDOABLE):
            return index
    return None


def _acts_without(logged_acts: Sequence[LoggedAct], index: int) -> list[LoggedAct]:
    """Return the acts without this one; without all draws, too, if one came after it."""
    remaining_acts = [*logged_acts[:index], *logged_acts[index + 1 :]]
    if not any(isinstance(logged_act.act, acts.DrawSeats) for logged_act in logged_acts[index:]):
        return remaining_acts
    return [
        logged_act
        for logged_act in remaining_acts
        if not isinstance(logged_act.act, acts.DrawSeats)
    ]


def _differences(before: Tournament, restored: Tournament) -> Iterator[Ruling]:
    """Yield refunds, moves, and hand for hand."""
    for player, cents in before.payments.items():
        if refund_cents := cents - restored.payments.get(player, 0):
            yield PaymentRefunded(player, refund_cents)
    seats_after = restored.seating.seats_by_player()
    for player, origin in before.seating.seats_by_player().items():
        if player in seats_after and seats_after[player] != origin:
            yield PlayerMoved(player, origin, seats_after[player])
    if before.hand_for_hand is not restored.hand_for_hand:
        yield HandForHandChanged(restored.hand_for_hand)
