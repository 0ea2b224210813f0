"""Players whose figures `croupier odds` has: each decides as the play of that name does."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Final, cast

import numpy as np

from firmware.core.game.course import Choice, Decision
from firmware.core.game.game import Game
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.red_dog import VALUES as RED_DOG
from firmware.core.games.super_pan_9 import total as pan_total
from firmware.core.vocabulary.cards import CARDS, RANKS, SUITS, Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL
from firmware.odds import duels, house_ways, of_seven, ways_of_21
from firmware.odds.against import Ints
from firmware.odds.dealt import Deals, Duel
from firmware.odds.figure import BEST, Figure
from firmware.odds.rounds_of_21 import Rounds
from firmware.odds.shapes import HIGHEST_FIRST, OTHERS
from firmware.odds.shoe import VALUES
from firmware.shell.rules.rules import open_game
from tests.campaigns.odds_rounds import Decide

CALL: Final = "call"
DUELS: Final[Mapping[str, Duel]] = {
    "caribbean-stud": duels.CARIBBEAN,
    "crazy-four-poker": duels.CRAZY_FOUR,
    "four-card-poker": duels.FOUR_CARDS,
    "three-card-poker": duels.THREE_CARDS,
}
SETS: Final[Mapping[str, house_ways.SetHand]] = {
    "pai-gow": house_ways.of_four,
    "pai-gow-poker": house_ways.of_seven,
}
PLAYS_OF_21: Final = (BEST, ways_of_21.BASIC, ways_of_21.UNDOUBLED, ways_of_21.DEALERS_WAY)


def player(name: str, play: str, figures: Sequence[Figure], folder: Path) -> Decide | None:
    """Return who plays a game so, with the advice of the figures of this play; None if nobody here
    does. Decisions that take long to compute are kept in a folder.
    """
    if name.startswith("blackjack"):
        return AtBlackjack(play) if play in PLAYS_OF_21 else None
    if name in SETS:
        return two_hands(SETS[name]) if play == of_seven.MIMIC else None
    if play == CALL:
        return constantly(Key.RAISE, most=False)
    if play in set(Key):
        return constantly(Key(play), most=True)
    if play != BEST:
        return None
    if name in DUELS:
        return AtDuel(name, folder)
    return by_table(name, {row.hand.strip(): Key(row.do) for of in figures for row in of.advice})


def by_table(name: str, rows: Mapping[str, Key]) -> Decide | None:
    """Return who plays by a table of decisions; anyhow if there is none to make."""
    match name:
        case "baccarat" | "casino-war":
            return constantly(Key.WAR, most=True)
        case "boston-poker":
            return constantly(Key.RAISE, most=True)
        case "red-dog":
            return looking(lambda game: rows[_spread(game)])
        case "super-pan-9":
            return looking(lambda game: rows[str(pan_total(_own(game)))])
        case "poker-3-5-7" | "poker-grand-prix":
            return shaped(rows)
    return None


def _own(game: Game) -> Sequence[Card]:
    """Return the cards of the first spot."""
    cards: Sequence[Card] = game.hands[1]  # type: ignore[attr-defined]
    return cards


def _spread(game: Game) -> str:
    one, other = (RED_DOG[card.rank] for card in game.cards["dealer"])
    return str(abs(one - other) - 1)


def looking(decide: Callable[[Game], Key]) -> Decide:
    """Return a player who decides by what he sees."""
    return lambda game: _decide(game, decide(game), most=True)


def constantly(key: Key, *, most: bool) -> Decide:
    """Return a player who decides so whenever he may, with as many chips as he may or as few."""
    return lambda game: _decide(game, key, most=most)


def _decide(game: Game, key: Key, *, most: bool) -> None:
    choice = next((one for one in game.choices if one.do is key), game.choices[-1])
    try:
        game.decide(_laid(choice, most=most))
    except Forbidden:
        game.decide(_laid(choice, most=False))


def _laid(choice: Choice, *, most: bool) -> Decision:
    return Decision(choice, {s.on: s.most if most else s.least for s in choice.stakes})


def two_hands(set_hand: house_ways.SetHand) -> Decide:
    """Return who sets every hand, the dealer's too, the house way."""

    def decide(game: Game) -> None:
        choice = next(one for one in game.choices if one.do is Key.SET)
        cards = game.hands[choice.spot]  # type: ignore[attr-defined]
        game.decide(Decision(choice, low=set_hand(game, cards).low))

    return decide


# a table of shapes


def shaped(rows: Mapping[str, Key]) -> Decide:
    """Return a player who looks up the shape of his cards and of the dealer's that he sees;
    `firmware.odds.shapes` has the rows.
    """
    found = cache(lambda ranks, suited: _row(rows, ranks, suited))

    def key(game: Game) -> Key:
        cards = [*_own(game), *game.cards.get("dealer", ())]
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
    return next(named, own.get(OTHERS, Key.KEEP))


def _has(which: str, ranks: str) -> bool:
    """Return whether a row names these ranks: all, those from a rank on or up to it, or a list."""
    bound, _, end = which.partition(" ")
    if bound not in ("≥", "≤"):
        return not which or ranks in which.split()
    below = HIGHEST_FIRST.index(ranks[0]) - HIGHEST_FIRST.index(end[0])
    return below <= 0 if bound == "≥" else below >= 0


# against the dealer's hand


class AtDuel:
    """Decides as brings most with this very hand, against this very card of the dealer's."""

    def __init__(self, name: str, folder: Path) -> None:
        self._name, self._game, self._duel = name, open_game(name, {}), DUELS[name]
        self._folder = folder
        self._names = list(self._duel.ways)
        self._decisions = cache(self._found)

    def __call__(self, game: Game) -> None:
        """Decide for the first spot."""
        shown = next(iter(game.cards.get("dealer", ())), None)
        hands, does = self._decisions(shown.rank if shown else "")
        at = np.searchsorted(hands, alike(_own(game), shown))
        key, most = self._duel.ways[self._names[does[at]]]
        _decide(game, key, most=most)

    def _found(self, rank: str) -> Sequence[Ints]:
        """Return the hands, rising, and the place of the best decision with each."""
        kept = self._folder / f"{self._name}.best.{rank}.npy"
        if not kept.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            part = kept.with_suffix(".new")
            with part.open("wb") as file:
                np.save(file, self._decided(CARDS[rank + SUITS[0]] if rank else None))
            part.replace(kept)
        hands, does = np.load(kept)
        return hands, does

    def _decided(self, shown: Card | None) -> Ints:
        dealt = Deals(self._game, self._duel, shown)
        best = duels._Plays(dealt, NOMINAL)._best
        hands = [alike([dealt.pool[at] for at in hand], shown) for hand in dealt.hands]
        order = np.argsort(hands)
        return np.array([np.array(hands)[order], best[order]])


def alike(cards: Sequence[Card], shown: Card | None) -> int:
    """Return what hands have in common that differ by an exchange of suits, that of the dealer's
    card apart: the ranks of each suit, bit by bit.
    """
    ranks = {suit: sum(1 << RANKS.index(c.rank) for c in cards if c.suit == suit) for suit in SUITS}
    own = ranks.pop(shown.suit) if shown else 0
    return reduce(lambda found, of: found << len(RANKS) | of, [own, *sorted(ranks.values())])


# Blackjack


@cache
def shown(upcard: int) -> ways_of_21.Shown:
    """Return all deals with this card of the dealer's; Multi-Action's hands are played alike."""
    return ways_of_21.Shown(Rounds(cast("Blackjack", open_game("blackjack", {}))), upcard)


class AtBlackjack:
    """Decides for each hand by its own cards and the dealer's first one; takes no insurance."""

    def __init__(self, play: str) -> None:
        self._play = play
        self._decisions = cache(self._decision)

    def __call__(self, game: Game) -> None:
        """Decide for the hand that is due."""
        choices = {choice.do: choice for choice in game.choices}
        if Key.NO_INSURANCE in choices:
            game.decide(Decision(choices[Key.NO_INSURANCE]))
            return
        number = choices[Key.STAND].hand
        cards = game.cards[f"1.{number}" if number else "1"]
        decide = self._decisions(_values(game.cards["dealer"])[0])
        key = decide(_values(cards), split=number is not None)
        game.decide(_laid(choices[key], most=False))

    def _decision(self, upcard: int) -> Callable[..., Key]:
        way = ways_of_21.Way(shown(upcard), self._play)
        return cast("Callable[..., Key]", cache(way.decision))


def _values(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the places of their values; figures are worth as much as tens."""
    return tuple(VALUES.find(card.rank) % len(VALUES) for card in cards)
