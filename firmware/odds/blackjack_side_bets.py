"""The side bets of Blackjack that a spot's first cards decide (21.1, 21.3, 21.4).

Every order of the first cards is dealt while they may still reach a higher line: the player is
taken to draw for it. The game settles an example of each line.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.blackjack.side_bets import SIDE_BET_LINES, TEN_RANKS, reachable_lines
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import CARDS_BY_NAME, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from firmware.odds.figure import Figure
from firmware.odds.scripted_round import bet_profit, play_round
from firmware.odds.strategies import jackpot_figure
from firmware.odds.walk import choose_key

FIRST_CARD_COUNT: Final = 2
"""How many cards a spot has when the dealer may look at his second card."""

FILLER_CARDS: Final = (CARDS_BY_NAME["9C"],)
"""Fills a spot whose first card has decided the bet."""

DEALER_CARD: Final = CARDS_BY_NAME["2C"]
"""Any card that is not among the spot's and opens no insurance."""
DEALER_CARD_COUNT: Final = 30
"""More of these than three hands of the dealer take."""


def side_bets(game: Blackjack) -> Iterator[Figure]:
    """The side bets of this table, without the progressive one."""
    for bet_name in game.SIDE_BETS:
        if bet_name in game.side_bets:
            yield Figure(bet_name, _profit_chances(game, bet_name), bet_name)


def progressive(game: Blackjack) -> Iterator[Figure]:
    """At the displayed jackpot, with the jackpot at which the bet returns all that is bet
    (21.2).
    """
    if game.offers_jackpot:
        yield from jackpot_figure(
            game,
            lambda game_at_jackpot: _profit_chances(game_at_jackpot, "progressive"),
            "progressive",
        )


def _profit_chances(game: Blackjack, bet_name: str) -> dict[Fraction, Fraction]:
    """Deal on while a higher line may be reached, unless the dealer's Blackjack has ended the
    round: his second card was dealt with the first ones (22).
    """
    pay_lines = SIDE_BET_LINES[game.table_name(bet_name)]
    chances_by_gain: dict[Fraction, Fraction] = {}
    gain_by_line: dict[str, Fraction] = {}

    def record_end(cards: Sequence[Card], chance: Fraction, *, is_last: bool) -> None:
        lines_reachable = reachable_lines(pay_lines, cards, is_last=is_last)
        reached_line = lines_reachable[0].name if lines_reachable else ""
        if reached_line not in gain_by_line:
            gain_by_line[reached_line] = _bet_gain(game, bet_name, tuple(cards))
        chances_by_gain[gain_by_line[reached_line]] = (
            chances_by_gain.get(gain_by_line[reached_line], Fraction(0)) + chance
        )

    pending_deals: list[tuple[tuple[Card, ...], Fraction]] = [((), Fraction(1))]
    while pending_deals:
        cards, chance = pending_deals.pop()
        lines_reachable = reachable_lines(pay_lines, cards, is_last=False)
        needs_more_cards = bool(lines_reachable) and lines_reachable[0].card_count > len(cards)
        chance_of_end = (
            _chance_of_blackjack_end(game, cards) if len(cards) >= FIRST_CARD_COUNT else Fraction(0)
        )
        # in this share of deals the round ends here, and the line reached so far decides
        if needs_more_cards and len(cards) == FIRST_CARD_COUNT and chance_of_end:
            record_end(cards, chance * chance_of_end, is_last=True)
        if needs_more_cards:
            pending_deals += _next_deals(game, cards, chance)
        else:
            record_end(
                cards,
                chance * (1 - chance_of_end if len(cards) > FIRST_CARD_COUNT else 1),
                is_last=False,
            )
    return chances_by_gain


def _chance_of_blackjack_end(game: Blackjack, cards: Sequence[Card]) -> Fraction:
    """Return the probability, after these cards, that the dealer's first two are a Blackjack that
    ends the round at once.
    """
    if not game.options["hole_card"]:
        return Fraction(0)
    unseen_cards = [card for card in game.pack for _ in range(game.decks)]
    for card in cards:
        unseen_cards.remove(card)
    ace_count, ten_count = (
        sum(card.rank in ranks for card in unseen_cards) for ranks in ("A", TEN_RANKS)
    )
    return Fraction(2 * ace_count * ten_count, len(unseen_cards) * (len(unseen_cards) - 1))


def _bet_gain(game: Blackjack, bet_name: str, cards: tuple[Card, ...]) -> Fraction:
    """Return the bet's profit for these cards of the spot."""
    stake = game.nominal_stake(bet_name)
    main_bets = [
        Bet(Place(1, main_name), game.nominal_stake("main")) for main_name in game.MAIN_BETS
    ]
    return bet_profit(
        _deal_round(game, [*main_bets, Bet(Place(1, bet_name), stake)], cards), [bet_name], stake
    )


def _next_deals(
    game: Blackjack, cards: tuple[Card, ...], chance: Fraction
) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    cards_left = len(game.pack) * game.decks - len(cards)
    for card in game.pack:
        copies_left = game.decks - cards.count(card)
        if copies_left:
            yield (*cards, card), chance * Fraction(copies_left, cards_left)


def _deal_round(game: Blackjack, bets: list[Bet], cards: tuple[Card, ...]) -> Sequence[BetSettled]:
    """Deal these cards to the spot, which draws until all are dealt."""
    draws_left = iter(cards[2:])

    def choose_decision(choices: Sequence[Choice]) -> Decision:
        return choose_key(choices, Key.HIT if next(draws_left, None) else Key.STAND)

    hands = {
        1: [*cards, *FILLER_CARDS][: max(2, len(cards))],
        DEALER: [DEALER_CARD] * DEALER_CARD_COUNT,
    }
    return play_round(game, bets, hands, choose_decision)
