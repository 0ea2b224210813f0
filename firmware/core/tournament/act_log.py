"""The log of a tournament's acts, which undo and corrections replay.

act ─────────────────────> engine ──> accepted? ──> log: act, rulings, number
                                                     │
UndoAct     ──> undo.py ────────> replay without it <┤
CorrectAct  ──> correction.py ──> replay corrected  <┘   the new engine takes over
"""

from typing import Final, get_args

import msgspec

from firmware.core.tournament import acts
from firmware.core.tournament.correction import corrected_replay
from firmware.core.tournament.replay import LoggedAct, Replay, RulingTuple
from firmware.core.tournament.terms import TournamentTerms
from firmware.core.tournament.tournament import Tournament, new_tournament
from firmware.core.tournament.undo import last_undoable, undone_replay
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.rulings import Refused

CORRECTABLE: Final = get_args(acts.CorrectableAct)


class ActLog(msgspec.Struct):
    """A tournament, and all accepted acts that produced it."""

    tournament: Tournament
    logged_acts: list[LoggedAct] = []
    numbers_given: int = 0
    """How many acts have got a number, undone ones included: no number is used twice."""

    def handle_act(self, act: acts.TournamentAct, *, by_operator: bool) -> RulingTuple:
        """Apply an act, undo the last one or correct an earlier one; return the rulings."""
        if isinstance(act, acts.UndoAct | acts.CorrectAct):
            return self._replay_acts(act)
        rulings = self.tournament.handle_act(act)
        logged_act = LoggedAct(act, rulings, by_operator)
        if logged_act.refusal is None:
            self.logged_acts.append(logged_act._replace(number=self._next_number(logged_act)))
        return rulings

    @property
    def next_undone(self) -> acts.TournamentAct | None:
        """The act that an undo removes; None if there is none."""
        index = last_undoable(self.logged_acts)
        return None if index is None else self.logged_acts[index].act

    @property
    def numbered_acts(self) -> dict[int, LoggedAct]:
        """The acts that can be corrected, by number."""
        return {logged.number: logged for logged in self.logged_acts if logged.number}

    def _replay_acts(self, act: acts.UndoAct | acts.CorrectAct) -> RulingTuple:
        try:
            restored = self._restored(act)
        except Forbidden as forbidden:
            return (Refused(forbidden.why),)
        self.tournament, self.logged_acts = restored.tournament, restored.logged_acts
        return restored.to_do

    def _restored(self, act: acts.UndoAct | acts.CorrectAct) -> Replay:
        if isinstance(act, acts.CorrectAct):
            return corrected_replay(self.tournament, self.logged_acts, act)
        return undone_replay(self.tournament, self.logged_acts)

    def _next_number(self, logged_act: LoggedAct) -> int:
        if not (logged_act.by_operator and isinstance(logged_act.act, CORRECTABLE)):
            return 0
        self.numbers_given += 1
        return self.numbers_given


def new_act_log(terms: TournamentTerms) -> ActLog:
    """Return a log without acts."""
    return ActLog(new_tournament(terms))
