"""The tournament engine: acts in, rulings out (123 to 127, 004).

sold entries ──> draw ──> start ──> levels, eliminations, moves ──> places and prizes
└────────── SALE ────────────┘     └──────── PLAY ────────┘ │       └───── OVER ─────┘
                                      end of play ──> TIME_OVER: stacks are counted ──┘

An act (acts.py) is a fact that somebody reports: an entry was sold, the seats were drawn, a player
is out, so many seconds have elapsed. `Tournament.handle_act` applies it and returns the rulings
that follow, in order: seats, places, moves, the next level, prizes. One handler for each type of
act, in `HANDLERS`; each checks everything before it changes anything, so that a refused act leaves
no trace and returns one `Refused`.

The engine reads no clock, file or random generator: time is the act `PassTime`, chance is the order
of the players in `DrawSeats`. The same acts therefore always give the same rulings. Three things
rest on this:

- undo (undo.py) applies all acts but one to a new tournament, a correction (correction.py) applies
  them with one replaced;
- recovery (firmware/tournament/recovery.py) applies the acts of the journal, and compares the
  rulings with those that were journaled;
- the evidence of a tournament is verified in the same way, on any machine.

A move (`PlayerMoved`) is a ruling, not a fact: the engine seats the player at once, people take
minutes to carry the chips. firmware/tournament/pending_move.py tracks the time between.
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
    """The stage of a tournament. Its name is in the status and in message keys."""

    SALE = auto()
    PLAY = auto()
    TIME_OVER = auto()
    """Play has stopped; the stacks are to be counted."""
    OVER = auto()


class Tournament(msgspec.Struct):
    """One tournament, from the sale of entries to the prizes."""

    terms: TournamentTerms
    clock: TournamentClock
    seating: TournamentSeating
    stage: TournamentStage = TournamentStage.SALE
    payments: dict[str, int] = {}
    """Cents paid by each player, entry and rebuy together."""
    places: prizes.Places = {}
    hand_for_hand: bool = False

    @property
    def remaining(self) -> list[str]:
        """The players who are not eliminated."""
        eliminated = {player for players in self.places.values() for player in players}
        return [player for player in self.payments if player not in eliminated]

    @property
    def is_drawn(self) -> bool:
        """Whether every registered player has a seat."""
        return bool(self.payments) and self.seating.player_count == len(self.payments)

    @property
    def rebuy_count(self) -> int:
        """The number of rebuys sold."""
        return sum(cents > self.terms.entry_cents for cents in self.payments.values())

    @property
    def chips_in_play(self) -> int:
        """The chips of all entries and rebuys."""
        rebuy_terms = self.terms.rebuy
        return len(self.payments) * self.terms.chips + (
            self.rebuy_count * rebuy_terms.chips if rebuy_terms else 0
        )

    def chips_of(self, player: str) -> int:
        """Return the chips that a player has bought; 0 without an entry."""
        paid_cents, rebuy_terms = self.payments.get(player, 0), self.terms.rebuy
        entry_chips = self.terms.chips if paid_cents else 0
        has_rebuy = paid_cents > self.terms.entry_cents
        return entry_chips + (rebuy_terms.chips if rebuy_terms and has_rebuy else 0)

    def prizes_won(self) -> dict[str, int]:
        """Return the prize of each player in cents; none before the end."""
        if self.stage is not TournamentStage.OVER:
            return {}
        won = prizes.tournament_prizes(self.terms, self.payments, self.places)
        return {prize.player: prize.cents for prize in won}

    @property
    def is_cancelled(self) -> bool:
        """Whether it is over without a first place."""
        return self.stage is TournamentStage.OVER and 1 not in self.places

    def handle_act(self, act: acts.TournamentAct) -> tuple[Ruling, ...]:
        """Apply an act; return its rulings in order, or one `Refused`."""
        try:
            return tuple(HANDLERS[type(act)](self, act))
        except Forbidden as forbidden:
            return (Refused(forbidden.why),)


def new_tournament(terms: TournamentTerms) -> Tournament:
    """Return a tournament without entries."""
    return Tournament(
        terms, TournamentClock(terms.levels, terms.duration_s), TournamentSeating(terms.seats)
    )


def pending_report(tournament: Tournament) -> str | None:
    """Return the report that the current stage requires: `out`, `stacks` or None."""
    return {TournamentStage.PLAY: "out", TournamentStage.TIME_OVER: "stacks"}.get(tournament.stage)


def _require(*, condition: bool, key: str, **values: str | int | Text) -> None:
    """Raise Forbidden, with the message of this key, unless the condition holds."""
    if not condition:
        raise Forbidden(key, **values)


def _register(tournament: Tournament, act: acts.Register) -> Iterator[Ruling]:
    terms = tournament.terms
    _require(condition=tournament.stage is TournamentStage.SALE, key="hall.sale_over")
    _require(
        condition=act.cents == terms.entry_cents, key="hall.entry", entry_cents=terms.entry_cents
    )
    _require(condition=act.player not in tournament.payments, key="hall.twice", who=act.player)
    _require(condition=act.player not in terms.staff, key="hall.staff", who=act.player)
    if terms.holdem:
        _require(
            condition=act.age is not None and act.age >= MINIMUM_AGE,
            key="hall.age",
            least=MINIMUM_AGE,
        )
        _require(
            condition=len(tournament.payments) < MAXIMUM_PLAYERS,
            key="hall.full",
            most=MAXIMUM_PLAYERS,
        )
    tournament.payments[act.player] = act.cents
    return iter(())


def _draw_seats(tournament: Tournament, act: acts.DrawSeats) -> Iterator[Ruling]:
    _require(condition=tournament.stage is TournamentStage.SALE, key="hall.sale_over")
    _require(condition=not tournament.is_drawn, key="hall.drawn_already")
    _require(condition=bool(tournament.payments), key="hall.nobody")
    _require(condition=sorted(act.players) == sorted(tournament.payments), key="hall.all_once")
    return tournament.seating.seat_players(act.players)


def _start_play(tournament: Tournament, _act: acts.StartPlay) -> Iterator[Ruling]:
    terms, table_count = tournament.terms, len(tournament.seating.tables)
    _require(condition=tournament.stage is TournamentStage.SALE, key="hall.sale_over")
    _require(condition=tournament.is_drawn, key="hall.draw_first")
    _require(condition=len(tournament.payments) > 1, key="hall.two_players")
    managers_needed = terms.managers_for(table_count)
    _require(
        condition=terms.managers >= managers_needed,
        key="hall.managers",
        tables=table_count,
        count=managers_needed,
    )
    tournament.stage = TournamentStage.PLAY
    yield tournament.clock.period_ruling()
    yield from _hand_for_hand(tournament)


def _pause_clock(tournament: Tournament, _act: acts.PauseClock) -> Iterator[Ruling]:
    _require(
        condition=tournament.stage is TournamentStage.PLAY and tournament.clock.is_running,
        key="hall.clock_stands",
    )
    tournament.clock.is_running = False
    return iter(())


def _resume_clock(tournament: Tournament, _act: acts.ResumeClock) -> Iterator[Ruling]:
    _require_play(tournament)
    _require(condition=not tournament.clock.is_running, key="hall.clock_runs")
    tournament.clock.is_running = True
    return iter(())


def _pass_time(tournament: Tournament, act: acts.PassTime) -> Iterator[Ruling]:
    _require(condition=act.seconds > 0, key="hall.seconds")
    # the process may count a last second after play has ended: that is no error
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
        condition=act.cents == rebuy_terms.cents, key="hall.rebuy", rebuy_cents=rebuy_terms.cents
    )
    paid_cents = tournament.payments[act.player]
    _require(
        condition=paid_cents == tournament.terms.entry_cents, key="hall.rebuy_once", who=act.player
    )
    until_level = rebuy_terms.until_level
    _require(
        condition=until_level is None or tournament.clock.level_number <= until_level,
        key="hall.rebuy_late",
        level=until_level or 0,
    )
    tournament.payments[act.player] = paid_cents + act.cents
    return iter(())


def _report_button(tournament: Tournament, act: acts.ReportButton) -> Iterator[Ruling]:
    _require_play(tournament)
    _require(condition=act.table in tournament.seating.tables, key="hall.no_table", table=act.table)
    _require(condition=0 < act.spot <= tournament.terms.seats, key="hall.no_spot", spot=act.spot)
    tournament.seating.tables[act.table].button = act.spot
    return iter(())


def _report_eliminated(tournament: Tournament, act: acts.ReportEliminated) -> Iterator[Ruling]:
    _require_play(tournament)
    remaining, eliminated = tournament.remaining, [lost.player for lost in act.lost]
    for player in eliminated:
        _require_remaining(tournament, player)
        _require(condition=eliminated.count(player) == 1, key="hall.out_twice", who=player)
    _require(
        condition=bool(eliminated) and all(lost.stack > 0 for lost in act.lost),
        key="hall.had_chips",
    )
    _require(condition=len(eliminated) < len(remaining), key="hall.somebody_wins")
    # those who are out in one game are placed by the chips they began it with (004 12)
    stacks = [(lost.player, lost.stack) for lost in act.lost]
    places = prizes.rank_by_chips(stacks, best_place=len(remaining) - len(eliminated) + 1)
    tournament.places |= places
    for player in eliminated:
        tournament.seating.remove_player(player)
    yield from prizes.placings(places)
    # the winner stays in his seat
    if len(tournament.remaining) > 1:
        yield from tournament.seating.rebalance()
    yield from _hand_for_hand(tournament)
    if len(tournament.remaining) == 1:
        yield from _settle_prizes(tournament, {1: tournament.remaining})


def _report_stacks(tournament: Tournament, act: acts.ReportStacks) -> Iterator[Ruling]:
    _require(condition=tournament.stage is TournamentStage.TIME_OVER, key="hall.not_yet")
    _require(condition=sorted(act.stacks) == sorted(tournament.remaining), key="hall.stacks_of_all")
    _require(condition=min(act.stacks.values()) >= 0, key="hall.stack")
    return _settle_prizes(tournament, prizes.rank_by_chips(list(act.stacks.items()), best_place=1))


def _colour_up(tournament: Tournament, act: acts.ColourUp) -> Iterator[Ruling]:
    _require(
        condition=tournament.stage is TournamentStage.PLAY and tournament.clock.current_period.rest,
        key="hall.in_a_break",
    )
    _require(condition=0 < act.of < act.to and act.to % act.of == 0, key="hall.chip_values")
    for player, count in act.counts.items():
        _require_remaining(tournament, player)
        _require(condition=count >= 0, key="hall.stack")
    return colour_up_rulings(act)


def _note_incident(_tournament: Tournament, _act: acts.NoteIncident) -> Iterator[Ruling]:
    """Rule nothing: the act itself is the record, at any stage."""
    return iter(())


def _settle_seats(tournament: Tournament, act: acts.SettleSeats) -> Iterator[Ruling]:
    """Have everybody keep his seat, except who is out or back; then balance the tables."""
    # before the start everybody is where he was drawn, and at the end seats do not matter
    if tournament.stage in (TournamentStage.SALE, TournamentStage.OVER):
        return
    replayed, tournament.seating = tournament.seating, act.seating.copy()
    seating, remaining = tournament.seating, tournament.remaining
    for number, table in seating.tables.items():
        if number in replayed.tables:
            table.button = replayed.tables[number].button
    for player in seating.seats_by_player().keys() - {*remaining}:
        seating.remove_player(player)
    for player in remaining:
        if player not in seating.seats_by_player():
            yield seating.seat_again(player)
    if tournament.stage is TournamentStage.PLAY:
        yield from seating.rebalance()


def _cancel(tournament: Tournament, _act: acts.CancelTournament) -> Iterator[Ruling]:
    _require(condition=tournament.stage is not TournamentStage.OVER, key="hall.over")
    tournament.stage = TournamentStage.OVER
    for player, cents in tournament.payments.items():
        yield PaymentRefunded(player, cents)


def _require_play(tournament: Tournament) -> None:
    _require(condition=tournament.stage is TournamentStage.PLAY, key="hall.no_play")


def _require_remaining(tournament: Tournament, player: str) -> None:
    _require(condition=player in tournament.remaining, key="hall.not_in", who=player)


def _hand_for_hand(tournament: Tournament) -> Iterator[Ruling]:
    """Begin hand for hand at several tables when one player more than the prizes remains; end it
    when no more players than prizes remain.
    """
    prize_count, remaining = len(tournament.terms.prizes), len(tournament.remaining)
    begins_now = remaining == prize_count + 1 and len(tournament.seating.tables) > 1
    is_hand_for_hand = begins_now or (tournament.hand_for_hand and remaining > prize_count)
    if is_hand_for_hand is not tournament.hand_for_hand:
        tournament.hand_for_hand = is_hand_for_hand
        yield HandForHandChanged(is_hand_for_hand)


def _settle_prizes(tournament: Tournament, last_places: prizes.Places) -> Iterator[Ruling]:
    """Set the last places; yield them, the prizes and the account."""
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
    acts.NoteIncident: _note_incident,
    acts.SettleSeats: _settle_seats,
    acts.CancelTournament: _cancel,
}
