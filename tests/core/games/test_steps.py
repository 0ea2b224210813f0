"""Steps, at any pay table: what a bet of its step wins, owes or costs later is made by chips."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import ceil
from random import Random
from typing import Any

from msgspec.structs import replace

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.money import Cents, Odds
from firmware.core.vocabulary.places import Place
from tests.kits.examples import examples
from tests.kits.games.any_table import REQUIRED, some_options
from tests.kits.games.bare_table import BareTable
from tests.kits.games.chance.chips import with_chips
from tests.kits.games.reckoning.checks import random_rounds, reckoning
from tests.kits.offenders import each
from tests.kits.quebec import game_class, game_rules, games_in_pack, open_game

CHIPS = (5, 25, 50, 100, 250, 500)
GAMES = games_in_pack()
RECKONED = [game for game in GAMES if game != "baccarat"]
MULTIPLES = range(1, 25)
BY_THE_STAKE = {"keno", "wheel-of-fortune"}
"""Games paid by an option, so many times the stake."""


def another_pack(rng: Random, rules: GameRules) -> GameRules:
    """Return a game's numbers with other odds and commissions."""

    def other_odds(_: object = None) -> Odds:
        return Odds(rng.randint(1, 12), rng.randint(1, 6))

    tables = {
        name: replace(table, odds={line: other_odds() for line in table.odds})
        for name, table in rules.tables.items()
    }
    pays = {bet: replace(line, odds=other_odds()) for bet, line in rules.pays.items()}
    shares = {
        bet: replace(share, percent=rng.randint(1, 10), step_cents=rng.choice((1, 100, 1000)))
        for bet, share in rules.commission.items()
    }
    return replace(rules, pays=pays, tables=tables, commission=shares)


def a_game(rng: Random, name: str, **options: Any) -> Game:
    """Return a game by its own pack or another one, and by any of its options."""
    rules = another_pack(rng, game_rules(name)) if rng.random() < 0.8 else game_rules(name)
    found = {name: value for name, value in some_options(rng, name).items() if name != "max_payout"}
    return game_class(name)(rules, {**found, **options})


def places(rng: Random, game: Game) -> list[str]:
    by_bet = {base_bet_name(on): on for on in rng.sample(list(game.BETS), len(game.BETS))}
    return list(by_bet.values())


def amounts(game: Game, on: str, cents: int) -> Iterator[Fraction]:
    """Yield what a stake may come to in its lines: won, kept, owed, laid later."""
    part = Fraction(cents, game.equal_parts(on))
    yield part
    for line in game.paying_lines(on):
        yield part * line.odds.win / line.odds.stake
    if on in game.HALF_GIVEN_UP:
        yield Fraction(cents, 2)
    share = game.commissions.get(base_bet_name(on))
    if share is not None:
        base = game.commission_base(on)
        raised = ceil(Fraction(cents * base.win, base.stake * share.step)) * share.step
        yield Fraction(raised * share.percent, 100)


def are_payable(game: Game, chip: int, on: str, cents: int) -> bool:
    if any(amount % chip for amount in amounts(game, on, cents)):
        return False
    later = game.STAKES_BY_MAIN.get(on, {})
    shares = {bet: Fraction(cents * share.win, share.stake) for bet, share in later.items()}
    return all(
        share.denominator == 1 and are_payable(game, chip, bet, int(share))
        for bet, share in shares.items()
    )


@each("name", GAMES)
def test_only_multiples_of_a_step_are_payable(name: str) -> None:
    rng = Random(name)
    for _ in range(examples(25, 400)):
        chip = rng.choice(CHIPS)
        game = a_game(rng, name, smallest_chip=chip)
        for on in places(rng, game):
            step, payable = game.bet_step(on), partial(are_payable, game, chip, on)
            assert step % chip == 0
            assert all(payable(step * times) for times in MULTIPLES), (on, step)
            for less in rng.sample(range(chip, step, chip), min(6, step // chip - 1)):
                multiples = range(less, 40 * step, less)
                assert not all(map(payable, multiples)), (on, less)


@each("name", GAMES)
def test_stepped_stake_settles_exactly_in_chips(name: str) -> None:
    rng = Random(name)
    for _ in range(examples(10, 200)):
        chip = rng.choice(CHIPS)
        game = a_game(rng, name, smallest_chip=chip)
        for on in places(rng, game):
            bet = Bet(Place(1, on), Cents(game.bet_step(on) * rng.randint(1, 50)))
            for line in game.paying_lines(on) if game.equal_parts(on) == 1 else ():
                game.win(bet, line.odds, line.article)
                paid = game.lines[-1].paid
                assert (paid * line.odds.stake, paid % chip) == (bet.cents * line.odds.win, 0)
            assert game.commission(bet) in (0, *amounts(game, on, bet.cents))
            for later in game.STAKES_BY_MAIN.get(on, {}):
                assert game.stake_by(bet, later) % game.bet_step(later) == 0


@each("name", GAMES)
def test_rounding_never_costs_the_player(name: str) -> None:
    rng = Random(name)
    for _ in range(examples(10, 200)):
        chip = rng.choice(CHIPS)
        game = a_game(rng, name, smallest_chip=chip, rounding="player")
        for on in places(rng, game):
            bet = Bet(Place(1, on), Cents(rng.randint(1, 100_000)))
            assert game.bet_step(on) == 1
            for line in game.paying_lines(on) if game.equal_parts(on) == 1 else ():
                game.win(bet, line.odds, line.article)
                paid, exact = (
                    game.lines[-1].paid,
                    Fraction(bet.cents * line.odds.win, line.odds.stake),
                )
                assert paid % chip == 0
                assert exact <= paid < exact + chip
            owed = game.commission(bet)
            assert owed % chip == 0
            assert owed <= max(amounts(game, on, bet.cents))
            for later, share in game.STAKES_BY_MAIN.get(on, {}).items():
                assert game.stake_by(bet, later) * share.stake <= bet.cents * share.win


@each("name", [name for name in RECKONED if name != "keno"])
def test_every_settling_line_counts(name: str) -> None:
    for script, lines in random_rounds(name, examples(60, 300)):
        game = open_game(name, script.get("options", {}))
        for line in lines:
            on = game.canonical_name(line["on"])
            odds = {str(paying.odds) for paying in game.paying_lines(on)}
            assert line["odds"] is None or line["odds"] in odds, line
            assert not line["commission"] or base_bet_name(on) in game.commissions
            if line["outcome"] == "surrender" and line["returned"]:
                assert on in game.HALF_GIVEN_UP, line


@each("name", RECKONED)
def test_settled_round_is_paid_in_chips(name: str) -> None:
    rng, reckoned = Random(name), reckoning(name)
    for _ in range(examples(8, 200)):
        script, _ = with_chips(rng, reckoned.random_script(rng))
        chip = script["options"]["smallest_chip"]
        for line in BareTable(script).play(script["steps"]).settled:
            assert line["commission"] % chip == 0
            assert line["returned"] % chip == 0 or line["returned"] == line["stake"]
            is_prize = line["odds"] is None
            assert is_prize or line["paid"] % chip == 0, line


def test_games_with_required_options_are_covered() -> None:
    required = {game for game in GAMES if game_class(game).REQUIRED_OPTIONS}
    assert required == BY_THE_STAKE
    assert set(REQUIRED) >= {
        name for game in required for name in game_class(game).REQUIRED_OPTIONS
    }
