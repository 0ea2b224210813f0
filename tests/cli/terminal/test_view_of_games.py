"""The whole table drawn: hands of many spots, and the layouts of wheels, dice, balls and tiles."""

import re

import msgspec
import pytest
from rich.cells import cell_len

from firmware.cli.terminal.boards import HIGHLIGHT_STYLE, BettingLayout
from firmware.cli.terminal.picture import MIN_TERMINAL_SIZE
from firmware.cli.terminal.roulette_board import roulette_rows
from firmware.core.games.roulette.layout import INSIDE_BETS, layout_places, numbers_of
from firmware.core.vocabulary.bets import base_bet_name, bet_words
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.keys import POKER_ROOM_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act, NextStep
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import (
    BetStatus,
    CarriedBetStatus,
    ChoiceStatus,
    InstrumentStatus,
    SpotStatus,
    StakeStatus,
    Status,
    hand_words,
)
from firmware.shell.config.defaults import default_table
from firmware.shell.sheets.roulette_lines import bet_position
from firmware.shell.words.screens import SIMULATION_MARK
from firmware.shell.words.words import Words
from tests.kits.cli.drawn_table import drawn, paying, shows
from tests.kits.cli.views_kit import AT_ALL_SIZES, IN_BOTH
from tests.kits.quebec import game_class, games_in_pack

# games that deal to the spots

SEVEN = ["TH", "TD", "TC", "TS", "9H", "9D", "JK"]


def dealt(language: str, **changes: object) -> Status:
    """Return a table of Pai gow poker with all that it can show, amounts as long as they get."""
    words = Words.load(language)
    bets = (
        BetStatus("main", Cents(1_000_000), None, "win", Cents(1_000_000), Cents(1_000_000)),
        BetStatus("remaining_under_26", Cents(12_550), None, "lose", Cents(0), Cents(0)),
        BetStatus("remaining_26", Cents(500), None, "push", Cents(500), Cents(0)),
        *(BetStatus(f"lucky:{number}", Cents(2500)) for number in range(1, 7)),
    )
    pick = Text("prompt.pick", {"card": "JK", "player": "TH TD"})
    asked = {"spot": 7, "what": Text("do.set")}
    refused = Text("why.not_held", {"spot": 7})
    limits = {"min_cents": 100, "max_cents": 1_000_000}
    status = msgspec.structs.replace(
        paying(language),
        table="pai-gow-poker",
        game="pai-gow-poker",
        cards={"dealer": SEVEN, **{str(spot): SEVEN for spot in range(1, 8)}},
        spots={spot: SpotStatus("locked", spot == 7, bets) for spot in range(1, 8)},
        ask=NextStep(Act.TAKE_DECISION),
        dealer=tuple(map(words.render, (Text("prompt.decide", asked), pick, refused))),
        players=(
            words.render(Text("announce.place_your_bets")),
            words.render(Text("players.limits", {**limits, "on": Text("bet.remaining_under_26")})),
        ),
        keys=("undo", "rank", "suit", "place", "pick", "set", "surrender"),
        focus=7,
        results=(words.render(Text("result.dealer_hand", {"hand": Text("combination.flush")})),)
        * 9,
    )
    return msgspec.structs.replace(status, **changes)


@IN_BOTH
@AT_ALL_SIZES
def test_table_of_many_hands_fits(language: str, size: tuple[int, int]) -> None:
    status, words = dealt(language), Words.load(language)
    rows = drawn(status, size)
    assert len(rows) == size[1]
    assert all(cell_len(row) <= size[0] for row in rows)
    assert not any("…" in row for row in rows)
    for said in (
        *status.dealer,
        *status.players,
        status.shoe_port,
        "1234",
        words.render(SIMULATION_MARK),
    ):
        assert shows(rows, said), said
    for key in status.keys:
        assert shows(rows, words.render(Text(f"ui.key.{key}"))), key
    hand = " ".join(words.card_face(parse_card(name)) for name in SEVEN)
    assert "\n".join(rows).count(hand) == 8
    for spot in range(1, 8):
        assert shows(rows, words.render(hand_words(str(spot))))


@IN_BOTH
def test_bets_beyond_the_room_counted(language: str) -> None:
    rows = drawn(dealt(language), MIN_TERMINAL_SIZE)
    text = "\n".join(rows).replace("\u00a0", " ")
    words = Words.load(language)
    sign, number = words.render(Text("view.sign.main")), words.format_number("10,000")
    most = f"▲{sign} {number}".replace("\u00a0", " ")
    assert text.count(most) == 7
    assert text.count("│+7") + text.count("┃+7") == 7


@IN_BOTH
def test_every_bet_is_shown_with_room(language: str) -> None:
    text = "\n".join(drawn(dealt(language), (120, 45)))
    numbers = [Words.load(language).render(bet_words(f"lucky:{number}")) for number in range(1, 7)]
    assert all(text.count(f"{number} ") == 7 for number in numbers)
    assert "+" not in text


@pytest.mark.parametrize("spot", [1, 7])
def test_deciding_hands_are_shown_first(spot: int) -> None:
    hands = {f"{spot}.{hand}": ["8S", "8H"] for spot in range(1, 8) for hand in (1, 2)}
    split = {"dealer": ["AS"], **hands}
    rows = drawn(
        dealt("en", game="blackjack", table="Table", cards=split, focus=spot), MIN_TERMINAL_SIZE
    )
    assert shows(rows, "Dealer A♠")
    assert all(any(f"Spot {spot}.{hand}" in row for row in rows) for hand in (1, 2))
    assert any("+" in row for row in rows)


COSTS = [
    (StakeStatus("raise", Cents(1000), Cents(1000), Cents(0)), "MISE ADDITIONNELLE 10,00 $"),
    (
        StakeStatus("raise", Cents(1000), Cents(3000), Cents(2000)),
        "MISE ADDITIONNELLE 10,00 $ à 30,00 $, posé 20,00 $",
    ),
    (
        StakeStatus("raise", Cents(1000), Cents(3000), Cents(0), Cents(500)),
        "MISE ADDITIONNELLE 10,00 $ à 30,00 $, par 5,00 $",
    ),
]


@pytest.mark.parametrize(("stake", "said"), COSTS)
def test_cost_of_a_decision_is_shown(stake: StakeStatus, said: str) -> None:
    choice = ChoiceStatus(7, "raise", stakes=(stake,))
    rows = drawn(dealt("fr", choices=(choice,)), MIN_TERMINAL_SIZE)
    assert any(said in row.replace("\u00a0", " ") for row in rows)
    assert len(rows) == MIN_TERMINAL_SIZE[1]


def test_other_spot_s_stakes_hidden() -> None:
    stake = StakeStatus("raise", Cents(4200), Cents(4200), Cents(0))
    rows = drawn(
        dealt("fr", choices=(ChoiceStatus(1, "raise", stakes=(stake,)),)), MIN_TERMINAL_SIZE
    )
    assert not shows(rows, "42,00 $")


def test_lines_beyond_a_display_counted() -> None:
    rows = drawn(dealt("fr", players=tuple(f"{n} " * 19 for n in range(10, 40))), MIN_TERMINAL_SIZE)
    assert len(rows) == MIN_TERMINAL_SIZE[1]
    assert shows(rows, "+28")


@IN_BOTH
def test_keys_continue_in_the_next_row(language: str) -> None:
    words = Words.load(language)
    of_the_house = [
        key for key in Key if key not in POKER_ROOM_KEYS and not key.startswith("chip_")
    ]
    for lit in (of_the_house, sorted(POKER_ROOM_KEYS)):
        rows = drawn(dealt(language, keys=tuple(lit), cards={}), MIN_TERMINAL_SIZE)
        assert len(rows) == MIN_TERMINAL_SIZE[1]
        for key in lit:
            assert any(f" {words.render(Text(f'ui.key.{key}'))} " in row for row in rows), key


def test_display_drawn_with_many_keys() -> None:
    assert drawn(dealt("fr", keys=tuple(Key), cards={}), MIN_TERMINAL_SIZE)


@IN_BOTH
def test_limits_shown_before_the_close(language: str) -> None:
    words = Words.load(language)
    for game in games_in_pack():
        if game_class(game).SHARED_LAYOUT:
            continue
        limits = default_table(game).limits
        values = {"min_cents": Cents(100), "max_cents": Cents(1_000_000)}
        lines = [Text("players.limits", {"on": bet_words(on), **values}) for on in limits]
        said = tuple(map(words.render, (Text("announce.place_your_bets"), *lines)))
        rows = drawn(dealt(language, cards={}, players=said), MIN_TERMINAL_SIZE)
        right = " ".join(row.rpartition("││")[2].strip("│ ") for row in rows)
        assert all(line in right for line in said), game


def test_table_named_by_its_game() -> None:
    assert "Pai gow poker" in drawn(dealt("fr"), MIN_TERMINAL_SIZE)[0]
    assert "Salon 4" in drawn(dealt("fr", table="Salon 4"), MIN_TERMINAL_SIZE)[0]


def test_last_results_shown_in_words() -> None:
    rows = drawn(dealt("en", results=("Dealer: 17", "Dealer: Blackjack")), MIN_TERMINAL_SIZE)
    assert any("Dealer: 17 · Dealer: Blackjack" in row for row in rows)


@IN_BOTH
def test_no_two_bets_share_a_sign(language: str) -> None:
    words = Words.load(language)
    for game in games_in_pack():
        bets = {base_bet_name(on) for on in game_class(game).BETS}
        assert len({words.render(Text(f"view.sign.{bet}")) for bet in bets}) == len(bets), game


@pytest.mark.parametrize(("language", "legend"), [("fr", "J = Joueur"), ("en", "P = Player")])
def test_sign_explained_without_name(language: str, legend: str) -> None:
    assert shows(drawn(paying(language), MIN_TERMINAL_SIZE), legend)
    assert not shows(drawn(paying(language), (200, 60)), legend)


# games of a layout

NUMBERS = numbers_of(37)


def laid_out(language: str, game: str, step: str, *bets: tuple[int, str], **more: object) -> Status:
    """Return a table whose players have bet on one layout."""
    spots = {
        spot: SpotStatus(
            "placed", spot == 7, tuple(BetStatus(on, Cents(2500)) for s, on in bets if s == spot)
        )
        for spot in range(1, 8)
    }
    values = {"dealer": ("Les dés",), "players": ("Faites vos jeux",), "cards": {}, "shoe_port": ""}
    plain = {"table": game, "game": game, "spots": spots, "instrument": InstrumentStatus(step)}
    return msgspec.structs.replace(paying(language), **(values | plain | more))


def roulette(language: str, *bets: tuple[int, str], **more: object) -> Status:
    wheel = InstrumentStatus("number", symbols=NUMBERS)
    shown: dict[str, object] = {"results": ("0", "36", "17"), "instrument": wheel}
    return laid_out(language, "roulette", "number", *bets, **(shown | more))


@IN_BOTH
@AT_ALL_SIZES
def test_whole_roulette_layout_is_drawn(language: str, size: tuple[int, int]) -> None:
    status, words = (
        roulette(language, *((spot, "black") for spot in (1, 2, 3))),
        Words.load(language),
    )
    rows = drawn(status, size)
    assert len(rows) == size[1]
    assert all(cell_len(row) <= size[0] for row in rows)
    grid = [re.findall(r"\b\d+\b", row) for row in rows]
    for column in (3, 2, 1):
        numbers = list(map(str, range(column, 37, 3)))
        assert [*(["0"] if column == 2 else []), *numbers] in grid
    for on in ("low", "even", "red", "black", "odd", "high", "dozen:1", "dozen:3"):
        assert shows(rows, words.render(bet_words(on))), on
    assert shows(rows, "●" * 3)
    for key in status.keys:
        assert shows(rows, words.render(Text(f"ui.key.{key}")))


@IN_BOTH
@pytest.mark.parametrize("on", ["low", "even", "red", "black", "odd", "high", "dozen:1"])
def test_outside_chips_are_seen_or_counted(language: str, on: str) -> None:
    words = Words.load(language)
    rows = roulette_rows(roulette(language, *((spot, on) for spot in (1, 2, 3))), words)
    name = words.render(bet_words(on))
    assert any(f"{name} {chips}" in row.plain for row in rows for chips in ("●●●", "3"))


def test_inside_bets_have_own_points() -> None:
    points = {
        on: bet_position(on, ["0"]) for on in layout_places(37) if base_bet_name(on) in INSIDE_BETS
    }
    assert len(set(points.values())) == len(points) == 145
    assert points["corner:1,2,4,5"] == (1, 1)
    assert points["split:0,2"] == (-1, 2)
    assert points["street:34,35,36"] == (22, -1)
    assert all(
        bet_position(on, ["0"]) is None
        for on in layout_places(37)
        if base_bet_name(on) not in INSIDE_BETS
    )


@IN_BOTH
def test_latest_number_comes_first(language: str) -> None:
    rows = drawn(roulette(language), MIN_TERMINAL_SIZE)
    assert any(re.search(r" 17 +36 +0 ", row) for row in rows)


@IN_BOTH
def test_craps_puck_and_bets_in_boxes(language: str) -> None:
    bets = (1, "place:8"), (2, "come:8"), (2, "come_odds:8"), (3, "pass"), (4, "hop:1,2")
    values = {"point": {"number": 8}, "shooter": {"spot": 3}}
    words = Words.load(language)
    rows = drawn(
        laid_out(language, "craps", "dice", *bets, game_values=values, results=("4-4",)),
        MIN_TERMINAL_SIZE,
    )
    boxes = next(row for row in rows if re.search(r"4 +5 +6 +8 +9 +10", row))
    puck = next(row for row in rows if " ON " in row)
    assert abs(puck.index("ON") - boxes.index("8")) <= 2
    come = next(row for row in rows if row.startswith(" Come"))
    assert abs(come.index("●●") - boxes.index("8")) <= 4
    assert shows(rows, f"{words.render(bet_words('pass'))} ●")
    assert shows(rows, f"{words.render(bet_words('hop:1,2'))} ●")
    off = drawn(laid_out(language, "craps", "dice", game_values={"off": {}}), MIN_TERMINAL_SIZE)
    assert any("OFF" in row for row in off)


@IN_BOTH
def test_every_sic_bo_place_is_drawn(language: str) -> None:
    words = Words.load(language)
    bets = [(spot, on) for spot in range(1, 8) for on in ("small", "sum:17", "duo:5,6")]
    rows = drawn(laid_out(language, "sic-bo", "dice", *bets, results=("1-2-3",)), MIN_TERMINAL_SIZE)
    assert len(rows) == MIN_TERMINAL_SIZE[1]
    assert shows(rows, words.render(bet_words("any_triple")))
    assert any(re.search(r"5,67", row) for row in rows)
    assert any("17" in row and "16" in row and "4" in row for row in rows)


@IN_BOTH
def test_drawn_keno_numbers_stand_out(language: str) -> None:
    drawn_last = [str(number) for number in range(4, 81, 4)]
    more = {"results": (" ".join(drawn_last),), "game_values": {"draw": {"draw": "12"}}}
    tickets = (
        CarriedBetStatus(1, "ticket:3", Cents(200)),
        CarriedBetStatus(2, "ticket:4", Cents(300)),
    )
    status = laid_out(language, "keno", "balls", carried_bets=tickets, **more)
    words = Words.load(language)
    board = BettingLayout(words).layout_rows(status, 80)
    lit = [
        row.plain[span.start : span.end].strip()
        for row in board
        for span in row.spans
        if str(span.style) == HIGHLIGHT_STYLE
    ]
    assert lit == drawn_last
    rows = drawn(status, MIN_TERMINAL_SIZE)
    assert all(any(re.search(rf"\b{n}\b", row) for row in rows) for n in range(1, 81))
    assert shows(rows, words.format_money(500))


@IN_BOTH
def test_wheel_pointer_at_last_result(language: str) -> None:
    wheel = InstrumentStatus("segment", symbols=("1", "2", "1", "logo", "1"))
    bets = (1, "on:2"), (2, "on:logo")
    status = laid_out(
        language, "wheel-of-fortune", "segment", *bets, instrument=wheel, results=("logo",)
    )
    rows = drawn(status, MIN_TERMINAL_SIZE)
    names = next(row for row in rows if "logo" in row)
    pointer = next(row for row in rows if "▼" in row)
    assert abs(names.index("logo") - pointer.index("▼")) <= 2
    assert shows(rows, Words.load(language).render(Text("view.parts", {"count": 3})))


@IN_BOTH
def test_tiles_shown_by_their_two_sides(language: str) -> None:
    hands = {"dealer": ["6-6", "6-6", "2-1", "4-2"], "1": ["5-4", "6-3", "1-1", "3-1"]}
    rows = drawn(
        dealt(language, game="pai-gow", table="pai-gow", cards=hands, focus=1), MIN_TERMINAL_SIZE
    )
    assert shows(rows, "6-6 6-6 2-1 4-2")
    assert shows(rows, "5-4 6-3 1-1 3-1")
