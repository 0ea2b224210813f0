"""Random legal rounds of Blackjack and Blackjack Multi-Action, as round scripts."""

import random
from typing import Any

from tests.kits.games.naive.blackjack import DEFAULTS, Hand, Round, hard_total, play, total

SIDE_BETS = ("twelve_to_sixteen", "progressive", "sevens", "over_13", "under_13")
ONE_DOLLAR = 100
STAKES = (500, 1000, 1505, 2500, 2501, 10000)
BEHIND = ("B", "C")

LEANS = (
    "",  # to nothing
    "7S 7H 7D 7C",
    "8S 8H 8D 8C 3S 3H",
    "AS AH AD AC TS JS QH KD",
    "AS AH AD AC",
    "AS 2S 3S 4S 5S",
    "2H 2D 3H 3D 4H 4D 5H 5D",
    "6S 7S 8S 6H 7H 8H",
    "TS JS QS KS TH JH QH KH",
    "5S 6S 4S 5H 6H",
    "6S 3S 5S",
    "JS QH KC 9D TD",
)
"""Cards that come more often than chance would have them, so that rare hands are seen."""


def random_round(
    game: str, chance: random.Random, options: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return one legal round that ends with `confirm`."""
    chosen = _options(game, chance) if options is None else options
    rules = DEFAULTS | chosen
    placed = _bets(game, chance, rules)
    table = Round(game, rules, _sums(placed))
    people = Chance(chance, rules["decks"])
    people.steps += [{"bet": bet} for bet in placed]
    if chance.random() < 0.7:
        people.steps.append({"press": "no_more_bets"})
    play(table, people)
    people.turn_cards_up()
    people.steps.append({"press": "confirm"})
    script = {"game": game, "options": chosen, "steps": people.steps}
    return script | ({"spots": 7} if chance.random() < 0.3 else {})


# options and bets


def _options(game: str, chance: random.Random) -> dict[str, Any]:
    """Return options other than the usual ones, now and then; a hole card has no multi-action."""
    options: dict[str, Any] = {}
    switches = ("stand_all_17", "special_hands", "double_any", "resplit", "double_after_split")
    own = ("hole_card",) if game == "blackjack" else ()
    for switch in (*switches, *own):
        if chance.random() < 0.35:
            options[switch] = chance.choice((True, True, False))
    if chance.random() < 0.6:
        options["decks"] = chance.randint(1, 8)
    if game == "blackjack-multi-action" and chance.random() < 0.5:
        options["hands"] = chance.choice((2, 3))
    if chance.random() < 0.5:
        options |= _shown(chance)
    return options


def _shown(chance: random.Random) -> dict[str, Any]:
    """Return the side bets that the table shows, most often with the progressive one."""
    shown = [bet for bet in SIDE_BETS if chance.random() < 0.75]
    if "progressive" not in shown:
        return {"side_bets": shown}
    table, meter = chance.choice((1, 2, 3)), chance.randint(2_000_000, 50_000_000)
    return {
        "side_bets": shown,
        "progressive_table": table,
        "progressive_meter": meter,
        "progressive_increment": meter % 51,
    }


def _bets(game: str, chance: random.Random, rules: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the bets of all, as they are placed; a bet is laid in two parts at times."""
    spots = sorted(chance.sample(range(1, 8), chance.randint(1, min(5, 2 * rules["decks"]))))
    placed = []
    for spot in spots:
        mains = _mains(game, chance, rules["hands"])
        behind = [who for who in BEHIND if not rules["hole_card"] and chance.random() < 0.15]
        for who in (None, *behind):
            placed += _bets_of_one(chance, spot, who, mains, rules)
    if chance.random() < 0.3:
        placed += _more(chance.choice(placed))
    return placed


def _mains(game: str, chance: random.Random, least: int) -> tuple[str, ...]:
    if game == "blackjack":
        return ("main",)
    three = ("main:1", "main:2", "main:3")
    if least == 3 or chance.random() < 0.5:
        return three
    return tuple(sorted(chance.sample(three, 2)))


def _bets_of_one(
    chance: random.Random, spot: int, who: str | None, mains: tuple[str, ...], rules: dict[str, Any]
) -> list[dict[str, Any]]:
    whose = {} if who is None else {"bettor": who}
    stakes = {on: chance.choice(STAKES) for on in mains}
    for on in rules.get("side_bets", [bet for bet in SIDE_BETS if bet != "progressive"]):
        if chance.random() < 0.4:
            stakes[on] = _side_stake(chance, on, min(stakes[main] for main in mains))
    return [{"spot": spot, "on": on, "cents": cents, **whose} for on, cents in stakes.items()]


def _side_stake(chance: random.Random, on: str, most: int) -> int:
    if on in ("progressive", "sevens"):
        return ONE_DOLLAR
    return chance.choice((most, most, 500)) if on == "twelve_to_sixteen" else chance.choice(STAKES)


def _more(bet: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a raise of a main bet, which only increases the limit of bets beside it."""
    return [dict(bet)] if bet["on"].startswith("main") else []


def _sums(placed: list[dict[str, Any]]) -> dict[tuple[int, str | None, str], int]:
    bets: dict[tuple[int, str | None, str], int] = {}
    for bet in placed:
        place = (bet["spot"], bet.get("bettor"), bet["on"])
        bets[place] = bets.get(place, 0) + bet["cents"]
    return bets


# cards and decisions


class Chance:
    """The shoe and the players: their acts are recorded as `steps`."""

    def __init__(self, chance: random.Random, decks: int) -> None:
        self.steps: list[dict[str, Any]] = []
        self._chance = chance
        self._left = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"] * decks
        self._lean = frozenset(chance.choice(LEANS).split())
        self._bias = chance.choice((0.3, 0.6, 0.9))
        self._up: list[str] = []

    def card(self) -> str:
        leant = self._lean and self._chance.random() < self._bias
        wanted = [card for card in self._left if card in self._lean] if leant else []
        card = self._chance.choice(wanted or self._left)
        self._left.remove(card)
        self._up.append(card)
        return card

    def turn_cards_up(self) -> None:
        """Write down the cards that have come since the last decision."""
        cards, self._up = self._up, []
        if len(cards) == 1 and self._chance.random() < 0.5:
            self.steps.append({"card": cards[0]})
        elif cards:
            self.steps.append({"cards": cards})

    def _decide(self, do: str, spot: int, who: str | None, cents: int, **more: Any) -> None:
        """Write down a decision; the cents that it costs stand there or not."""
        self.turn_cards_up()
        whose = {} if who is None else {"bettor": who}
        said = {"cents": cents} if cents and self._chance.random() < 0.5 else {}
        hand = {name: value for name, value in more.items() if value is not None}
        self.steps.append({"decide": {"spot": spot, "do": do, **hand, **whose, **said}})

    def insure(self, table: Round) -> dict[tuple[int, str | None], int]:
        """In random order of spots; all of them answer if the insurance would not end otherwise."""
        insured: dict[tuple[int, str | None], int] = {}
        spots = [spot for spot in table.spots if table.insurable(spot)]
        for spot in self._chance.sample(spots, len(spots)):
            answer = self._chance.random()
            if answer < 0.4:
                insured |= self._insure_all(table, spot)
            elif answer < 0.7 or table.options["hole_card"]:
                self._decide("no_insurance", spot, None, 0)
        return insured

    def _insure_all(self, table: Round, spot: int) -> dict[tuple[int, str | None], int]:
        insured = {}
        for who in table.bettors(spot):
            if who is None or self._chance.random() < 0.5:
                insured[spot, who] = table.half(spot, who)
                self._decide("insurance", spot, who, table.half(spot, who))
        return insured

    def answer(self, spot: int, number: int | None, hand: Hand, offered: list[str]) -> str:
        do = self._chosen(hand, offered)
        own = sum(cents for (who, _), cents in hand.stakes.items() if who is None)
        self._decide(do, spot, None, own if do in ("double", "split") else 0, hand=number)
        return do

    def _chosen(self, hand: Hand, offered: list[str]) -> str:
        luck = self._chance.random()
        if "split" in offered and luck < 0.6:
            return "split"
        if "double" in offered and luck < 0.8:
            return "double"
        if luck > 0.95:
            return self._chance.choice(offered)
        return "hit" if min(total(hand.cards), hard_total(hand.cards) + 4) < 17 else "stand"

    def follows(self, spot: int, number: int | None, do: str, who: str | None, cents: int) -> bool:
        follows = self._chance.random() < 0.5
        if follows:
            self._decide(do, spot, who, cents, hand=number)
        return follows
