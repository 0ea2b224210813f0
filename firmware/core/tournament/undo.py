"""What was done in a tournament's room, so that the last act of a person can be taken back.

The room is then as if that act had never been: all the others are done again. Where one of them
would be ruled otherwise, the act stays. Only seats that were drawn since then are drawn once more.
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
"""What a person did before one of these stays."""


class LoggedAct(NamedTuple):
    """An act that was not refused."""

    act: acts.TournamentAct
    rulings: RulingTuple
    by_operator: bool
    """Whether a person did it, and no table and no clock."""


class ActLog(msgspec.Struct, rename={"tournament": "room", "logged_acts": "done"}):
    """A room, and the acts that made it."""

    tournament: Tournament
    logged_acts: list[LoggedAct] = []

    def handle_act(self, act: acts.TournamentAct, *, by_operator: bool) -> RulingTuple:
        """Do what is done, or take back what was; return what follows from it, in order."""
        if isinstance(act, acts.UndoAct):
            return self._undo_last()
        rulings = self.tournament.handle_act(act)
        if not any(isinstance(ruling, Refused) for ruling in rulings):
            self.logged_acts.append(LoggedAct(act, rulings, by_operator))
        return rulings

    def _undo_last(self) -> RulingTuple:
        index = self._last_undoable()
        if index is None:
            return (Refused(Text("hall.nothing_to_undo")),)
        undone_act, remaining_acts = self.logged_acts[index], self._acts_without(index)
        restored = new_tournament(self.tournament.terms)
        if any(
            restored.handle_act(logged_act.act) != logged_act.rulings
            for logged_act in remaining_acts
        ):
            return (Refused(Text("hall.undo_late", {"what": undo_text(undone_act.act)})),)
        undone_tournament, self.tournament, self.logged_acts = (
            self.tournament,
            restored,
            remaining_acts,
        )
        return ActUndone(undo_text(undone_act.act)), *_corrections(undone_tournament, restored)

    def _last_undoable(self) -> int | None:
        """Return where the act is that can be taken back."""
        for index in reversed(range(len(self.logged_acts))):
            act, _, by_operator = self.logged_acts[index]
            if isinstance(act, IRREVOCABLE):
                return None
            if by_operator and type(act) in UNDO_KEYS:
                return index
        return None

    def _acts_without(self, index: int) -> list[LoggedAct]:
        """Return the acts but for this one, and for all draws if it was drawn."""
        remaining_acts = [*self.logged_acts[:index], *self.logged_acts[index + 1 :]]
        if any(isinstance(logged.act, acts.DrawSeats) for logged in self.logged_acts[index:]):
            return [
                logged for logged in remaining_acts if not isinstance(logged.act, acts.DrawSeats)
            ]
        return remaining_acts


def new_act_log(terms: TournamentTerms) -> ActLog:
    """Return a course in which nothing was done yet."""
    return ActLog(new_tournament(terms))


def _corrections(before: Tournament, restored: Tournament) -> Iterator[Ruling]:
    """Yield what people have to do, so that all is as it was."""
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
    """Return an act that can be taken back, in words."""
    match act:
        case acts.Register(player) | acts.RebuyChips(player):
            values: TextValues = {"who": player}
        case acts.ReportButton(table, spot):
            values = {"table": table, "spot": spot}
        case acts.ReportEliminated(lost):
            values = {"who": ", ".join(loser.player for loser in lost)}
        case _:
            values = {}
    return Text(f"hall.undone.{UNDO_KEYS[type(act)]}", values)


UNDO_KEYS: Final[dict[type[acts.TournamentAct], str]] = {
    acts.Register: "register",
    acts.RebuyChips: "rebuy",
    acts.ReportButton: "button",
    acts.ReportEliminated: "out",
    acts.ReportStacks: "stacks",
    acts.ColourUp: "colour_up",
}
"""What can be taken back, by the last word of its words' key."""
