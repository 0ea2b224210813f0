"""The dealer's prompts at a poker table: who is to act, which amounts are legal, the pots."""

from collections.abc import Iterator
from typing import Final

from firmware.core.poker_room.engine.alarms import PokerAlarm
from firmware.core.poker_room.engine.award import must_show
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.blind_prompts import owed_lines, post_lines
from firmware.core.poker_room.engine.limits import all_in_amount, amount_to_call, bet_range_of
from firmware.core.poker_room.engine.pots import pots_in_game
from firmware.core.poker_room.engine.rulings import JackpotDropped, PotClosed, PotWon
from firmware.core.poker_room.engine.showdown import next_to_show
from firmware.core.poker_room.engine.state import GameStage, PokerGame, PokerState
from firmware.core.poker_room.engine.streets import due_down_count, due_street
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.panel import Text

ALARM_RESOLUTIONS: Final = {
    PokerAlarm.MISDEAL: "misdeal",
    PokerAlarm.WRONG_LAST_CARD: "void",
    PokerAlarm.PREMATURE_CARD: "take_back",
    PokerAlarm.FOUR_CARD_FLOP: "take_back",
    PokerAlarm.FOUL_DECK: "take_back",
    PokerAlarm.CONTRADICTED_HAND: "take_back",
}

CARD_PROMPTS: Final = {"burn": "room.ask.burn", "card": "room.ask.card"}
"""The message key of each step that waits for one card."""


def pending_step(poker_state: PokerState) -> str | None:
    """Return the next step of an open game; None without a game, or if it is over."""
    game = poker_state.game
    if poker_state.alarm:
        return ALARM_RESOLUTIONS[PokerAlarm(poker_state.alarm)]
    if game is None or game.stage is GameStage.OVER:
        return None
    if game.stage is GameStage.BETTING:
        return "decision"
    if game.stage is GameStage.SHOWDOWN:
        return "show"
    return _due_card_step(poker_state, game)


def _due_card_step(poker_state: PokerState, game: PokerGame) -> str:
    street = due_street(poker_state.terms.variant, game)
    if street is None:
        return "card"
    is_burn_due = street.burn and not game.is_burned and not game.is_burn_optional
    if is_burn_due and not game.cards_faced:
        return "burn"
    return "deal" if street.down and not game.dealt_down else "card"


def dealer_lines(poker_state: PokerState) -> tuple[Text, ...]:
    """Return the lines of the dealer's display."""
    game = poker_state.game
    if poker_state.alarm:
        return (PokerAlarm(poker_state.alarm).text, *_flop_line(game))
    if game is None:
        return tuple(post_lines(poker_state))
    match game.stage:
        case GameStage.OVER:
            return (*_payout_lines(game), Text("room.ask.push"))
        case GameStage.SHOWDOWN:
            return (*_pot_lines(game), *_show_lines(poker_state, game))
        case GameStage.BETTING:
            return (*_pot_lines(game), *_decision_lines(poker_state, game))
    return (*_pot_lines(game), *_card_lines(poker_state, game))


def _card_lines(poker_state: PokerState, game: PokerGame) -> Iterator[Text]:
    """Yield the card that is due, and before the first ones who may post an owed blind."""
    step = _due_card_step(poker_state, game)
    if step == "deal":
        count = due_down_count(poker_state.terms.variant, game)
        yield Text("room.ask.deal", {"count": count})
    else:
        yield Text(CARD_PROMPTS[step])
    if not game.streets_complete and not game.dealt_down:
        yield from owed_lines(poker_state)


def _flop_line(game: PokerGame | None) -> tuple[Text, ...]:
    """Return the four cards of a flop of four."""
    if game is None or game.fourth_card is None:
        return ()
    card_names = " ".join(card.name for card in (*game.board, game.fourth_card))
    return (Text("room.ask.scramble", {"card": card_names}),)


def _pot_lines(game: PokerGame) -> list[Text]:
    """Return the pots without the bets of this round, which are collected when it ends."""
    gathered_game = game.copy()
    for spot, hand in gathered_game.hands.items():
        gathered_game.change(spot, total=hand.put_in_before)
    return [
        Text("room.ask.pot", {"number": number, "cents": pot.cents, "spots": _spot_list(pot.spots)})
        for number, pot in enumerate(game.pots or pots_in_game(gathered_game), start=1)
        if pot.cents
    ]


def _payout_lines(game: PokerGame) -> list[Text]:
    """Return the commission, the jackpot's drop, and the payout of each winner, odd chips
    included.
    """
    closed = [pot.commission for pot in game.end_rulings if isinstance(pot, PotClosed)]
    dropped = [drop.cents for drop in game.end_rulings if isinstance(drop, JackpotDropped)]
    drops = {"room.ask.drop": sum(closed), "room.ask.jackpot_drop": sum(dropped)}
    payout_lines = [
        Text(
            "room.ask.give",
            {"number": pots_won.pot, "spot": pots_won.spot, "cents": pots_won.cents},
        )
        for pots_won in game.end_rulings
        if isinstance(pots_won, PotWon)
    ]
    drop_lines = [Text(key, {"cents": cents}) for key, cents in drops.items() if cents]
    return [*drop_lines, *payout_lines]


def _spot_list(spots: tuple[int, ...]) -> str:
    return ", ".join(map(str, spots))


def _show_lines(poker_state: PokerState, game: PokerGame) -> list[Text]:
    spot = next_to_show(game)
    if spot is None:
        return []
    key = "room.ask.must_show" if must_show(poker_state, spot) else "room.ask.show"
    return [Text(key, {"spot": spot})]


def _decision_lines(poker_state: PokerState, game: PokerGame) -> list[Text]:
    spot = player_to_act(poker_state)
    if spot is None:
        return []
    hand = game.hands[spot]
    call_cents = min(amount_to_call(game, hand), poker_state.seats[spot].cents)
    if game.bring_in_spot is not None:
        prompt = Text("room.ask.bring_in", {"spot": spot, "cents": poker_state.terms.bring_in or 0})
    elif call_cents:
        prompt = Text("room.ask.call", {"spot": spot, "cents": call_cents})
    else:
        prompt = Text("room.ask.check", {"spot": spot})
    return [prompt, *_raise_lines(poker_state, game, spot)]


def _raise_lines(poker_state: PokerState, game: PokerGame, spot: int) -> list[Text]:
    try:
        minimum, maximum = bet_range_of(poker_state, game, spot)
    except Forbidden:
        return []
    all_in_to = all_in_amount(poker_state, game, spot)
    message_key = "room.ask.raise" if game.bet_level else "room.ask.bet"
    values = {"least_cents": min(minimum, all_in_to), "most_cents": min(maximum, all_in_to)}
    return [Text(message_key, values)]
