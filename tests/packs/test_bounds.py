"""Legal minima and maxima are those of the pack, with its article; Québec's at Québec's tables."""

from typing import Any, Final

import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.games.wheel_of_fortune import WheelOfFortune
from firmware.core.vocabulary.events import ResultSeen
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulePack, RulesError
from firmware.shell.words.words import Words
from tests.kits.cli.languages import foreign
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

QUEBEC: Final = default_pack()
HOUSE: Final = pack_of(
    """
[wheel-of-fortune.bounds]
parts = { least = 20, most = 54, article = "H 1" }
return = { least = 80, article = "H 2" }
turns = { least = 2, article = "H 4" }
[keno.bounds]
return = { least = 50, most = 95, article = "H 3" }
[poker-room.bounds]
commission = { most = 7, article = "" }
"""
)
CHILD: Final = pack_of("[keno.bounds.return]\nleast = 60", parent=HOUSE)
WHEEL_60: Final = {"segments": {"star": [30, 1], "moon": [30, 1]}}
WHEEL_40: Final = {"segments": {"star": [38, 1], "moon": [2, 14]}}
KENO: Final = {"paytable": {"1": {"1": 2}}}
"""It returns 50 %."""
KENO_100: Final = {"paytable": {"1": {"1": 4}}}
RAKE_8: Final = {"commission": {"percent": 8}}
STEPS_8: Final = {"commission": {"steps": [[1250, 100]]}}


def refusal(pack: RulePack, game: str, options: dict[str, Any]) -> str:
    """Return why a table is refused, in English; nothing if it isn't."""
    try:
        pack.open_game(game, options)
    except OptionRefused as refused:
        text = Words.load("fr", game, house=pack.words).render(refused.why)
        assert foreign(text, "fr") == []
        return Words.load("en", game, house=pack.words).render(refused.why)
    return ""


@each(
    "pack, game, options, said",
    [
        (QUEBEC, "wheel-of-fortune", WHEEL_60, ""),
        (HOUSE, "wheel-of-fortune", WHEEL_60, "20 to 54 are allowed (article H 1)"),
        (QUEBEC, "wheel-of-fortune", WHEEL_40, ""),
        (HOUSE, "wheel-of-fortune", WHEEL_40, "at least 80% (article H 2)"),
        (QUEBEC, "keno", KENO, "at least 65% (article 85)"),
        (HOUSE, "keno", KENO, ""),
        (CHILD, "keno", KENO, "at least 60%"),
        (QUEBEC, "keno", KENO_100, ""),
        (HOUSE, "keno", KENO_100, "at most 95% (article H 3)"),
        (CHILD, "keno", KENO_100, "at most 95% (article H 3)"),
        (QUEBEC, "poker-room", RAKE_8, ""),
        (QUEBEC, "poker-room", STEPS_8, ""),
        (QUEBEC, "poker-room", {"commission": {"percent": 11}}, "0 to 10% of the pot"),
        (QUEBEC, "poker-room", {"commission": {"percent": 11}}, "chips (67.108)"),
        (HOUSE, "poker-room", RAKE_8, "0 to 7% of the pot, in whole chips"),
        (HOUSE, "poker-room", STEPS_8, "at most 7% of the least pot"),
    ],
)
def test_a_number_is_within_the_bounds_of_its_pack(
    pack: RulePack, game: str, options: dict[str, Any], said: str
) -> None:
    found = refusal(pack, game, options)
    assert said in found if said else not found


def test_no_article_is_cited_where_the_pack_has_none() -> None:
    assert refusal(HOUSE, "poker-room", RAKE_8).endswith("in whole chips")


@each(
    "game, bounds",
    [
        ("keno", "picks = { least = 1 }"),
        ("keno", "return = { least = -1 }"),
        ("keno", "return = { least = 90, most = 80 }"),
        ("wheel-of-fortune", "parts = { most = 100000 }"),
        ("poker-room", "commission = { most = 101 }"),
        ("poker-room", "commission = { most = 'ten' }"),
        ("poker-room", "commission = { percent = 10 }"),
    ],
)
def test_a_bound_that_is_none_is_named_with_its_place(game: str, bounds: str) -> None:
    with pytest.raises(RulesError) as refused:
        pack_of(f"[{game}.bounds]\n{bounds}").rules(game)
    (fault,) = refused.value.faults
    texts = {language: Words.load(language).render(fault) for language in ("en", "fr")}
    assert game in texts["en"]
    assert "bounds" in texts["en"]
    assert foreign(texts["fr"], "fr") == []


def test_a_pack_of_bounds_for_poker_has_the_same_games() -> None:
    assert "poker-room" not in HOUSE.games
    assert HOUSE.games == QUEBEC.games


@each(
    "game, most",
    [("pai-gow-poker", 6), ("pai-gow", 7), ("poker-room", 10), ("baccarat", 16), ("roulette", 16)],
)
def test_a_pack_has_no_more_seats_than_the_program_deals_to(game: str, most: int) -> None:
    for seats in (1, most):
        rules = pack_of(f"[{game}.seats]\nmost = {seats}").rules(game)
        assert rules.seats.most == seats
    for seats in (0, most + 1):
        with pytest.raises(RulesError) as refused:
            pack_of(f"[{game}.seats]\nmost = {seats}").rules(game)
        (fault,) = refused.value.faults
        assert f"seats.most: a whole number of 1 to {most}" in Words.load("en").render(fault)


@pytest.mark.clause("Practice wheel revolutions")
@each(
    "pack, least, article",
    [(QUEBEC, 3, "121"), (HOUSE, 2, "H 4"), (pack_of("[wheel-of-fortune.articles]"), 3, "121")],
)
def test_the_wheel_goes_round_as_often_as_its_pack_wants(
    pack: RulePack, least: int, article: str
) -> None:
    even = {"segments": {"star": [20, 1], "moon": [20, 1]}}
    game = pack.open_game("wheel-of-fortune", even)
    assert isinstance(game, WheelOfFortune)
    refused = [
        game.void_result_reason(ResultSeen(("star",), revolutions=turns))
        for turns in (least, least - 1)
    ]
    assert refused[0] is None
    assert refused[1] is not None
    assert (refused[1].values["least"], refused[1].values["article"]) == (str(least), article)
