"""Every bet on every number, throw and part, each game alone, as reckoned."""

from collections.abc import Iterable
from itertools import product
from typing import Any

from firmware.core.games.pai_gow import PaiGow
from firmware.core.games.tile_ranks import two_tiles
from firmware.core.vocabulary.cards import TILES_BY_NAME
from tests.kits.examples import examples
from tests.kits.games.bare_table import BareTable
from tests.kits.games.game_alone import STAKE, GameAlone, all_on, by_bet
from tests.kits.games.naive.felt import layout, places, same, wheel
from tests.kits.games.naive.instruments import Evening
from tests.kits.games.naive.table import CLOSE, CONFIRM, Line, Step
from tests.kits.games.naive.tiles import hands_in_order, has_value
from tests.kits.games.reckoning import roulette as reckoning_roulette
from tests.kits.games.reckoning import sic_bo as reckoning_sic_bo
from tests.kits.games.reckoning import wheel_of_fortune as reckoning_wheel_of_fortune
from tests.kits.games.reckoning.keno import DRAWN, NUMBERS, PAYTABLES, reckon
from tests.kits.games.reckoning.wheel_of_fortune import WHEELS
from tests.kits.offenders import each
from tests.kits.quebec import game_rules

EVERY_TABLE = list(product((37, 38), reckoning_roulette.KINDS))
RUNS = [{"twice": True}, {"thrice": True}, {"twice": True, "thrice": True}]


def reckoned(evening: Evening, bets: Iterable[str], result: Step) -> list[Line]:
    """Return what an evening's next result makes of the bets that stand and of these."""
    line_count = len(evening.lines)
    laid: list[Step] = [{"bet": {"spot": 1, "on": on, "cents": STAKE}} for on in bets]
    evening.play({"steps": [*laid, CLOSE, result, CONFIRM]})
    return by_bet(evening.lines[line_count:])


@each("numbers, kind", EVERY_TABLE)
def test_72_every_place_on_every_number(numbers: int, kind: str) -> None:
    options = {"numbers": numbers, "kind": kind}
    alone, evening = GameAlone("roulette", options), reckoning_roulette.evening(options)
    bets = alone.game.BETS
    assert {same(on) for on in bets} == layout(numbers).keys()
    assert len(bets) == len(places(numbers))
    for number in wheel(numbers):
        lines = alone.shown(all_on(bets), number)
        assert lines == reckoned(evening, bets, {"number": number})
        assert len(lines) == len(bets)


@each("numbers", [37, 38])
@each("runs", RUNS)
def test_72_1_every_number_and_streak(numbers: int, runs: dict[str, bool]) -> None:
    options = {"numbers": numbers, **runs}
    bets = [f"{name}:{number}" for name in runs for number in wheel(numbers)]
    for numbers_shown in product(("17", "0"), repeat=examples(4, 5)):
        alone, evening = GameAlone("roulette", options), reckoning_roulette.evening(options)
        for number in numbers_shown:
            over = {place.on for place, _ in alone.game.carried}
            assert over == {bet.at["on"] for bet in evening.standing()}
            fresh = [on for on in bets if on not in over]
            lines = alone.shown(all_on(fresh), number)
            assert lines == reckoned(evening, fresh, {"number": number})


def test_95_24_every_place_and_throw() -> None:
    alone, evening = GameAlone("sic-bo"), reckoning_sic_bo.evening({})
    bets = alone.game.BETS
    assert set(bets) == set(reckoning_sic_bo.places())
    for dice in reckoning_sic_bo.THROWS:
        lines = alone.shown(all_on(bets), *map(str, dice))
        assert lines == reckoned(evening, bets, {"dice": list(dice)})


@each("segments", WHEELS)
def test_120_every_symbol_on_every_part(segments: dict[str, list[int]]) -> None:
    alone = GameAlone("wheel-of-fortune", {"segments": segments})
    evening = reckoning_wheel_of_fortune.evening({"segments": segments})
    for symbol in segments:
        lines = alone.shown(all_on(alone.game.BETS), symbol)
        assert lines == reckoned(evening, alone.game.BETS, {"segment": symbol})
        assert len(lines) == len(segments)


@each("paytable", PAYTABLES)
def test_76_every_hit_count_of_every_pick_count(paytable: dict[str, Any]) -> None:
    options = {"paytable": paytable, "max_spots": max(map(int, paytable))}
    balls, others = list(NUMBERS)[:DRAWN], list(NUMBERS)[DRAWN:]
    picks = [
        (*balls[:hits], *others[: count - hits])
        for count in map(int, paytable)
        for hits in range(count + 1)
    ]
    sold: list[Step] = [{"ticket": {"spot": 1, "numbers": some, "cents": 100}} for some in picks]
    script = {"game": "keno", "options": options, "steps": [*sold, {"balls": balls}]}
    lines = BareTable(script).play(script["steps"]).settled
    assert lines == reckon(script)
    assert len(lines) == len(picks)


def test_101_to_105_every_hand_against_every_other() -> None:
    """As a low hand and as a high one, at the bank's place and at a player's."""
    game = PaiGow(game_rules("pai-gow"), {})
    alike = hands_in_order()
    ranks = [
        {two_tiles([TILES_BY_NAME[name] for name in hand]) for hand in hands} for hands in alike
    ]
    assert {len(of_one_class) for of_one_class in ranks} == {1}
    for (at, (own,)), (beside, (bank,)) in product(enumerate(ranks), repeat=2):
        above = at < beside
        won = above and has_value(alike[at][0]), above
        assert game.beats((own, own), (bank, bank)) == won
