"""A tournament on the displays of its table: level, time, moves, a silent server."""

from collections.abc import Iterator

from firmware.core.poker_room.engine.blind_positions import MIN_PLAYERS, able_to_play
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.poker_room.engine.tournament_link import TournamentLink
from firmware.core.poker_room.table.apply import poker_state_of
from firmware.core.poker_room.table.tournament import tournament_link_of
from firmware.core.table.state import State
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.tournament import FOREIGN_TOURNAMENT, TOURNAMENT_PART, LevelSeen


def waiting_lines(state: State) -> tuple[Text, ...]:
    """Return why no game may begin in a tournament; nothing if one may."""
    poker_state = poker_state_of(state)
    if reason := tournament_link_of(state).block_reason:
        return (reason,)
    if (
        poker_state.terms.tournament
        and poker_state.has_played
        and len(able_to_play(poker_state)) < MIN_PLAYERS
    ):
        return (Text("room.hall.alone"),)
    return ()


def tournament_lines(state: State) -> Iterator[Text]:
    """Yield the tournament lines of the dealer's display."""
    tournament_link = tournament_link_of(state)
    if foreign_tournament := state.device.trouble.find_fault(TOURNAMENT_PART, FOREIGN_TOURNAMENT):
        yield foreign_tournament.words
    if tournament_link.last_level is None:
        return
    if not tournament_link.is_answering:
        yield Text("room.hall.lost", {"number": tournament_link.last_level.number})
    elif tournament_link.last_level.hand_for_hand:
        yield Text("room.hall.hand_for_hand")
    if poker_state_of(state).game is None:
        yield from _move_lines(tournament_link)


def _move_lines(tournament_link: TournamentLink) -> Iterator[Text]:
    for rebuy in tournament_link.open_rebuys:
        yield Text("room.hall.rebuy", {"spot": rebuy.spot, "cents": Cents(rebuy.chips)})
    for move in tournament_link.open_moves:
        values: TextValues = {"spot": move.spot, "table": move.table, "seat": move.seat}
        yield Text("room.hall.comes" if move.is_arrival else "room.hall.goes", values)


def level_lines(state: State) -> Iterator[Text]:
    """Yield the tournament lines of the players' display: level or break, blinds, moves."""
    tournament_link, poker_state = tournament_link_of(state), poker_state_of(state)
    if tournament_link.last_level is not None:
        yield _level_line(tournament_link.last_level, is_fresh=tournament_link.is_answering)
    yield from _blinds_lines(poker_state)
    if poker_state.game is None:
        yield from _move_lines(tournament_link)


def _level_line(level: LevelSeen, *, is_fresh: bool) -> Text:
    """Return the level; with the minutes left if the tournament's server answers."""
    values: TextValues = {"number": level.number, "minutes": level.minutes_left}
    if not is_fresh:
        return Text("room.hall.level", values)
    if not level.runs:
        return Text("room.hall.suspended", values)
    return Text("room.hall.rest" if level.rest else "room.hall.level_left", values)


def _blinds_lines(poker_state: PokerState) -> Iterator[Text]:
    """Yield blinds and ante of the game in progress, then those of the next game if they differ."""
    current, upcoming = (
        poker_state.terms if poker_state.game else poker_state.next_terms,
        poker_state.next_terms,
    )
    yield from _amount_lines(current, "room.told.blinds", "room.told.ante")
    if (current.blinds, current.ante) != (upcoming.blinds, upcoming.ante):
        yield from _amount_lines(upcoming, "room.told.next_blinds", "room.told.next_ante")


def _amount_lines(terms: PokerTerms, blinds_key: str, ante_key: str) -> Iterator[Text]:
    small_blind, big_blind = terms.blinds
    yield Text(blinds_key, {"small_cents": small_blind, "big_cents": big_blind})
    if terms.ante:
        yield Text(ante_key, {"cents": terms.ante})
