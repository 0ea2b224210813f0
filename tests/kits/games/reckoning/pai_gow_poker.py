"""Pai gow poker reckoned a second time (articles 38 to 53): what each bet is paid.

main         won, as it is paid 47; lost, wrong sets too 44; drawn 45; given up 52
remaining_*  48, won or lost
lucky:n      48.1, won or lost

Chosen where the readings leave it open: the spots set their hands in the order of their numbers,
wherever the deal began; with nothing but wrong sets and surrenders left, the bank's hand is not
asked for and nothing more can be given up; side bets may be several at a spot, and need its main
bet.

A player as the bank (53): the dealer is the bank of a table's first round, so a script with a
player as the bank has a round before it, in which he has bet. The bank's hand is the packet dealt
in the dealer's place, set by the decisions of spot 0; the bank has no bet, and the packet at his
own spot is gathered in like that of any spot without one (49).
"""

from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Any

from tests.kits.games.chance.table import as_read, deal_option, decides, lay, seats, stake
from tests.kits.games.naive.pai_gow import JOKER, high, is_right, low
from tests.kits.games.naive.table import (
    CLOSE,
    CONFIRM,
    DEALER,
    RANKS,
    SUITS,
    Bet,
    Line,
    Round,
    Script,
    Step,
    hands,
    round_by_round,
    turns,
)

NUMBERS = tuple("1234567")
REMAINING = ("remaining_under_26", "remaining_26", "remaining_over_26")
BETS = ("main", *REMAINING, *(f"lucky:{number}" for number in NUMBERS))
PACK = [*(rank + suit for rank in RANKS for suit in SUITS), JOKER]
POSITIONS = (1, 2, 3, 4, 5, 6, DEALER)
"""Article 49; the dealer is the seventh (48.1)."""
PACKET = 7
LEANINGS = ((1, 4), (2, 4), (3, 4), (5, 1), (5, 2), (7, 1), (7, 2), (13, 4), (13, 4))
"""Of how many neighbouring ranks, in how many suits, the cards come that are dealt first."""


def _settled(played: Round) -> list[Line]:
    held = hands(_turns(played.options, played.number), played.cards)
    remaining = sum(map(value, set(PACK) - set(played.cards)))
    return [
        _main(bet, played, held)
        if bet.on == "main"
        else _lucky(bet, played.number)
        if bet.on.startswith("lucky")
        else _remaining(bet, remaining)
        for bet in played.bets_in(BETS)
    ]


reckon = round_by_round(_settled)


def _turns(options: Mapping[str, Any], number: str | None) -> list[int]:
    first = int(number or 1) - 1
    return turns(options, dict.fromkeys((*POSITIONS[first:], *POSITIONS[:first]), PACKET))


def value(card: str) -> int:
    """Return what a card counts for the total of the four remaining (48)."""
    if card == JOKER:
        return 1
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


def _remaining(bet: Bet, total: int) -> Line:
    if bet.on == "remaining_26":
        return bet.wins(15, "48") if total == 26 else bet.loses("48")
    is_won = total < 26 if bet.on == "remaining_under_26" else total > 26
    return bet.wins(1, "48") if is_won else bet.loses("48")


def _lucky(bet: Bet, number: str | None) -> Line:
    return bet.wins(11, "48.1", one=2) if bet.on == f"lucky:{number}" else bet.loses("48.1")


def _main(bet: Bet, played: Round, held: dict[int, list[str]]) -> Line:
    if played.decision(bet.spot, "surrender"):
        return bet.is_given_up("52", 0)
    weak, strong = _laid(played, held, bet.spot)
    if not is_right(weak, strong):
        return bet.loses("44")
    bank_weak, bank_strong = _laid(played, held, DEALER)
    won = (low(weak) > low(bank_weak)) + (high(strong) > high(bank_strong))
    if won == 2:
        return bet.wins(1, "47", commission=bet.commission)
    return bet.goes_back("45") if won else bet.loses("44")


def _laid(played: Round, held: dict[int, list[str]], spot: int) -> tuple[list[str], list[str]]:
    decided = played.decision(spot, "set")
    if decided is None:
        raise ValueError(spot)
    return _parted(held[spot], decided["low"])


def _parted(hand: list[str], weak: list[str]) -> tuple[list[str], list[str]]:
    return weak, [card for card in hand if card not in weak]


# chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round, now and then followed by one with a player as the bank."""
    options = _options(chance) if options is None else options
    playing = seats(chance, 6)
    steps = _round(chance, options, playing)
    if len(playing) > 1 and chance.random() < 0.2:
        bank = chance.choice(playing)
        others = [spot for spot in playing if spot != bank]
        steps += [{"bank": {"spot": bank}}, *_round(chance, options, others)]
    return {"game": "pai-gow-poker", "options": options, "steps": steps}


def _options(chance: Random) -> dict[str, Any]:
    sides = [*REMAINING, "lucky"]
    shown = chance.sample(sides, chance.randint(0, len(sides)))
    return deal_option(chance) | ({"side_bets": shown} if chance.random() < 0.2 else {})


def _round(chance: Random, options: dict[str, Any], spots: list[int]) -> list[Step]:
    laid = {spot: _stakes(chance, options) for spot in spots}
    has_lucky = any(on.startswith("lucky") for bets in laid.values() for on in bets)
    number = chance.choice(NUMBERS) if has_lucky or chance.random() < 0.3 else None
    to = _turns(options, number)
    cards = _dealt(chance, to, [*spots, DEALER])
    drawn = [{"number": number}] if number else []
    return [
        *(*lay(chance, laid), CLOSE, *drawn, *as_read(chance, cards)),
        *(*_decisions(chance, spots, hands(to, cards)), CONFIRM),
    ]


def _stakes(chance: Random, options: dict[str, Any]) -> dict[str, int]:
    shown = options.get("side_bets", [*REMAINING, "lucky"])
    sides = [on for on in BETS[1:] if on.split(":")[0] in shown]
    often = dict.fromkeys(REMAINING, 0.3)
    laid = ["main", *(on for on in sides if chance.random() < often.get(on, 0.15))]
    return {on: stake(chance) for on in laid}


def _dealt(chance: Random, to: list[int], compared: list[int]) -> list[str]:
    """Return the cards of a deal; often some who play get neighbouring ranks in some suits."""
    pack = _leaning(chance)
    others = [spot for spot in POSITIONS if spot not in compared]
    favoured = [*chance.sample(compared, len(compared)), *others]
    held = {spot: [pack.pop(0) for _ in range(PACKET)] for spot in favoured}
    return [held[spot].pop() for spot in to]


def _leaning(chance: Random) -> list[str]:
    width, suits = chance.choice(LEANINGS)
    wheel = "A" + RANKS
    first = chance.randint(0, len(wheel) - width)
    lean = {rank + s for rank in wheel[first:][:width] for s in chance.sample(SUITS, suits)}
    lean |= {JOKER} if chance.random() < 0.5 else set()
    rest = set(PACK) - lean
    return [*chance.sample(sorted(lean), len(lean)), *chance.sample(sorted(rest), len(rest))]


def _decisions(chance: Random, spots: list[int], held: dict[int, list[str]]) -> list[Step]:
    first = [_first_decision(chance, spot, held[spot]) for spot in spots]
    compared = {step["decide"]["spot"] for step in first if _is_compared(step["decide"], held)}
    if not compared:
        return first
    laid = [step["decide"]["spot"] for step in first if step["decide"]["do"] == "set"]
    given_up = [spot for spot in laid if chance.random() < 0.05]
    later = [
        decides(spot, "surrender") for spot in sorted(given_up, key=lambda spot: spot in compared)
    ]
    bank = [_set(DEALER, _right_low(chance, held[DEALER]))] if compared - {*given_up} else []
    return [*first, *later, *bank]


def _is_compared(decided: Step, held: dict[int, list[str]]) -> bool:
    """Say whether a spot has laid a hand that the bank's is held against."""
    return "low" in decided and is_right(*_parted(held[decided["spot"]], decided["low"]))


def _first_decision(chance: Random, spot: int, hand: list[str]) -> Step:
    how = chance.random()
    if how < 0.08:
        return decides(spot, "surrender")
    if how < 0.16:
        return _set(spot, chance.sample(hand, chance.choice((1, 2, 2, 3))))
    return _set(spot, _right_low(chance, hand))


def _set(spot: int, weak: list[str]) -> Step:
    return {"decide": {"spot": spot, "do": "set", "low": weak}}


def _right_low(chance: Random, hand: list[str]) -> list[str]:
    """Return some low hand that is right, the strongest one, or that of the strongest high hand."""
    pairs = [list(pair) for pair in combinations(chance.sample(hand, PACKET), 2)]
    how = chance.choice(("some", "low", "low", "high", "high"))
    if how == "high":
        return max(pairs, key=lambda pair: high(_parted(hand, pair)[1]))
    if how == "low":
        pairs.sort(key=low, reverse=True)
    return next(pair for pair in pairs if is_right(*_parted(hand, pair)))
