"""Chip counts as people type them, checked; and the answer to an act."""

from collections.abc import Iterator, Mapping

from firmware.core.tournament import acts
from firmware.core.tournament.act_log import ActLog
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed


def check_chip_count(act: acts.AnyTournamentAct, act_log: ActLog) -> None:
    """Raise RequestFailed if more chips are reported than are in play.

    A colour-up may have added half of a new chip by rounding; that much is allowed.
    """
    raced_value = sum(
        logged.act.to for logged in act_log.logged_acts if isinstance(logged.act, acts.ColourUp)
    )
    if (
        act_log.tournament.stage is not TournamentStage.SALE
        and _chips_in(act) > act_log.tournament.chips_in_play + raced_value // 2
    ):
        raise RequestFailed(Text("hall.too_many", {"most": act_log.tournament.chips_in_play}))


def _chips_in(act: acts.AnyTournamentAct) -> int:
    match act:
        case acts.ReportEliminated(eliminated):
            return sum(loser.stack for loser in eliminated)
        case acts.ReportStacks(stacks):
            return _total_count(stacks)
        case acts.ColourUp(chip_value, _, counts):
            return chip_value * _total_count(counts)
    return 0


def _total_count(counts: Mapping[str, int]) -> int:
    return sum(counts.values())


def act_texts(act: acts.AnyTournamentAct, tournament: Tournament) -> Iterator[Text]:
    """Yield the answer to an act without rulings, or to a count other than the chips sold."""
    match act:
        case acts.Register(player, cents):
            values: TextValues = {"who": player, "cents": cents, "count": len(tournament.payments)}
            yield Text("hall.did.register", values)
            if tournament.seating.tables:
                yield Text("hall.status.draw")
        case acts.RebuyChips(player, cents):
            values = {"who": player, "cents": cents, "count": tournament.rebuy_count}
            yield Text("hall.did.rebuy", values)
        case acts.ReportStacks() if _chips_in(act) != tournament.chips_in_play:
            yield Text(
                "hall.did.stacks", {"found": _chips_in(act), "sold": tournament.chips_in_play}
            )
