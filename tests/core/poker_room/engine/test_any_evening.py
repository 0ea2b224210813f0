"""What holds whatever is done at a poker table: chips, secrets, undo, void."""

import msgspec
import pytest
from msgspec.structs import replace

from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.pack import known_card_set
from firmware.core.poker_room.engine.prompts import dealer_lines, pending_step
from firmware.core.poker_room.engine.rulings import HandShown, KeyUndone
from firmware.core.poker_room.engine.state import GameStage, PokerState
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.rulings import Refused, Ruling
from sim.play.poker_lines import poker_line
from tests.kits.examples import examples
from tests.kits.games.any_poker import Evening, chips, dropped
from tests.kits.games.poker import WORDS

SEEDS = range(examples(6, 1000))
ACTS = 100


def is_refused(rulings: tuple[Ruling, ...]) -> bool:
    return any(isinstance(ruling, Refused) for ruling in rulings)


@pytest.mark.parametrize("seed", SEEDS)
def test_invariants_hold_for_any_acts(seed: int) -> None:
    evening, befores = Evening(seed), [PokerState(PokerTerms(), PokerTerms())]
    for act, before, rulings in evening.play(ACTS):
        befores.append(before)
        room = evening.table.poker_state
        _check_chips(act, before, room, rulings)
        _check_words(room, rulings)
        _check_secrets(room, rulings)
        assert room.game is None or room.game.known_cards == known_card_set(room.game)
        if is_refused(rulings):
            assert room is before
        for ruling in rulings:
            if isinstance(ruling, KeyUndone):
                undone = befores[ruling.step if ruling.first_step is None else ruling.first_step]
                assert timeless(room) == timeless(undone)


def test_same_acts_give_same_state() -> None:
    evening = Evening(7)
    again = PokerEngine(evening.table.poker_state.terms)
    for step, (act, _, rulings) in enumerate(evening.play(5 * ACTS), start=1):
        assert again.handle(act, step) == rulings
    assert again.poker_state == evening.table.poker_state


def timeless(room: PokerState) -> PokerState:
    """Return the state without what does not go back: time, readers, burns at the dealer's wish.

    A burn before decisions is due again, although they go on counting.
    """
    room = room.copy()
    room.now_s, room.playing_times = 0, {}
    if room.game:
        room.game.clock_ends_s = None
        room.game.is_burn_optional = room.game.is_burned = False
        room.game.hands = {s: replace(hand, read=()) for s, hand in room.game.hands.items()}
        room.game.known_cards = known_card_set(room.game)
    return room


def _check_chips(
    act: acts.PokerAct, before: PokerState, room: PokerState, rulings: tuple[Ruling, ...]
) -> None:
    if is_refused(rulings):
        return
    assert all(seat.cents >= 0 for seat in room.seats.values())
    if isinstance(act, acts.SitDown):
        assert chips(room) == chips(before) + act.cents
    elif isinstance(act, acts.UndoKey | acts.TakeBack | acts.VoidGame) and before.game:
        taken = dropped(before.game.end_rulings)
        is_open = before.game.stage is not GameStage.OVER or _is_over(room)
        assert chips(room) == chips(before) + (0 if is_open else taken)
    elif not isinstance(act, acts.Leave):
        assert chips(room) == chips(before) - dropped(rulings)


def _is_over(room: PokerState) -> bool:
    return room.game is not None and room.game.stage is GameStage.OVER


def _check_words(room: PokerState, rulings: tuple[Ruling, ...]) -> None:
    """Everything can be said, and somebody has something to do."""
    for ruling in rulings:
        msgspec.json.encode(poker_line(ruling))
        if isinstance(ruling, Refused):
            WORDS["en"].render(ruling.why)
    assert all(WORDS["fr"].render(text) for text in dealer_lines(room))
    pending_step(room)
    if room.game and room.game.stage is GameStage.BETTING:
        assert player_to_act(room) is not None


def _check_secrets(room: PokerState, rulings: tuple[Ruling, ...]) -> None:
    """Nothing about a card that only a reader has seen."""
    if room.game is None or any(isinstance(ruling, HandShown) for ruling in rulings):
        return
    public = {card.name for card in (*room.game.board, *room.game.exposed)}
    for hand in room.game.hands.values():
        public |= {card.name for card in (*hand.up, *hand.shown, *hand.exposed)}
    secret = {card.name for h in room.game.hands.values() for card in h.read} - public
    said = msgspec.json.encode([poker_line(ruling) for ruling in rulings]).decode()
    said += repr(dealer_lines(room)) + repr([r for r in rulings if is_refused((r,))])
    assert not [name for name in secret if f'"{name}"' in said or f"'{name}'" in said]
