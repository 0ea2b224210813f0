"""The acts of a tournament as its log has them, and their replay in a new engine."""

from collections.abc import Sequence
from typing import NamedTuple

from firmware.core.tournament import acts
from firmware.core.tournament.terms import TournamentTerms
from firmware.core.tournament.tournament import Tournament, new_tournament
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, Ruling

RulingTuple = tuple[Ruling, ...]


class LoggedAct(NamedTuple):
    """An accepted act with its rulings."""

    act: acts.TournamentAct
    rulings: RulingTuple
    by_operator: bool
    """Whether a person did it, rather than a table or the clock."""
    number: int = 0
    """The number by which persons name it to correct it; 0 if it can't be corrected."""
    is_withdrawn: bool = False
    """Whether a correction has withdrawn it."""

    @property
    def refusal(self) -> Text | None:
        """Why it was refused; None if it was not."""
        return next((ruling.why for ruling in self.rulings if isinstance(ruling, Refused)), None)


class Replay(NamedTuple):
    """A new engine, the acts that produced it with its rulings, and instructions to people."""

    tournament: Tournament
    logged_acts: list[LoggedAct]
    to_do: RulingTuple = ()


def replay(terms: TournamentTerms, logged_acts: Sequence[LoggedAct]) -> Replay:
    """Return a new tournament by these acts."""
    tournament = new_tournament(terms)
    return Replay(tournament, [_replayed(tournament, logged_act) for logged_act in logged_acts])


def _replayed(tournament: Tournament, logged_act: LoggedAct) -> LoggedAct:
    """Apply an act that is not withdrawn; return it with its rulings."""
    act = logged_act.act
    if logged_act.is_withdrawn:
        return logged_act._replace(rulings=())
    if isinstance(act, acts.DrawSeats):
        # without those whose entry was withdrawn after the start, whose name may be another's now
        drawn = dict.fromkeys(name for name in act.players if name in tournament.payments)
        act = acts.DrawSeats((*drawn,))
    return logged_act._replace(rulings=tournament.handle_act(act))
