"""The side bets of Pai gow poker: on the four remaining cards (48), and on a lucky number
(48.1).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from firmware.core.game.course import Choice, Decision
from firmware.core.games.poker.pai_gow_poker import POSITIONS, PaiGowPoker, card_value
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE
from firmware.core.vocabulary.places import Place
from firmware.odds.figure import Figure, mix_chances
from firmware.odds.scripted_round import bet_profit, play_round

REMAINING_COUNT = 4
LUCKY_NUMBERS = range(1, len(POSITIONS) + 1)


def side_bets(game: PaiGowPoker) -> Iterator[Figure]:
    """Every side bet of this table; the game settles an example of each total."""
    example_by_total: dict[int, Sequence[Card]] = {}
    deals_by_total: Counter[int] = Counter()
    for cards in combinations(game.pack, REMAINING_COUNT):
        card_total = sum(map(card_value, cards))
        example_by_total.setdefault(card_total, cards)
        deals_by_total[card_total] += 1
    total_count = sum(deals_by_total.values())
    for bet_name in game.BETS[1:]:
        if bet_name.startswith("lucky:"):
            number_chances = [
                (Fraction(1, len(LUCKY_NUMBERS)), drawn_number) for drawn_number in LUCKY_NUMBERS
            ]
            weighted_gains = [
                (chance, _bet_gain(game, bet_name, example_by_total[26], drawn_number))
                for chance, drawn_number in number_chances
            ]
        else:
            totals_with_chances = (
                (Fraction(count, total_count), example_by_total[card_total])
                for card_total, count in deals_by_total.items()
            )
            weighted_gains = [
                (chance, _bet_gain(game, bet_name, remaining_cards))
                for chance, remaining_cards in totals_with_chances
            ]
        if bet_name.partition(":")[0] in game.side_bets:
            yield Figure(
                bet_name,
                mix_chances(
                    (chance, {bet_gain: Fraction(1)}) for chance, bet_gain in weighted_gains
                ),
                bet_name,
            )


def _bet_gain(
    game: PaiGowPoker, bet_name: str, remaining_cards: Sequence[Card], drawn_number: int = 1
) -> Fraction:
    dealt_cards = [card for card in game.pack if card not in remaining_cards]
    hands = {
        spot: dealt_cards[hand_start * 7 : hand_start * 7 + 7]
        for hand_start, spot in enumerate(POSITIONS)
    }
    bets = [Bet(Place(1, bet_on), NOMINAL_STAKE) for bet_on in ("main", bet_name)]
    return bet_profit(
        play_round(game, bets, hands, _surrender, drawn_number), [bet_name], NOMINAL_STAKE
    )


def _surrender(choices: Sequence[Choice]) -> Decision:
    """The main bet does not affect the side bets: its hands are surrendered."""
    return Decision(next(choice for choice in choices if choice.do is Key.SURRENDER))
