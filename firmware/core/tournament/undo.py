"""The undo log of a tournament.

acts done:   a1  a2  a3  a4(operator)  a5(clock)  a6(table)      undo ──> which act? a4
new engine:  a1  a2  a3                a5         a6             all others, applied again
each ruled as before?  no ──> refused, nothing changes
                       yes ─> the new engine takes over; corrections are ruled

Only an operator's acts can be undone, the last one first; acts of tables and of the clock stay.
`StartPlay` and `CancelTournament` are final, and so is every act before them. If a later act would
be ruled differently without the undone one (a place that depends on an elimination), the undo is
refused. If the seats were drawn after the undone act, all draws are dropped: draw again.

The corrections are the differences between the two engines, for people to carry out: amounts to pay
back, players to move, hand for hand on or off.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import (
    ActUndone,
    HandForHandChanged,
    PaymentRefunded,
    PlayerMoved,
)
from firmware.core.tournament.terms import TournamentTerms
from firmware.core.tournament.tournament import Tournament, new_tournament
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import Refused, Ruling

RulingTuple = tuple[Ruling, ...]

IRREVOCABLE: Final = (acts.StartPlay, acts.CancelTournament)
"""Final acts: neither they nor operators' acts before them can be undone."""


class LoggedAct(NamedTuple):
    """An accepted act with its rulings."""

    act: acts.TournamentAct
    rulings: RulingTuple
    by_operator: bool
    """Whether a person did it, rather than a table or the clock."""


class ActLog(msgspec.Struct):
    """A tournament, and all accepted acts that produced it."""

    tournament: Tournament
    logged_acts: list[LoggedAct] = []

    def handle_act(self, act: acts.TournamentAct, *, by_operator: bool) -> RulingTuple:
        """Apply an act, or undo one if it is `UndoAct`; return the rulings in order."""
        if isinstance(act, acts.UndoAct):
            return self._undo_last()
        rulings = self.tournament.handle_act(act)
        if not any(isinstance(ruling, Refused) for ruling in rulings):
            self.logged_acts.append(LoggedAct(act, rulings, by_operator))
        return rulings

    @property
    def next_undone(self) -> acts.TournamentAct | None:
        """The act that an undo removes; None if there is none."""
        index = self._last_undoable()
        return None if index is None else self.logged_acts[index].act

    def _undo_last(self) -> RulingTuple:
        index = self._last_undoable()
        if index is None:
            return (Refused(Text("hall.nothing_to_undo")),)
        undone_act, remaining_acts = self.logged_acts[index], self._acts_without(index)
        # the present terms: managers and staff may have changed during the sale
        restored = new_tournament(self.tournament.terms)
        if any(
            restored.handle_act(logged_act.act) != logged_act.rulings
            for logged_act in remaining_acts
        ):
            return (Refused(Text("hall.undo_late", {"what": undo_text(undone_act.act)})),)
        corrections = tuple(_corrections(self.tournament, restored))
        self.tournament, self.logged_acts = restored, remaining_acts
        return ActUndone(undo_text(undone_act.act)), *corrections

    def _last_undoable(self) -> int | None:
        """Return the index of the act that an undo removes; None if there is none."""
        for index in reversed(range(len(self.logged_acts))):
            act, _, by_operator = self.logged_acts[index]
            if isinstance(act, IRREVOCABLE):
                return None
            # a pause, a draw or a table's report is skipped: undo goes for the act before it
            if by_operator and type(act) in UNDO_KEYS:
                return index
        return None

    def _acts_without(self, index: int) -> list[LoggedAct]:
        """Return the acts without this one; without all draws, too, if one came after it."""
        remaining_acts = [*self.logged_acts[:index], *self.logged_acts[index + 1 :]]
        if any(isinstance(logged.act, acts.DrawSeats) for logged in self.logged_acts[index:]):
            return [
                logged for logged in remaining_acts if not isinstance(logged.act, acts.DrawSeats)
            ]
        return remaining_acts


def new_act_log(terms: TournamentTerms) -> ActLog:
    """Return a log without acts."""
    return ActLog(new_tournament(terms))


def _corrections(before: Tournament, restored: Tournament) -> Iterator[Ruling]:
    """Yield the corrections after an undo: refunds, moves, hand for hand."""
    for player, cents in before.payments.items():
        if refund_cents := cents - restored.payments.get(player, 0):
            yield PaymentRefunded(player, refund_cents)
    seats_after = restored.seating.seats_by_player()
    for player, origin in before.seating.seats_by_player().items():
        if player in seats_after and seats_after[player] != origin:
            yield PlayerMoved(player, origin, seats_after[player])
    if before.hand_for_hand is not restored.hand_for_hand:
        yield HandForHandChanged(restored.hand_for_hand)


def undo_text(act: acts.TournamentAct) -> Text:
    """Return an undoable act in words."""
    match act:
        case acts.Register(player) | acts.RebuyChips(player):
            values: TextValues = {"who": player}
        case acts.ReportButton(table, spot):
            values = {"table": table, "spot": spot}
        case acts.ReportEliminated(lost):
            values = {"who": ", ".join(loser.player for loser in lost)}
        case _:
            values = {}
    return Text(UNDO_KEYS[type(act)], values)


UNDO_KEYS: Final[dict[type[acts.TournamentAct], str]] = {
    acts.Register: "hall.undone.register",
    acts.RebuyChips: "hall.undone.rebuy",
    acts.ReportButton: "hall.undone.button",
    acts.ReportEliminated: "hall.undone.out",
    acts.ReportStacks: "hall.undone.stacks",
    acts.ColourUp: "hall.undone.colour_up",
}
