"""The room of a tournament: acts go in, rulings come out. A refused act leaves no trace.

entries ──> draw ──> start ──> games: levels, outs, moves ──> places and prizes
                                    └──> the hour has come: stacks ──┘
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from typing import Any, Final

import msgspec

from firmware.core.tournament import acts, prizes
from firmware.core.tournament.clock import TournamentClock
from firmware.core.tournament.colour_up import colour_up_rulings
from firmware.core.tournament.rulings import CharityShort, HandForHandChanged, PaymentRefunded
from firmware.core.tournament.seating import TournamentSeating
from firmware.core.tournament.terms import MAXIMUM_PLAYERS, MINIMUM_AGE, TournamentTerms
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling


class TournamentStage(Enum):
    """What the room is at."""

    SALE = auto()
    PLAY = auto()
    TIME_OVER = auto()
    """Play has stopped: the stacks are counted."""
    OVER = auto()


class Tournament(msgspec.Struct, rename={"payments": "paid"}):
    """One tournament, from the sale of entries to the prizes."""

    terms: TournamentTerms
    clock: TournamentClock
    seating: TournamentSeating
    stage: TournamentStage = TournamentStage.SALE
    payments: dict[str, int] = {}
    """What each player has paid, entry and rebuy."""
    places: prizes.Places = {}
    hand_for_hand: bool = False

    @property
    def remaining(self) -> list[str]:
        """The players who are not out."""
        eliminated = {player for players in self.places.values() for player in players}
        return [player for player in self.payments if player not in eliminated]

    @property
    def is_drawn(self) -> bool:
        """Whether everybody who has paid has a seat."""
        return bool(self.payments) and self.seating.player_count == len(self.payments)

    @property
    def rebuy_count(self) -> int:
        """How many players have bought chips once more."""
        return sum(cents > self.terms.entry_cents for cents in self.payments.values())

    @property
    def chips_in_play(self) -> int:
        """The chips of all entries and rebuys."""
        rebuy_terms = self.terms.rebuy
        return len(self.payments) * self.terms.chips + (
            self.rebuy_count * rebuy_terms.chips if rebuy_terms else 0
        )

    @property
    def is_cancelled(self) -> bool:
        """Whether it is over with nobody in the first place."""
        return self.stage is TournamentStage.OVER and 1 not in self.places

    def handle_act(self, act: acts.TournamentAct) -> tuple[Ruling, ...]:
        """Do what is done, and return what follows from it, in order."""
        try:
            return tuple(HANDLERS[type(act)](self, act))
        except Forbidden as forbidden:
            return (Refused(forbidden.why),)


def new_tournament(terms: TournamentTerms) -> Tournament:
    """Return a room in which nobody has paid yet."""
    return Tournament(
        terms, TournamentClock(terms.levels, terms.duration_s), TournamentSeating(terms.seats)
    )


def pending_report(tournament: Tournament) -> str | None:
    """Return what a tournament that has begun waits for."""
    return {TournamentStage.PLAY: "out", TournamentStage.TIME_OVER: "stacks"}.get(tournament.stage)


def _require(*, condition: bool, reason: str, **values: str | int | Text) -> None:
    if not condition:
        raise Forbidden(f"hall.{reason}", **values)


def _register(tournament: Tournament, act: acts.Register) -> Iterator[Ruling]:
    terms = tournament.terms
    _require(condition=tournament.stage is TournamentStage.SALE, reason="sale_over")
    _require(
        condition=act.cents == terms.entry_cents, reason="entry", entry_cents=terms.entry_cents
    )
    _require(condition=act.player not in tournament.payments, reason="twice", who=act.player)
    _require(condition=act.player not in terms.staff, reason="staff", who=act.player)
    if terms.holdem:
        _require(
            condition=act.age is not None and act.age >= MINIMUM_AGE,
            reason="age",
            least=MINIMUM_AGE,
        )
        _require(
            condition=len(tournament.payments) < MAXIMUM_PLAYERS,
            reason="full",
            most=MAXIMUM_PLAYERS,
        )
    tournament.payments[act.player] = act.cents
    return iter(())


def _draw_seats(tournament: Tournament, act: acts.DrawSeats) -> Iterator[Ruling]:
    _require(condition=tournament.stage is TournamentStage.SALE, reason="sale_over")
    _require(condition=not tournament.is_drawn, reason="drawn_already")
    _require(condition=bool(tournament.payments), reason="nobody")
    _require(condition=sorted(act.players) == sorted(tournament.payments), reason="all_once")
    return tournament.seating.seat_players(act.players)


def _start_play(tournament: Tournament, _act: acts.StartPlay) -> Iterator[Ruling]:
    terms, table_count = tournament.terms, len(tournament.seating.tables)
    _require(condition=tournament.stage is TournamentStage.SALE, reason="sale_over")
    _require(condition=tournament.is_drawn, reason="draw_first")
    _require(condition=len(tournament.payments) > 1, reason="two_players")
    managers_needed = terms.managers_for(table_count)
    _require(
        condition=terms.managers >= managers_needed,
        reason="managers",
        tables=table_count,
        count=managers_needed,
    )
    tournament.stage = TournamentStage.PLAY
    yield tournament.clock.period_ruling()
    yield from _hand_for_hand(tournament)


def _pause_clock(tournament: Tournament, _act: acts.PauseClock) -> Iterator[Ruling]:
    _require(
        condition=tournament.stage is TournamentStage.PLAY and tournament.clock.is_running,
        reason="clock_stands",
    )
    tournament.clock.is_running = False
    return iter(())


def _resume_clock(tournament: Tournament, _act: acts.ResumeClock) -> Iterator[Ruling]:
    _require_play(tournament)
    _require(condition=not tournament.clock.is_running, reason="clock_runs")
    tournament.clock.is_running = True
    return iter(())


def _pass_time(tournament: Tournament, act: acts.PassTime) -> Iterator[Ruling]:
    _require(condition=act.seconds > 0, reason="seconds")
    if tournament.stage is not TournamentStage.PLAY:
        return
    yield from tournament.clock.pass_seconds(act.seconds)
    if tournament.clock.is_over:
        tournament.stage = TournamentStage.TIME_OVER
        yield Announced(Text("announce.time"))


def _rebuy_chips(tournament: Tournament, act: acts.RebuyChips) -> Iterator[Ruling]:
    _require_play(tournament)
    _require_remaining(tournament, act.player)
    rebuy_terms = tournament.terms.rebuy
    if rebuy_terms is None:
        raise Forbidden("hall.no_rebuy")
    _require(
        condition=act.cents == rebuy_terms.cents, reason="rebuy", rebuy_cents=rebuy_terms.cents
    )
    paid_cents = tournament.payments[act.player]
    _require(
        condition=paid_cents == tournament.terms.entry_cents, reason="rebuy_once", who=act.player
    )
    until_level = rebuy_terms.until_level
    _require(
        condition=until_level is None or tournament.clock.level_number <= until_level,
        reason="rebuy_late",
        level=until_level or 0,
    )
    tournament.payments[act.player] = paid_cents + act.cents
    return iter(())


def _report_button(tournament: Tournament, act: acts.ReportButton) -> Iterator[Ruling]:
    _require_play(tournament)
    _require(condition=act.table in tournament.seating.tables, reason="no_table", table=act.table)
    _require(condition=0 < act.spot <= tournament.terms.seats, reason="no_spot", spot=act.spot)
    tournament.seating.tables[act.table].button = act.spot
    return iter(())


def _report_eliminated(tournament: Tournament, act: acts.ReportEliminated) -> Iterator[Ruling]:
    _require_play(tournament)
    remaining, eliminated = tournament.remaining, [lost.player for lost in act.lost]
    for player in eliminated:
        _require_remaining(tournament, player)
        _require(condition=eliminated.count(player) == 1, reason="out_twice", who=player)
    _require(
        condition=bool(eliminated) and all(lost.stack > 0 for lost in act.lost), reason="had_chips"
    )
    _require(condition=len(eliminated) < len(remaining), reason="somebody_wins")
    stacks = [(lost.player, lost.stack) for lost in act.lost]
    places = prizes.rank_by_chips(stacks, best_place=len(remaining) - len(eliminated) + 1)
    tournament.places |= places
    for player in eliminated:
        tournament.seating.remove_player(player)
    yield from prizes.placings(places)
    if len(tournament.remaining) > 1:
        yield from tournament.seating.rebalance()
    yield from _hand_for_hand(tournament)
    if len(tournament.remaining) == 1:
        yield from _settle_prizes(tournament, {1: tournament.remaining})


def _report_stacks(tournament: Tournament, act: acts.ReportStacks) -> Iterator[Ruling]:
    _require(condition=tournament.stage is TournamentStage.TIME_OVER, reason="not_yet")
    _require(condition=sorted(act.stacks) == sorted(tournament.remaining), reason="stacks_of_all")
    _require(condition=min(act.stacks.values()) >= 0, reason="stack")
    return _settle_prizes(tournament, prizes.rank_by_chips(list(act.stacks.items()), best_place=1))


def _colour_up(tournament: Tournament, act: acts.ColourUp) -> Iterator[Ruling]:
    _require(
        condition=tournament.stage is TournamentStage.PLAY and tournament.clock.current_period.rest,
        reason="in_a_break",
    )
    _require(condition=0 < act.of < act.to and act.to % act.of == 0, reason="chip_values")
    for player, count in act.counts.items():
        _require_remaining(tournament, player)
        _require(condition=count >= 0, reason="stack")
    return colour_up_rulings(act)


def _cancel(tournament: Tournament, _act: acts.CancelTournament) -> Iterator[Ruling]:
    _require(condition=tournament.stage is not TournamentStage.OVER, reason="over")
    tournament.stage = TournamentStage.OVER
    for player, cents in tournament.payments.items():
        yield PaymentRefunded(player, cents)


def _require_play(tournament: Tournament) -> None:
    _require(condition=tournament.stage is TournamentStage.PLAY, reason="no_play")


def _require_remaining(tournament: Tournament, player: str) -> None:
    _require(condition=player in tournament.remaining, reason="not_in", who=player)


def _hand_for_hand(tournament: Tournament) -> Iterator[Ruling]:
    """One player more than there are prizes, at several tables, until one less is left."""
    prize_count, remaining = len(tournament.terms.prizes), len(tournament.remaining)
    begins_now = remaining == prize_count + 1 and len(tournament.seating.tables) > 1
    is_hand_for_hand = begins_now or (tournament.hand_for_hand and remaining > prize_count)
    if is_hand_for_hand is not tournament.hand_for_hand:
        tournament.hand_for_hand = is_hand_for_hand
        yield HandForHandChanged(is_hand_for_hand)


def _settle_prizes(tournament: Tournament, last_places: prizes.Places) -> Iterator[Ruling]:
    """Place the last players, give the prizes, and tell the account."""
    tournament.places |= last_places
    tournament.stage = TournamentStage.OVER
    yield from prizes.placings(last_places)
    terms = tournament.terms
    proceeds = prizes.proceeds_account(terms, tournament.payments)
    yield from prizes.tournament_prizes(terms, tournament.payments, tournament.places)
    yield proceeds
    if prizes.is_charity_short(terms, proceeds):
        yield CharityShort()


HANDLERS: Final[
    Mapping[type[acts.TournamentAct], Callable[[Tournament, Any], Iterator[Ruling]]]
] = {
    acts.Register: _register,
    acts.DrawSeats: _draw_seats,
    acts.StartPlay: _start_play,
    acts.PauseClock: _pause_clock,
    acts.ResumeClock: _resume_clock,
    acts.PassTime: _pass_time,
    acts.RebuyChips: _rebuy_chips,
    acts.ReportButton: _report_button,
    acts.ReportEliminated: _report_eliminated,
    acts.ReportStacks: _report_stacks,
    acts.ColourUp: _colour_up,
    acts.CancelTournament: _cancel,
}
