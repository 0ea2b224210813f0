"""The dealer's prompts before the cards: button, blinds and antes, and who owes a blind."""

from collections.abc import Iterator

from firmware.core.poker_room.engine.blind_positions import able_to_play, must_let_button_pass
from firmware.core.poker_room.engine.posting import owed_blinds, posted_state
from firmware.core.poker_room.engine.state import PokerGame, PokerState
from firmware.core.vocabulary.panel import Text


def post_lines(poker_state: PokerState) -> Iterator[Text]:
    """Yield what is posted for the next game, by whom, and who may post an owed blind."""
    yield Text("room.ask.post")
    posted = posted_state(poker_state)
    if posted is None or posted.game is None:
        return
    if posted.game.big_blind_spot is not None:
        yield from _blind_lines(posted.game, posted.game.big_blind_spot)
    yield from _ante_lines(posted)
    yield from owed_lines(posted)


def _blind_lines(game: PokerGame, big_blind_spot: int) -> Iterator[Text]:
    small_spot = game.small_blind_spot
    yield Text("room.ask.button", {"spot": game.button_spot})
    if small_spot is None:
        yield Text("room.ask.no_small")
    else:
        yield Text("room.ask.small", {"spot": small_spot, "cents": game.hands[small_spot].put})
    yield Text("room.ask.big", {"spot": big_blind_spot, "cents": game.hands[big_blind_spot].put})


def _ante_lines(posted: PokerState) -> Iterator[Text]:
    terms, game = posted.terms, posted.game
    if not terms.ante or game is None:
        return
    if terms.ante_by == "each":
        yield Text("room.told.ante", {"cents": terms.ante})
    else:
        yield Text("room.ask.big_ante", {"spot": game.big_blind_spot or 0, "cents": terms.ante})


def owed_lines(poker_state: PokerState) -> Iterator[Text]:
    """Yield the players who post an owed blind, or wait, before the cards are dealt."""
    for spot in able_to_play(poker_state):
        due_by_blind = owed_blinds(poker_state, spot)
        if due_by_blind and must_let_button_pass(poker_state, spot):
            yield Text("room.ask.waits", {"spot": spot})
        elif due_by_blind:
            yield _owed_line(spot, due_by_blind)


def _owed_line(spot: int, due_by_blind: dict[str, int]) -> Text:
    big_cents, small_cents = due_by_blind.get("big_blind"), due_by_blind.get("small_blind")
    if small_cents is None:
        return Text("room.ask.owes_big", {"spot": spot, "cents": big_cents or 0})
    if big_cents is None:
        return Text("room.ask.owes_small", {"spot": spot, "cents": small_cents})
    values = {"spot": spot, "big_cents": big_cents, "small_cents": small_cents}
    return Text("room.ask.owes_both", values)
