"""The felt that a browser shows: every place of every table once, on the table, apart."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import msgspec

from drivers.wiring import LAYOUT
from firmware.core.game.card_game import CardGame
from firmware.core.game.game import Game
from firmware.core.vocabulary.places import Place
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.rules.pack_files import home_pack, program_games
from firmware.shell.words.languages import LANGUAGES
from sim.web.felt.felt_plan import draw_felt
from sim.web.felt.plan_parts import FeltPlan, PlacePlan, Rectangle
from tests.kits.offenders import each
from tests.kits.quebec import game_rules, open_game

ROULETTES = [
    {"numbers": numbers, "twice": runs, "thrice": runs}
    for numbers in (37, 38)
    for runs in (False, True)
]


@cache
def usual(game: str, options: tuple[tuple[str, Any], ...]) -> tuple[Config, Game]:
    asked = {name: list(v) if isinstance(v, tuple) else v for name, v in options}
    config = default_table(game, home_pack(game), **asked)
    return config, open_game(game, dict(config.game_options))


def seated(game: str, spots: int | None = None, **options: Any) -> tuple[Config, Game]:
    """Return the usual table of a game, with so many spots."""
    config, opened = usual(game, tuple(options.items()))
    if spots is None:
        return config, opened
    bets = dict.fromkeys(place.on for place in config.wiring.places)
    own = (LAYOUT,) if opened.SHARED_LAYOUT else range(1, spots + 1)
    places = tuple(Place(spot, on) for spot in own for on in bets)
    wiring = replace(config.wiring, places=places)
    return replace(config, table=replace(config.table, spots=spots), wiring=wiring), opened


def tables() -> Iterator[tuple[str, int, dict[str, Any]]]:
    for game in program_games():
        most = game_rules(game).seats.most
        yield from ((game, spots, {}) for spots in sorted({1, 2, 5, min(7, most), most}))
    yield from (("roulette", 7, options) for options in ROULETTES)


@cache
def drawn() -> dict[str, tuple[Config, FeltPlan]]:
    """Return every table, with its felt, by what distinguishes it."""
    return {
        f"{game}, {spots} spots, {options or 'usual'}": (config, draw_felt(config, opened))
        for game, spots, options in tables()
        for config, opened in [seated(game, spots, **options)]
    }


every_table = each("table", drawn)
"""Whatever is asked of every table."""


@every_table
def test_every_place_is_drawn_once(table: str) -> None:
    config, felt = drawn()[table]
    assert Counter((place.spot, place.on) for place in felt.places) == Counter(config.wiring.places)


@every_table
def test_every_spot_has_its_light(table: str) -> None:
    config, felt = drawn()[table]
    assert [spot.spot for spot in felt.spots] == list(range(1, config.table.spots + 1))


@every_table
def test_nothing_is_outside_the_picture(table: str) -> None:
    felt = drawn()[table][1]
    assert [box for box in _boxes(felt) if not _on(felt, box)] == []


@every_table
def test_no_two_places_share_a_centre(table: str) -> None:
    middles = Counter((place.box.x, place.box.y) for place in drawn()[table][1].places)
    assert [at for at, places in middles.items() if places > 1] == []


@every_table
def test_only_points_overlap_lines(table: str) -> None:
    pairs = combinations(drawn()[table][1].places, 2)
    alike = [(one, other) for one, other in pairs if one.on_line == other.on_line]
    assert [(one.on, other.on) for one, other in alike if _covers(one, other)] == []


@every_table
def test_centre_of_a_place_is_reachable(table: str) -> None:
    """What is drawn later lies above: no other place may have the whole of one under it."""
    places = drawn()[table][1].places
    hidden = []
    for at, place in enumerate(places):
        above = [p for p in places[at + 1 :] if abs(p.box.y - place.box.y) < place.box.h / 2]
        hidden += [(p.on, place.on) for p in above if _holds(p, place)]
    assert hidden == []


@every_table
def test_hands_lights_places_apart(table: str) -> None:
    felt = drawn()[table][1]
    if felt.shared:
        return
    boxes = [box for spot in felt.spots for box in (spot.light, spot.hand) if box]
    boxes += [box for place in felt.places for box in (place.box, place.beside) if box]
    boxes += [box for box in (felt.shoe, felt.discards, felt.lot, felt.results) if box]
    boxes += [hand.box for hand in felt.hands]
    assert not [(a, b) for a, b in combinations(boxes, 2) if _overlap(a, b)]


@each("game", program_games())
def test_words_are_in_every_language(game: str) -> None:
    for place in draw_felt(*seated(game)).places:
        for words in (place.said, place.base, place.sign):
            assert words.keys() == set(LANGUAGES)
            assert all(words.values())


@each("game", program_games())
def test_json_round_trip(game: str) -> None:
    felt = draw_felt(*seated(game))
    assert msgspec.json.decode(msgspec.json.encode(felt), type=FeltPlan) == felt


@each("game", program_games())
def test_every_hand_has_a_place(game: str) -> None:
    config, opened = seated(game)
    felt = draw_felt(config, opened)
    if opened.SHARED_LAYOUT:
        assert (felt.hands, felt.shoe) == ((), None)
        return
    names = {"dealer"} if isinstance(opened, CardGame) else {"player", "banker"}
    names |= {"board"} if getattr(opened, "HAS_BOARD", False) else set()
    assert {hand.name for hand in felt.hands} == names
    assert all((spot.hand is not None) == isinstance(opened, CardGame) for spot in felt.spots)


def test_first_spot_is_dealer_s_left() -> None:
    spots = draw_felt(*seated("blackjack")).spots
    assert [spot.light.x for spot in spots] == sorted((s.light.x for s in spots), reverse=True)


def test_bet_is_drawn_by_its_kind() -> None:
    places = draw_felt(*seated("three-card-poker", 1)).places
    kinds = {place.on: (place.kind, place.shape) for place in places}
    assert kinds == {
        "ante": ("main", "circle"),
        "pair_plus": ("side", "box"),
        "raise": ("in_play", "hexagon"),
    }


def test_side_bets_before_decisions() -> None:
    places = {place.on: place.box.y for place in draw_felt(*seated("three-card-poker", 1)).places}
    assert places["raise"] > places["ante"] > places["pair_plus"]


@each(
    "game, bet, odds",
    [
        ("sic-bo", "sum:4", "50 to 1"),
        ("sic-bo", "duo:1,2", "5 to 1"),
        ("sic-bo", "single:1", "3, 2, 1 to 1"),
        ("sic-bo", "small", "1 to 1"),
        ("sic-bo", "any_triple", "24 to 1"),
        ("craps", "hard:8", "9 to 1"),
        ("craps", "hop:1,1", "30 to 1"),
        ("craps", "hop:1,2", "15 to 1"),
        ("craps", "any_craps", "7 to 1"),
        ("craps", "any_7", "4 to 1"),
        ("craps", "horn", "in 4 parts: 30, 15 to 1"),
        ("craps", "world", "in 5 parts: 30, 15, 4 to 1"),
        ("craps", "field", "2, 12: 2 to 1"),
        ("craps", "pass", None),
        ("craps", "pass_odds", None),
        ("wheel-of-fortune", "on:20", "20 to 1"),
    ],
)
def test_odds_are_printed_at_their_places(game: str, bet: str, odds: str | None) -> None:
    printed = {place.on: place.odds.get("en") for place in draw_felt(*seated(game)).places}
    assert printed[bet] == (odds and odds.replace(" to ", "\u00a0to\u00a0"))


def test_main_bet_has_the_largest_place() -> None:
    areas = {p.on: p.box.w * p.box.h for p in draw_felt(*seated("blackjack")).places}
    assert max(areas, key=areas.__getitem__) == "main"


def test_missing_side_bet_has_no_place() -> None:
    places = draw_felt(*seated("blackjack", 1, side_bets=("sevens",))).places
    assert "progressive" not in {place.on for place in places}


def test_offered_jackpot_has_a_place() -> None:
    assert draw_felt(*seated("caribbean-stud", side_bets=())).lot is None
    assert draw_felt(*seated("caribbean-stud")).lot is not None


def test_inside_bets_join_numbers() -> None:
    places = {place.on: place.box for place in draw_felt(*seated("roulette")).places}
    one, two = places["straight:17"], places["straight:20"]
    split = places["split:17,20"]
    assert (split.x, split.y) == ((one.x + two.x) / 2, one.y)
    corner = places["corner:17,18,20,21"]
    assert (corner.x, corner.y) == (split.x, one.top)
    assert places["street:16,17,18"].y == places["straight:16"].bottom


def test_bets_on_a_number_in_a_column() -> None:
    felt = draw_felt(*seated("craps"))
    places = {place.on: place.box for place in felt.places}
    for column in (one for one in felt.prints if one.name.isdecimal()):
        for on in ("come", "come_odds", "dont_come", "place", "buy", "lay"):
            box = places[f"{on}:{column.name}"]
            assert column.box.left <= box.left
            assert box.right <= column.box.right


def test_pass_line_is_outermost() -> None:
    places = {place.on: place for place in draw_felt(*seated("craps")).places}
    for line, inner in (("pass", "dont_pass"), ("dont_pass", "field")):
        arm = places[line].arm
        assert arm is not None
        assert arm.bottom == places[line].box.bottom
        assert arm.right < places[inner].box.left
        assert places[line].box.top > places[inner].box.bottom


def test_print_on_the_roulette_cloth() -> None:
    printed = {place.on: place.cloth for place in draw_felt(*seated("roulette")).places}
    assert printed["low"] == {"fr": "Manque  1-18", "en": "1-18", "pt": "1-18"}
    assert printed["dozen:1"] == {"fr": "1re 12", "en": "1st 12", "pt": "1.ª 12"}
    assert printed["straight:17"] == {}


def test_dice_drawn_for_bets_on_faces() -> None:
    dice = {place.on: place.dice for place in draw_felt(*seated("sic-bo")).places}
    assert dice["triple:4"] == (4, 4, 4)
    assert dice["duo:2,5"] == (2, 5)
    assert dice["single:6"] == (6,)
    assert dice["sum:4"] == ()
    assert {place.on: place.dice for place in draw_felt(*seated("craps")).places}["hard:8"] == (
        4,
        4,
    )


def test_keno_has_numbers_and_no_chips() -> None:
    felt = draw_felt(*seated("keno"))
    assert [ball.number for ball in felt.balls] == list(range(1, 81))
    assert felt.places == ()


def _boxes(felt: FeltPlan) -> list[Rectangle]:
    single = (felt.shoe, felt.discards, felt.lot, felt.instrument, felt.values, felt.results)
    places = [box for place in felt.places for box in (place.box, place.beside, place.arm) if box]
    several = places + [hand.box for hand in felt.hands]
    spots = [box for spot in felt.spots for box in (spot.light, spot.hand)]
    balls = [ball.box for ball in felt.balls]
    return [box for box in (*single, *several, *spots, *balls) if box is not None]


def _on(felt: FeltPlan, box: Rectangle) -> bool:
    inside = box.left >= 0 and box.top >= 0
    return inside and box.right <= felt.width and box.bottom <= felt.height and box.w * box.h > 0


def _overlap(one: Rectangle, other: Rectangle) -> bool:
    apart = 0.001
    across = min(one.right, other.right) - max(one.left, other.left)
    return across > apart and min(one.bottom, other.bottom) - max(one.top, other.top) > apart


def _covers(one: PlacePlan, other: PlacePlan) -> bool:
    if one.shape == other.shape == "circle":
        away = (one.box.x - other.box.x) ** 2 + (one.box.y - other.box.y) ** 2
        return away < ((one.box.w + other.box.w) / 2 - 0.001) ** 2
    return _overlap(one.box, other.box)


def _holds(one: PlacePlan, other: PlacePlan) -> bool:
    across = abs(one.box.x - other.box.x) < one.box.w / 2
    return across and abs(one.box.y - other.box.y) < one.box.h / 2
