"""Players whose figures `croupier odds` has: each decides as the play of that name does."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, cast

from firmware.core.game.course import Decision
from firmware.core.game.game import Game
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.red_dog import CARD_VALUES as RED_DOG
from firmware.core.games.super_pan_9 import hand_total as pan_total
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.odds import blackjack_multi_action, blackjack_strategies, pai_gow_poker
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.decision_table import HIGHEST_FIRST, REMAINING_HANDS
from firmware.odds.figure import BEST, Figure
from firmware.odds.shoe import CARD_VALUE_NAMES
from tests.campaigns.odds.odds_at_duels import DUELS, AtDuel
from tests.campaigns.odds.odds_decided import constantly, decide_so, laid_so, own_cards
from tests.campaigns.odds.odds_rounds import Decide
from tests.campaigns.odds.odds_two_hands import SETS, BestOfTiles, two_hands
from tests.kits.quebec import open_game

CALL: Final = "call"
HOLE_CARD: Final = "hole_card"
PLAYS_OF_21: Final = (
    BEST,
    blackjack_strategies.BASIC_PLAY,
    blackjack_strategies.HIT_OR_STAND,
    blackjack_strategies.DEALER_MIMIC,
)


def player(name: str, play: str, figures: Sequence[Figure], folder: Path) -> Decide | None:
    """Return who plays a game so, with the advice of the figures of this play; None if nobody here
    does. Decisions that take long to compute are kept in a folder.
    """
    if name.startswith("blackjack"):
        return AtBlackjack(play, known=HOLE_CARD in name) if play in PLAYS_OF_21 else None
    if name == "pai-gow" and play == BEST:
        return BestOfTiles()
    if name in SETS:
        return two_hands(SETS[name]) if play == pai_gow_poker.MIMIC_PLAY else None
    if play == CALL:
        return constantly(Key.RAISE, most=False)
    if play in set(Key):
        return constantly(Key(play), most=True)
    if play != BEST:
        return None
    if name in DUELS:
        return AtDuel(name, folder)
    return by_table(
        name, {row.hand.strip(): Key(row.decision) for of in figures for row in of.advice}
    )


def by_table(name: str, rows: Mapping[str, Key]) -> Decide | None:
    """Return who plays by a table of decisions; anyhow if there is none to make."""
    match name:
        case "baccarat" | "casino-war":
            return constantly(Key.GO_TO_WAR, most=True)
        case "boston-poker":
            return constantly(Key.RAISE, most=True)
        case "red-dog":
            return looking(lambda game: rows[_spread(game)])
        case "super-pan-9":
            return looking(lambda game: rows[str(pan_total(own_cards(game)))])
        case "poker-3-5-7" | "poker-grand-prix":
            return shaped(rows)
    return None


def _spread(game: Game) -> str:
    one, other = (RED_DOG[card.rank] for card in game.cards["dealer"])
    return str(abs(one - other) - 1)


def looking(decide: Callable[[Game], Key]) -> Decide:
    """Return a player who decides by what he sees."""
    return lambda game: decide_so(game, decide(game), most=True)


# a table of shapes


def shaped(rows: Mapping[str, Key]) -> Decide:
    """Return a player who looks up the shape of his cards and of the dealer's that he sees;
    `firmware.odds.decision_table` has the rows.
    """
    found = cache(lambda ranks, suited: _row(rows, ranks, suited))

    def key(game: Game) -> Key:
        cards = [*own_cards(game), *game.cards.get("dealer", ())]
        counts = Counter(card.rank for card in cards)
        ranks = sorted(
            counts.elements(), key=lambda rank: (-counts[rank], HIGHEST_FIRST.index(rank))
        )
        return found("".join(ranks), max(Counter(card.suit for card in cards).values()))

    return looking(key)


def _row(rows: Mapping[str, Key], ranks: str, suited: int) -> Key:
    shape = "".join(str(ranks.count(rank)) for rank in dict.fromkeys(ranks))
    own = {}
    for name, key in rows.items():
        of, suits, which = name.split("|")
        if not of or (of == shape and (not suits or str(suited) in suits.split(","))):
            own[which] = key
    named = (key for which, key in own.items() if _has(which, ranks))
    return next(named, own.get(REMAINING_HANDS, Key.RETAIN_BET))


def _has(which: str, ranks: str) -> bool:
    """Return whether a row names these ranks: all, those from a rank on or up to it, or a list."""
    bound, _, end = which.partition(" ")
    if bound not in ("≥", "≤"):
        return not which or ranks in which.split()
    below = HIGHEST_FIRST.index(ranks[0]) - HIGHEST_FIRST.index(end[0])
    return below <= 0 if bound == "≥" else below >= 0


# Blackjack


@cache
def shown(upcard: int, *, known: bool) -> blackjack_strategies.DealerUpcard:
    """Return all deals with this card of the dealer's; Multi-Action's hands are played alike unless
    he is known to have no Blackjack.
    """
    if known and upcard in blackjack_multi_action.COMPLETING_CARD:
        game = open_game("blackjack-multi-action", {HOLE_CARD: True})
        return blackjack_multi_action.MultiActionDeals(
            cast("Blackjack", game), upcard
        ).all_bets_upcard
    return blackjack_strategies.DealerUpcard(
        BlackjackRounds(cast("Blackjack", open_game("blackjack", {}))), upcard
    )


class AtBlackjack:
    """Decides for each hand by its own cards and the dealer's first one; takes no insurance. The
    best play splits a hand of a split again.
    """

    def __init__(self, play: str, *, known: bool) -> None:
        self._play, self._known = play, known
        self._decisions = cache(self._decision)

    def __call__(self, game: Game) -> None:
        """Decide for the hand that is due."""
        choices = {choice.do: choice for choice in game.choices}
        if Key.NO_INSURANCE in choices:
            game.decide(Decision(choices[Key.NO_INSURANCE]))
            return
        number = choices[Key.STAND].hand
        cards = tuple(map(value_of, game.cards[f"1.{number}" if number else "1"]))
        again = self._play == BEST and number is not None and Key.SPLIT in choices
        shown = value_of(game.cards["dealer"][0])
        key = Key.SPLIT if again else self.key(shown, cards, split=number is not None)
        game.decide(laid_so(choices[key], most=False))

    def key(self, upcard: int, cards: tuple[int, ...], *, split: bool = False) -> Key | None:
        """Return the decision with cards of these values; None if there is none to make."""
        return self._decisions(upcard)(cards, split=split)

    def _decision(self, upcard: int) -> Callable[..., Key]:
        way = blackjack_strategies.Strategy(shown(upcard, known=self._known), self._play)
        return cast("Callable[..., Key]", cache(way.decision_with))


VALUE: Final = {
    card: CARD_VALUE_NAMES.find(card.rank) % len(CARD_VALUE_NAMES) for card in FULL_PACK
}


def value_of(card: Card) -> int:
    """Return the place of a card's value; figures are worth as much as tens."""
    return VALUE[card]
