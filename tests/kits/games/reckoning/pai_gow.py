"""Pai Gow reckoned a second time (articles 100 to 116): what each bet is paid.

main  won, as it is paid 111; lost 108, by a wrong set 113; drawn 109; given up 115

Chosen where the readings leave it open: a weak hand is above the strong one also by its highest
tile (104), which is a wrong set; a hand of no value may win as a strong hand by its highest tile;
the spots set their hands in the order of their numbers, and with nothing but wrong sets and
surrenders left the bank's hand is not asked for and nothing more can be given up.

A player as the bank (116): as at Pai gow poker, a script with one has a round before it, in which
he has bet against the dealer. The bank's hand is the packet dealt in the dealer's place.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.kits.games.chance.table import deal_option, decides, lay, seats, stake
from tests.kits.games.naive.table import (
    CLOSE,
    CONFIRM,
    DEALER,
    Bet,
    Line,
    Round,
    Script,
    Step,
    hands,
    rounds,
    turns,
)
from tests.kits.games.naive.tiles import (
    TILE,
    TILES,
    has_value,
    is_right,
    parted,
    settings,
    strength,
)

BETS = ("main",)
POSITIONS = (1, 2, 3, 4, 5, 6, 7, DEALER)
PACKET = 4


def reckon(script: Script) -> list[Line]:
    """Return the settled lines of a legal script."""
    steps = [_as_cards(step) for step in script["steps"]]
    return [line for played in rounds({**script, "steps": steps}) for line in _settled(played)]


def _as_cards(step: Step) -> Step:
    return {"cards": step["tiles"]} if "tiles" in step else step


def _settled(played: Round) -> list[Line]:
    held = hands(_turns(played.options), played.cards)
    return [_main(bet, played, held) for bet in played.bets_in(BETS)]


def _turns(options: Mapping[str, Any]) -> list[int]:
    return turns(options, dict.fromkeys(POSITIONS, PACKET))


def _main(bet: Bet, played: Round, held: dict[int, list[str]]) -> Line:
    if played.decision(bet.spot, "surrender"):
        return bet.is_given_up("115", 0)
    weak, strong = _laid(played, held, bet.spot)
    if not is_right(weak, strong):
        return bet.loses("113")
    bank_weak, bank_strong = _laid(played, held, DEALER)
    low = has_value(weak) and strength(weak) > strength(bank_weak)
    high = strength(strong) > strength(bank_strong)
    if high and low:
        return bet.wins(1, "111", commission=bet.commission)
    return bet.goes_back("109") if high or low else bet.loses("108")


def _laid(played: Round, held: dict[int, list[str]], spot: int) -> tuple[list[str], list[str]]:
    decided = played.decision(spot, "set")
    if decided is None:
        raise ValueError(spot)
    return parted(held[spot], decided["low"])


# chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round, now and then followed by one with a player as the bank."""
    options = deal_option(chance) if options is None else options
    playing = seats(chance)
    steps = _round(chance, options, playing)
    if len(playing) > 1 and chance.random() < 0.2:
        bank = chance.choice(playing)
        others = [spot for spot in playing if spot != bank]
        steps += [{"bank": {"spot": bank}}, *_round(chance, options, others)]
    return {"game": "pai-gow", "options": options, "steps": steps}


def _round(chance: Random, options: dict[str, Any], spots: list[int]) -> list[Step]:
    to = _turns(options)
    tiles = _dealt(chance, to, [*spots, DEALER])
    laid = {spot: {"main": stake(chance)} for spot in spots}
    decided = _decisions(chance, spots, hands(to, tiles))
    return [*lay(chance, laid), CLOSE, {"tiles": tiles}, *decided, CONFIRM]


def _dealt(chance: Random, to: list[int], compared: list[int]) -> list[str]:
    """Return the tiles of a deal, leaning to combinations and to equal hands of who plays."""
    others = [spot for spot in POSITIONS if spot not in compared]
    favoured = [*chance.sample(compared, len(compared)), *others]
    wall = _leaning(chance)
    if chance.random() < 0.4:
        wall = _twinned(wall)
    held = {spot: wall[at * PACKET :][:PACKET] for at, spot in enumerate(favoured)}
    return [held[spot].pop() for spot in to]


def _leaning(chance: Random) -> list[str]:
    """Return the set in some order; some kinds of tiles come first."""
    kinds = sorted(set(TILES))
    first = chance.sample(kinds, chance.choice((3, 4, 6, len(kinds))))
    return sorted(chance.sample(TILES, len(TILES)), key=lambda tile: tile not in first)


def _twinned(wall: list[str]) -> list[str]:
    """Return the set with a second packet that has the ranks of the first, as far as it can."""
    first, rest, second = wall[:PACKET], wall[PACKET:], []
    for tile in first:
        twin = next((other for other in rest if TILE[other] == TILE[tile]), rest[0])
        rest.remove(twin)
        second.append(twin)
    return [*first, *second, *rest]


def _decisions(chance: Random, spots: list[int], held: dict[int, list[str]]) -> list[Step]:
    first = [_first_decision(chance, spot, held[spot]) for spot in spots]
    compared = {step["decide"]["spot"] for step in first if _is_compared(step["decide"], held)}
    if not compared:
        return first
    laid = [step["decide"]["spot"] for step in first if "low" in step["decide"]]
    given_up = [spot for spot in laid if chance.random() < 0.05]
    later = [
        decides(spot, "surrender") for spot in sorted(given_up, key=lambda spot: spot in compared)
    ]
    bank = [_set(DEALER, _right_low(chance, held[DEALER]))] if compared - {*given_up} else []
    return [*first, *later, *bank]


def _is_compared(decided: Step, held: dict[int, list[str]]) -> bool:
    """Say whether a spot has laid a hand that the bank's is held against."""
    return "low" in decided and is_right(*parted(held[decided["spot"]], decided["low"]))


def _first_decision(chance: Random, spot: int, four: list[str]) -> Step:
    how = chance.random()
    if how < 0.08:
        return decides(spot, "surrender")
    if how < 0.16:
        return _set(spot, chance.sample(four, chance.choice((1, 2, 2, 3))))
    return _set(spot, _right_low(chance, four))


def _set(spot: int, weak: list[str]) -> Step:
    return {"decide": {"spot": spot, "do": "set", "low": weak}}


def _right_low(chance: Random, four: list[str]) -> list[str]:
    """Return the weak hand of some right set, in either order."""
    rights = [weak for weak, strong in settings(four) if is_right(weak, strong)]
    return chance.sample(chance.choice(rights), 2)
