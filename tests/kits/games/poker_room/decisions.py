"""Decisions that are allowed, as steps, for random games."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.kits.games.poker_room.game import Game
from tests.kits.games.poker_room.table import Step


def decisions(game: Game, chance: Random) -> Iterator[Step]:
    """Yield some decisions that are allowed, calls and checks more than once."""
    spot, bets = game.turn, game.bets
    assert spot is not None
    has = bets.before(spot) + game.stacks[spot]

    def does(do: str, cents: int | None = None) -> Step:
        amount = {} if cents is None else {"cents": cents}
        return {"decide": {"spot": spot, "do": do, **amount}}

    if game.bringing:
        yield from _forced(game, spot, has, does)
        return
    facing = bets.level > bets.before(spot)
    yield from [does("call"), does("call"), does("fold")] if facing else [does("check")] * 2
    least, greatest = bets.bounds(spot, game.pot)
    most = min(has, has if greatest is None else greatest)
    verb = "raise" if bets.level else "bet"
    if not bets.may_raise(spot, game.stacks, game.hands) or most <= bets.level:
        return
    if most >= least:
        top = min(most, least + 15 * game.options.chip)
        yield does(verb, chance.randrange(least, top + 1, game.options.chip))
        yield does(verb, least if bets.limit == "fixed" else most)
    if has <= most:
        yield does("all_in")


def mucks(game: Game, spot: int, chance: Random) -> Step:
    """Return a hand that is thrown in, where it must be shown mostly by the supervisor."""
    by = {"supervised": True} if spot in game.must_show and chance.random() < 0.7 else {}
    return {"muck": {"spot": spot, **by}}


def _forced(game: Game, spot: int, has: int, does: Any) -> Iterator[Step]:
    if game.bringing == "may":
        yield does("fold")
    if has >= game.options.bring_in:
        yield does("bring_in")
    if has >= game.options.bets[0]:
        yield does("bet")
