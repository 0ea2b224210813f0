"""Blackjack reckoned a second time, from the regulation alone; its twin is the multi-action game.

The article of a line:

- `main`: a win names 21, which says what it is paid, special hands too. An ordinary loss names 18
  (busted, beaten, or under a dealer's Blackjack); a drawn one 19. Against a dealer's Blackjack, a
  21 of more cards, a doubled hand, and the hands of a split name 20, whether they lose or push.
- `insurance` 25; the side bets `twelve_to_sixteen` 21.1, `progressive` 21.2, `sevens` 21.3,
  `over_13` and `under_13` 21.4, whatever they come to.

Chosen where the readings leave it open: a split does not take back what the first two cards have
won of the progressive lot, but no later card counts for it; of the lines reached the topmost one
pays; a split spot with a busted hand has lost enough to a dealer's Blackjack, and every other hand
pushes; hands are numbered as they lie, so that a hand split again makes room for its second half;
who stands behind and does not follow a split is settled on the first hand alone.
"""

import random
from collections import deque
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.kits.games.chance.blackjack import SIDE_BETS, random_round
from tests.kits.games.naive.blackjack import (
    DEFAULTS,
    Hand,
    Round,
    hard_total,
    is_blackjack,
    is_soft,
    play,
    total,
)
from tests.kits.games.naive.chips import player_chip, to_player
from tests.kits.games.naive.jackpot import displayed, shares_of

BETS: tuple[str, ...] = ("main", "insurance", *SIDE_BETS)

Line = dict[str, Any]
Place = tuple[int, str | None, str]
"""Spot, bettor, bet."""


def random_script(chance: random.Random, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return one legal round of Blackjack."""
    return random_round("blackjack", chance, options)


# what every bet comes to


def reckon(script: dict[str, Any]) -> list[Line]:
    """Return the settled lines of a legal script of one round, either game."""
    table, people = dealt_round(script), Told(script["steps"])
    play(table, people)
    assert people.have_done, "there are cards or decisions left over"
    return [line for spot in table.spots for line in _spot(table, spot)]


def dealt_round(script: dict[str, Any]) -> Round:
    """Return the table as the script lays it, before the first card."""
    bets: dict[Place, int] = {}
    for step in script["steps"]:
        if "bet" in step:
            bet = step["bet"]
            place = (bet["spot"], bet.get("bettor"), bet["on"])
            bets[place] = bets.get(place, 0) + bet["cents"]
    return Round(script["game"], DEFAULTS | script.get("options", {}), bets)


class Told:
    """The cards and decisions of a script, as `play` asks for them."""

    def __init__(self, steps: list[dict[str, Any]]) -> None:
        self._cards = deque(
            card
            for step in steps
            for card in step.get("cards", [step["card"]] if "card" in step else [])
        )
        self._decided = deque(step["decide"] for step in steps if "decide" in step)

    @property
    def have_done(self) -> bool:
        return not (self._cards or self._decided)

    def card(self) -> str:
        return self._cards.popleft()

    def insure(self, table: Round) -> dict[tuple[int, str | None], int]:
        insured = {}
        while self._decided and self._decided[0]["do"] in ("insurance", "no_insurance"):
            said = self._decided.popleft()
            who = said["spot"], said.get("bettor")
            if said["do"] == "insurance":
                insured[who] = table.half(*who)
        return insured

    def answer(self, spot: int, number: int | None, hand: Hand, offered: list[str]) -> str:
        said = self._decided.popleft()
        assert (said["spot"], said.get("bettor"), said.get("hand")) == (spot, None, number), said
        assert said["do"] in offered, said
        return str(said["do"])

    def follows(self, spot: int, number: int | None, do: str, who: str | None, cents: int) -> bool:
        if not self._decided:
            return False
        said = self._decided[0]
        follows = (said["spot"], said["do"], said.get("bettor")) == (spot, do, who)
        if follows:
            self._decided.popleft()
        return follows


def _line(place: Place, stake: int, outcome: str, article: str, **more: Any) -> Line:
    spot, bettor, on = place
    whose = {} if bettor is None else {"bettor": bettor}
    money = {
        "stake": stake,
        "outcome": outcome,
        "returned": 0 if outcome == "lose" else stake,
        "paid": 0,
        "commission": 0,
        "odds": None,
        "article": article,
    }
    return {"spot": spot, "on": on, **whose, **money, **more}


def _won(place: Place, stake: int, odds: tuple[int, int], article: str) -> Line:
    num, den = odds
    return _line(place, stake, "win", article, paid=Fraction(stake * num, den), odds=f"{num}:{den}")


def _spot(table: Round, spot: int) -> list[Line]:
    lines = []
    for on in (*table.mains, "insurance", *SIDE_BETS):
        for who in table.bettors(spot):
            place = spot, who, on
            if on in table.mains:
                lines += _main(table, place)
            elif on == "insurance" and (spot, who) in table.insured:
                lines.append(_insurance(table, place))
            elif place in table.bets:
                lines.append(SIDE[on](table, place))
    return [_in_chips(line, player_chip(table.options)) for line in lines]


def _in_chips(line: Line, chip: int) -> Line:
    """A lot and a fixed prize are exact."""
    return line | {"paid": to_player(line["paid"], chip)} if line["odds"] else line


# articles 18 to 20


def _main(table: Round, place: Place) -> list[Line]:
    spot, who, on = place
    if place not in table.bets:
        return []
    hands, dealer = table.hands[spot], table.dealers[on]
    mine = [(number, hand) for number, hand in enumerate(hands, 1) if (who, on) in hand.stakes]
    lost = 0
    lines = []
    for number, hand in sorted(mine, key=lambda numbered: not numbered[1].is_busted):
        if is_blackjack(dealer) and not hand.is_busted:
            line = _against_blackjack(table, place, hand, lost, split=len(mine) > 1)
        else:
            line = _against(table, place, hand, dealer)
        lost += line["stake"] - line["returned"] if line["outcome"] == "lose" else 0
        lines.append(line | ({"hand": number} if len(hands) > 1 else {}))
    return sorted(lines, key=lambda line: line.get("hand", 0))


def _against(table: Round, place: Place, hand: Hand, dealer: list[str]) -> Line:
    stake = hand.stakes[place[1], place[2]]
    if hand.is_busted:
        return _line(place, stake, "lose", "18")
    if hand.is_blackjack:
        return _won(place, stake, (3, 2), "21")
    if special := _special(table, hand):
        return _won(place, stake, special, "21")
    if total(dealer) > 21 or total(hand.cards) > total(dealer):
        return _won(place, stake, (1, 1), "21")
    if total(hand.cards) == total(dealer):
        return _line(place, stake, "push", "19")
    return _line(place, stake, "lose", "18")


def _special(table: Round, hand: Hand) -> tuple[int, int] | None:
    """18.1, and what 21 pays for it."""
    ranks = sorted(card[0] for card in hand.cards)
    if hand.split or not table.options["special_hands"]:
        return None
    if ranks == ["7", "7", "7"]:
        return 3, 2
    if ranks == ["6", "7", "8"] and suited(hand.cards):
        return 2, 1
    return None


def _against_blackjack(table: Round, place: Place, hand: Hand, lost: int, *, split: bool) -> Line:
    """20: one original stake is lost in all, whatever was doubled or split."""
    stake, original = hand.stakes[place[1], place[2]], table.bets[place]
    if hand.is_blackjack:
        return _line(place, stake, "push", "19")
    if special := _special(table, hand):
        return _won(place, stake, special, "21")
    if lost >= original:
        return _line(place, stake, "push", "20")
    by_20 = split or stake > original or total(hand.cards) == 21
    return _line(place, stake, "lose", "20" if by_20 else "18", returned=stake - original)


# article 25


def _insurance(table: Round, place: Place) -> Line:
    spot, who, _ = place
    stake = table.insured[spot, who]
    if is_blackjack(table.dealers[table.mains[0]]):
        return _won(place, stake, (2, 1), "25")
    return _line(place, stake, "lose", "25")


# articles 21.1 to 21.4


def suited(cards: list[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def one_colour(cards: list[str]) -> bool:
    return len({card[1] in "HD" for card in cards}) == 1


def alike(cards: list[str], ranks: str) -> bool:
    """All of one rank, which is one of these."""
    return len({card[0] for card in cards}) == 1 and cards[0][0] in ranks


def just(cards: list[str], ranks: str) -> bool:
    """These ranks, in any order."""
    return sorted(card[0] for card in cards) == sorted(ranks)


def _twelve_to_sixteen(table: Round, place: Place) -> Line:
    cards, stake = table.drawn[place[0]][:2], table.bets[place]
    if just(cards, "AA") or just(cards, "88"):
        return _won(place, stake, (2, 1), "21.1")
    if 12 <= hard_total(cards) <= 16 or (is_soft(cards) and 12 <= total(cards) <= 16):
        return _won(place, stake, (1, 1), "21.1")
    return _line(place, stake, "lose", "21.1")


def _sevens(table: Round, place: Place) -> Line:
    cards, stake = table.drawn[place[0]][:3], table.bets[place]
    sevens = 0
    while sevens < len(cards) and cards[sevens][0] == "7":
        sevens += 1
    if not sevens:
        return _line(place, stake, "lose", "21.3")
    two = 100 if suited(cards[:2]) else 50
    three = 5000 if suited(cards) else 500
    return _won(place, stake, ({1: 3, 2: two, 3: three}[sevens], 1), "21.3")


def _over_or_under(table: Round, place: Place) -> Line:
    over = hard_total(table.drawn[place[0]][:2]) - 13
    if over > 0 if place[2] == "over_13" else over < 0:
        return _won(place, table.bets[place], (1, 1), "21.4")
    return _line(place, table.bets[place], "lose", "21.4")


Reached = Callable[[list[str]], bool]

PROGRESSIVE: dict[int, list[tuple[int, Reached, int | str]]] = {
    1: [
        (5, lambda cards: suited(cards) and just(cards, "A2345"), "100%"),
        (4, lambda cards: suited(cards) and just(cards, "2345"), 500000),
        (3, lambda cards: suited(cards) and just(cards, "456"), 50000),
        (2, lambda cards: suited(cards) and just(cards, "AJ"), 5000),
        (2, lambda cards: suited(cards) and is_blackjack(cards), 1000),
        (2, lambda cards: alike(cards, "AKQJT"), 300),
        (2, is_blackjack, 200),
    ],
    2: [
        (4, lambda cards: one_colour(cards) and alike(cards, "A"), "100%"),
        (3, lambda cards: suited(cards) and alike(cards, "A"), 250000),
        (3, lambda cards: alike(cards, "A"), 25000),
        (2, lambda cards: suited(cards) and alike(cards, "A"), 10000),
        (2, lambda cards: alike(cards, "A"), 2500),
    ],
    3: [
        (5, lambda cards: suited(cards) and just(cards, "A2345"), "100%"),
        (4, lambda cards: one_colour(cards) and alike(cards, "5432"), "10%"),
        (3, lambda cards: suited(cards) and alike(cards, "6543"), 100000),
        (3, lambda cards: alike(cards, "6543"), 25000),
        (2, lambda cards: suited(cards) and alike(cards, "TJQK"), 2500),
    ],
}


def _reached(table: Round, spot: int) -> int | str | None:
    """The topmost line of 21.2 that a spot reaches; after a split only two cards count."""
    count = 2 if len(table.hands[spot]) > 1 else 5
    cards = table.drawn[spot][:count]
    for first, reached, prize in PROGRESSIVE[table.options["progressive_table"]]:
        if len(cards) >= first and reached(cards[:first]):
            return prize
    return None


def _prizes(table: Round) -> dict[tuple[int, str | None], int]:
    """What each progressive bet is paid that wins."""
    players = [(spot, who) for spot in table.spots for who in table.bettors(spot)]
    playing = [(spot, who) for spot, who in players if (spot, who, "progressive") in table.bets]
    won = {player: _reached(table, player[0]) for player in playing}
    fixed = {player: prize for player, prize in won.items() if isinstance(prize, int)}
    percents = {p: int(prize[:-1]) for p, prize in won.items() if isinstance(prize, str)}
    return fixed | shares_of(displayed(table.options, len(playing)), percents)


def _progressive(table: Round, place: Place) -> Line:
    spot, who, _ = place
    prizes = _prizes(table)
    if (spot, who) not in prizes:
        return _line(place, table.bets[place], "lose", "21.2")
    won = prizes[spot, who]
    return _line(place, table.bets[place], "win", "21.2", returned=0, paid=won)


SIDE: dict[str, Callable[[Round, Place], Line]] = {
    "twelve_to_sixteen": _twelve_to_sixteen,
    "progressive": _progressive,
    "sevens": _sevens,
    "over_13": _over_or_under,
    "under_13": _over_or_under,
}
