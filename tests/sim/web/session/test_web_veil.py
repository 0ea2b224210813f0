"""A felt whose printed odds a blind exercise withholds, of every game."""

import re

from firmware.shell.config.defaults import default_table
from sim.web.felt.felt_plan import draw_felt
from sim.web.felt.plan_parts import FeltPlan
from sim.web.school.veil import felt_without_odds
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

ODDS = re.compile(r"\d\sto\s[12]\b")


def printed_odds(felt: FeltPlan) -> list[str]:
    """Return what the cloth prints in English of what bets pay."""
    prints = [words for place in felt.places for words in (place.odds, place.cloth)]
    lines = [*prints, *([felt.title.line] if felt.title else [])]
    return [line["en"] for line in lines if ODDS.search(line.get("en", ""))]


@each("game", sorted(games_in_pack()))
def test_veiled_felt_prints_no_odds(game: str) -> None:
    config = default_table(game)
    assert printed_odds(felt_without_odds(draw_felt(config, config.open_game()))) == []


@each("game", ["baccarat", "roulette", "craps", "sic-bo", "wheel-of-fortune"])
def test_felt_prints_odds(game: str) -> None:
    config = default_table(game)
    assert printed_odds(draw_felt(config, config.open_game()))
