"""The views of a watcher: plain lines for each event, or the whole table drawn."""

import io
import os
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import msgspec
import pytest
from rich.cells import cell_len

from firmware import __version__
from firmware.cli.play.virtual_table import VirtualTable
from firmware.cli.terminal.boards import SHOWN, Board
from firmware.cli.terminal.felt import LIGHTS, short
from firmware.cli.terminal.picture import LEAST
from firmware.cli.terminal.plain import PlainView
from firmware.cli.terminal.view import open_view
from firmware.core.games.roulette.layout import INSIDE, layout, numbers_of
from firmware.core.vocabulary.asks import Act, Ask
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.faults import FAULTS
from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.keys import ROOM_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Light, Text, Ticket
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import (
    Bet,
    BetSettled,
    CardEntered,
    Decided,
    FaultCleared,
    FaultShown,
    LateBet,
    LateResolved,
    Refused,
    RoundVoided,
    Ruling,
    TicketIssued,
    TicketPaid,
    Undone,
    base_name,
    bet_name,
)
from firmware.core.vocabulary.status import (
    BetStatus,
    ChoiceStatus,
    InstrumentStatus,
    SpotStatus,
    StakeStatus,
    StandingStatus,
    Status,
    hand_name,
)
from firmware.shell.config.config import load
from firmware.shell.config.defaults import DEFAULT_TABLE, default_table
from firmware.shell.rules.rules import game_kind, games
from firmware.shell.service.reporter import Reporter
from firmware.shell.sheets.roulette_lines import lies_at
from firmware.shell.words.words import LANGUAGES, Words
from tests.kits.cli.drawn_table import BIG, drawn, paying, shows
from tests.kits.faults.standing import words_of
from tests.kits.paths import ROOT

SIZES = [LEAST, (80, 40), (100, 30), BIG, (200, 60)]
IN_BOTH = pytest.mark.parametrize("language", LANGUAGES)
AT_ALL_SIZES = pytest.mark.parametrize("size", SIZES, ids=str)


def test_the_search_for_words_finds_none_that_are_cut() -> None:
    assert shows(["│ Rien ne va │"], "Rien va")
    assert not shows(["│ Rien ne v │"], "Rien va")


@IN_BOTH
@AT_ALL_SIZES
def test_the_whole_table_fits(language: str, size: tuple[int, int]) -> None:
    status = paying(language)
    rows = drawn(status, size)
    assert len(rows) == size[1]
    assert all(cell_len(row) <= size[0] for row in rows)
    assert not any("…" in row for row in rows)
    for said in (*status.dealer, *status.players, status.shoe_port, "1234", "SIMULATION"):
        assert shows(rows, said), said
    words = Words.load(language)
    for key in status.keys:
        assert shows(rows, words.say(Text(f"ui.key.{key}")))
    assert "".join(rows).count("SIMULATION") == 3


@IN_BOTH
@AT_ALL_SIZES
def test_every_bet_and_both_hands_are_shown(language: str, size: tuple[int, int]) -> None:
    rows = drawn(paying(language), size)
    text = "\n".join(rows)
    amounts = ("5 000 $", "4 500 $", "500 $") if language == "fr" else ("$5,000", "$4,500", "$500")
    for amount in amounts:
        assert text.replace("\u00a0", " ").count(amount) >= 7, amount
    for rank in ("R", "10", "7") if language == "fr" else ("K", "10", "7"):
        assert f" {rank}" in text
    assert all(suit in text for suit in "♠♥♦♣")


@IN_BOTH
@pytest.mark.parametrize("light", Light)
def test_every_light_has_a_word_and_a_shape_of_its_own(language: str, light: Light) -> None:
    status = paying(language)
    others = {n: SpotStatus("none", pulsing=False, bets=()) for n in status.spots}
    spots = {**others, 4: SpotStatus(light.value, pulsing=False, bets=())}
    rows = drawn(msgspec.structs.replace(status, spots=spots), LEAST)
    assert shows(rows, Words.load(language).say(Text(f"view.light.{light}")))


def test_no_two_lights_are_drawn_alike() -> None:
    assert set(LIGHTS) == set(Light)
    assert len({shape for shape, _ in LIGHTS.values()}) == len(Light)
    for language in LANGUAGES:
        words = Words.load(language)
        assert len({words.say(Text(f"view.light.{light}")) for light in Light}) == len(Light)


def fault(code: str) -> FaultStatus:
    return FaultStatus("table", code, *map(Words.load("fr").say, words_of(code, "table")))


def test_more_faults_than_there_are_rows_are_counted() -> None:
    faults = tuple(fault(code) for code in FAULTS)
    rows = drawn(msgspec.structs.replace(paying("fr"), faults=faults), LEAST)
    assert len(rows) == LEAST[1]
    assert any("+" in row for row in rows[-2:])


@pytest.mark.parametrize("spots", [1, 5, 8, 14])
def test_other_numbers_of_spots_fit_too(spots: int) -> None:
    bets = (BetStatus("player", Cents(7000)), BetStatus("tie", Cents(500)))
    felt = {n: SpotStatus("locked", pulsing=n == 1, bets=bets) for n in range(1, spots + 1)}
    rows = drawn(msgspec.structs.replace(paying("fr"), spots=felt), LEAST)
    text = "\n".join(rows).replace("\u00a0", " ")
    assert len(rows) == LEAST[1]
    assert (text.count("70 $"), text.count("clos")) == (spots, spots)


@pytest.mark.parametrize("size", [(40, 12), (79, 24), (80, 23)], ids=str)
def test_a_terminal_too_small_shows_the_displays(size: tuple[int, int]) -> None:
    status = paying("fr")
    assert shows(drawn(status, size)[: size[1]], "SIMULATION")
    assert shows(drawn(status, (60, 30))[:30], status.dealer[0])


def test_a_real_table_is_not_called_a_simulation() -> None:
    rows = drawn(msgspec.structs.replace(paying("fr"), board="pi", shoe_port=""), LEAST)
    assert not shows(rows, "SIMULATION")


@pytest.mark.parametrize(
    ("cents", "french", "english"),
    [
        (500_000, "5 000 $", "$5,000"),
        (100_000_000, "1 000 000 $", "$1,000,000"),
        (12_350, "123,50 $", "$123.50"),
        (10_005, "100,05 $", "$100.05"),
        (50, "0,50 $", "$0.50"),
    ],
)
def test_an_amount_loses_its_cents_only_where_there_are_none(
    cents: int, french: str, english: str
) -> None:
    for language, said in (("fr", french), ("en", english)):
        assert short(Words.load(language).money(cents)).replace("\u00a0", " ") == said


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
        ask=Ask(Act.DECIDE),
        dealer=tuple(map(words.say, (Text("prompt.decide", asked), pick, refused))),
        players=(
            words.say(Text("announce.place_your_bets")),
            words.say(Text("players.limits", {**limits, "on": Text("bet.remaining_under_26")})),
        ),
        keys=("undo", "rank", "suit", "place", "pick", "set", "surrender"),
        focus=7,
        results=(words.say(Text("result.dealer_hand", {"hand": Text("combination.flush")})),) * 9,
    )
    return msgspec.structs.replace(status, **changes)


@IN_BOTH
@AT_ALL_SIZES
def test_a_table_of_many_hands_fits_whole(language: str, size: tuple[int, int]) -> None:
    status, words = dealt(language), Words.load(language)
    rows = drawn(status, size)
    assert len(rows) == size[1]
    assert all(cell_len(row) <= size[0] for row in rows)
    assert not any("…" in row for row in rows)
    for said in (*status.dealer, *status.players, status.shoe_port, "1234", "SIMULATION"):
        assert shows(rows, said), said
    for key in status.keys:
        assert shows(rows, words.say(Text(f"ui.key.{key}"))), key
    hand = " ".join(words.card(parse_card(name)) for name in SEVEN)
    assert "\n".join(rows).count(hand) == 8
    for spot in range(1, 8):
        assert shows(rows, words.say(hand_name(str(spot))))


@IN_BOTH
def test_of_many_bets_the_first_are_shown_and_the_others_counted(language: str) -> None:
    rows = drawn(dealt(language), LEAST)
    text = "\n".join(rows).replace("\u00a0", " ")
    most = "▲M 10 000" if language == "fr" else "▲M 10,000"
    assert text.count(most) == 7
    assert text.count("│+7") + text.count("┃+7") == 7


@IN_BOTH
def test_where_there_is_room_every_bet_is_shown(language: str) -> None:
    text = "\n".join(drawn(dealt(language), (120, 45)))
    numbers = [Words.load(language).say(bet_name(f"lucky:{number}")) for number in range(1, 7)]
    assert all(text.count(f"{number} ") == 7 for number in numbers)
    assert "+" not in text


@pytest.mark.parametrize("spot", [1, 7])
def test_of_too_many_hands_those_are_shown_that_decide(spot: int) -> None:
    hands = {f"{spot}.{hand}": ["8S", "8H"] for spot in range(1, 8) for hand in (1, 2)}
    split = {"dealer": ["AS"], **hands}
    rows = drawn(dealt("en", game="blackjack", table="Table", cards=split, focus=spot), LEAST)
    assert shows(rows, "Dealer A♠")
    assert all(any(f"Spot {spot}.{hand}" in row for row in rows) for hand in (1, 2))
    assert any("+" in row for row in rows)


COSTS = [
    (StakeStatus("raise", Cents(1000), Cents(1000), Cents(0)), "MISE ADDITIONNELLE 10,00 $"),
    (
        StakeStatus("raise", Cents(1000), Cents(3000), Cents(2000)),
        "MISE ADDITIONNELLE 10,00 $ à 30,00 $, posé 20,00 $",
    ),
]


@pytest.mark.parametrize(("stake", "said"), COSTS)
def test_what_a_decision_costs_is_shown(stake: StakeStatus, said: str) -> None:
    choice = ChoiceStatus(7, "raise", stakes=(stake,))
    rows = drawn(dealt("fr", choices=(choice,)), LEAST)
    assert any(said in row.replace("\u00a0", " ") for row in rows)
    assert len(rows) == LEAST[1]


def test_what_another_spot_may_lay_is_not_shown() -> None:
    stake = StakeStatus("raise", Cents(4200), Cents(4200), Cents(0))
    rows = drawn(dealt("fr", choices=(ChoiceStatus(1, "raise", stakes=(stake,)),)), LEAST)
    assert not shows(rows, "42,00 $")


def test_more_lines_than_a_display_has_rows_are_counted() -> None:
    rows = drawn(dealt("fr", players=tuple(f"{n} " * 19 for n in range(10, 40))), LEAST)
    assert len(rows) == LEAST[1]
    assert shows(rows, "+28")


@IN_BOTH
def test_more_keys_than_fit_in_a_row_go_on_in_the_next(language: str) -> None:
    words = Words.load(language)
    of_the_house = [key for key in Key if key not in ROOM_KEYS and not key.startswith("chip_")]
    for lit in (of_the_house, sorted(ROOM_KEYS)):
        rows = drawn(dealt(language, keys=tuple(lit), cards={}), LEAST)
        assert len(rows) == LEAST[1]
        for key in lit:
            assert any(f" {words.say(Text(f'ui.key.{key}'))} " in row for row in rows), key


def test_where_keys_leave_no_row_for_a_display_it_is_still_drawn() -> None:
    assert drawn(dealt("fr", keys=tuple(Key), cards={}), LEAST)


@IN_BOTH
def test_the_limits_of_every_bet_are_shown_before_the_close(language: str) -> None:
    words = Words.load(language)
    for game in games():
        if game_kind(game).LAYOUT:
            continue
        limits = default_table(game).limits
        values = {"min_cents": Cents(100), "max_cents": Cents(1_000_000)}
        lines = [Text("players.limits", {"on": bet_name(on), **values}) for on in limits]
        said = tuple(map(words.say, (Text("announce.place_your_bets"), *lines)))
        rows = drawn(dealt(language, cards={}, players=said), LEAST)
        right = " ".join(row.rpartition("││")[2].strip("│ ") for row in rows)
        assert all(line in right for line in said), game


def test_a_table_named_after_its_game_has_the_game_s_name() -> None:
    assert "Pai gow poker" in drawn(dealt("fr"), LEAST)[0]
    assert "Salon 4" in drawn(dealt("fr", table="Salon 4"), LEAST)[0]


def test_the_last_results_are_shown_in_words() -> None:
    rows = drawn(dealt("en", results=("Dealer: 17", "Dealer: Blackjack")), LEAST)
    assert any("Dealer: 17 · Dealer: Blackjack" in row for row in rows)


@IN_BOTH
def test_no_two_bets_of_a_game_have_one_sign(language: str) -> None:
    words = Words.load(language)
    for game in games():
        bets = {base_name(on) for on in game_kind(game).BETS}
        assert len({words.say(Text(f"view.sign.{bet}")) for bet in bets}) == len(bets), game


@pytest.mark.parametrize(("language", "legend"), [("fr", "J = Joueur"), ("en", "P = Player")])
def test_a_sign_is_explained_where_the_name_of_its_bet_has_no_room(
    language: str, legend: str
) -> None:
    assert shows(drawn(paying(language), LEAST), legend)
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
    told = {"dealer": ("Les dés",), "players": ("Faites vos jeux",), "cards": {}, "shoe_port": ""}
    plain = {"table": game, "game": game, "spots": spots, "instrument": InstrumentStatus(step)}
    return msgspec.structs.replace(paying(language), **(told | plain | more))


def roulette(language: str, *bets: tuple[int, str], **more: object) -> Status:
    wheel = InstrumentStatus("number", symbols=NUMBERS)
    shown: dict[str, object] = {"results": ("0", "36", "17"), "instrument": wheel}
    return laid_out(language, "roulette", "number", *bets, **(shown | more))


@IN_BOTH
@AT_ALL_SIZES
def test_the_whole_layout_of_roulette_is_drawn(language: str, size: tuple[int, int]) -> None:
    status, words = (
        roulette(language, *((spot, "red") for spot in (1, 2, 3))),
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
        assert shows(rows, words.say(bet_name(on))), on
    assert shows(rows, "●" * 3)
    for key in status.keys:
        assert shows(rows, words.say(Text(f"ui.key.{key}")))


def test_every_inside_bet_of_roulette_has_a_point_of_its_own_on_the_layout() -> None:
    points = {on: lies_at(on, ["0"]) for on in layout(37) if base_name(on) in INSIDE}
    assert len(set(points.values())) == len(points) == 145
    assert points["corner:1,2,4,5"] == (1, 1)
    assert points["split:0,2"] == (-1, 2)
    assert points["street:34,35,36"] == (22, -1)
    assert all(lies_at(on, ["0"]) is None for on in layout(37) if base_name(on) not in INSIDE)


@IN_BOTH
def test_the_last_numbers_of_roulette_stand_below_the_latest_first(language: str) -> None:
    rows = drawn(roulette(language), LEAST)
    assert any(re.search(r" 17 +36 +0 ", row) for row in rows)


@IN_BOTH
def test_at_craps_the_puck_lies_on_the_point_and_each_bet_in_its_box(language: str) -> None:
    bets = (1, "place:8"), (2, "come:8"), (2, "come_odds:8"), (3, "pass"), (4, "hop:1,2")
    told = {"point": {"number": 8}, "shooter": {"spot": 3}}
    words = Words.load(language)
    rows = drawn(laid_out(language, "craps", "dice", *bets, told=told, results=("4-4",)), LEAST)
    boxes = next(row for row in rows if re.search(r"4 +5 +6 +8 +9 +10", row))
    puck = next(row for row in rows if " ON " in row)
    assert abs(puck.index("ON") - boxes.index("8")) <= 2
    come = next(row for row in rows if row.startswith(" Come"))
    assert abs(come.index("●●") - boxes.index("8")) <= 4
    assert shows(rows, f"{words.say(bet_name('pass'))} ●")
    assert shows(rows, f"{words.say(bet_name('hop:1,2'))} ●")
    off = drawn(laid_out(language, "craps", "dice", told={"off": {}}), LEAST)
    assert any("OFF" in row for row in off)


@IN_BOTH
def test_every_place_of_sic_bo_is_drawn(language: str) -> None:
    words = Words.load(language)
    bets = [(spot, on) for spot in range(1, 8) for on in ("small", "sum:17", "duo:5,6")]
    rows = drawn(laid_out(language, "sic-bo", "dice", *bets, results=("1-2-3",)), LEAST)
    assert len(rows) == LEAST[1]
    assert shows(rows, words.say(bet_name("any_triple")))
    assert any(re.search(r"5,67", row) for row in rows)
    assert any("17" in row and "16" in row and "4" in row for row in rows)


@IN_BOTH
def test_at_keno_the_numbers_drawn_stand_out_of_eighty(language: str) -> None:
    drawn_last = [str(number) for number in range(4, 81, 4)]
    more = {"results": (" ".join(drawn_last),), "told": {"draw": {"draw": "12"}}}
    tickets = (StandingStatus(1, "ticket:3", Cents(200)), StandingStatus(2, "ticket:4", Cents(300)))
    status = laid_out(language, "keno", "balls", standing=tickets, **more)
    words = Words.load(language)
    board = Board(words).rows(status, 80)
    lit = [
        row.plain[span.start : span.end].strip()
        for row in board
        for span in row.spans
        if str(span.style) == SHOWN
    ]
    assert lit == drawn_last
    rows = drawn(status, LEAST)
    assert all(any(re.search(rf"\b{n}\b", row) for row in rows) for n in range(1, 81))
    assert shows(rows, words.money(500))


@IN_BOTH
def test_the_parts_of_the_wheel_are_drawn_and_the_pointer_at_the_last(language: str) -> None:
    wheel = InstrumentStatus("segment", symbols=("1", "2", "1", "logo", "1"))
    bets = (1, "on:2"), (2, "on:logo")
    status = laid_out(
        language, "wheel-of-fortune", "segment", *bets, instrument=wheel, results=("logo",)
    )
    rows = drawn(status, LEAST)
    names = next(row for row in rows if "logo" in row)
    pointer = next(row for row in rows if "▼" in row)
    assert abs(names.index("logo") - pointer.index("▼")) <= 2
    assert shows(rows, Words.load(language).say(Text("view.parts", {"count": 3})))


@IN_BOTH
def test_tiles_are_shown_by_their_two_sides(language: str) -> None:
    hands = {"dealer": ["6-6", "6-6", "2-1", "4-2"], "1": ["5-4", "6-3", "1-1", "3-1"]}
    rows = drawn(dealt(language, game="pai-gow", table="pai-gow", cards=hands, focus=1), LEAST)
    assert shows(rows, "6-6 6-6 2-1 4-2")
    assert shows(rows, "5-4 6-3 1-1 3-1")


# plain lines


@dataclass
class Told:
    """A plain view and what it wrote."""

    view: PlainView
    stream: io.StringIO

    def lines(self) -> list[str]:
        text = self.stream.getvalue().replace("\u00a0", " ")
        return text.replace(__version__, "VERSION").splitlines()


@pytest.fixture
def told(language: str) -> Told:
    stream = io.StringIO()
    return Told(PlainView(Words.load(language), stream), stream)


def play_a_round(view: PlainView, language: str) -> None:
    """Play a round on simulated parts, the view being told of every step."""
    config, words = load(DEFAULT_TABLE), Words.load(language)
    heard: list[Ruling] = []
    table = VirtualTable(config, words, lambda _event, rulings: heard.extend(rulings))
    hands = table.hands
    reporter = Reporter(config.table.name, config.table.game, words)

    def tell() -> None:
        view.heard(heard)
        heard.clear()
        view.show(reporter.status(table.core, table.panel, ()))

    steps: list[Callable[[], object]] = [
        lambda: hands.press(Key.CONFIRM),
        lambda: hands.put(Place(1, "banker"), Cents(2500)),
        lambda: hands.put(Place(2, "player"), Cents(100_000)),
        lambda: hands.put(Place(2, "tie"), Cents(500)),
        lambda: hands.press(Key.NO_MORE_BETS),
        *(partial(hands.draw, parse_card(name)) for name in ["4S", "KD", "2H", "7C"]),
        lambda: hands.sweep(Place(2, "player"), None),
        lambda: hands.sweep(Place(2, "tie"), None),
        lambda: hands.put(Place(1, "banker"), Cents(2500)),
        lambda: hands.press(Key.CONFIRM),
    ]
    table.power_on()
    tell()
    for step in steps:
        step()
        tell()


@IN_BOTH
def test_a_round_is_told_line_by_line(told: Told, language: str) -> None:
    play_a_round(told.view, language)
    assert told.lines() == {"fr": FRENCH, "en": ENGLISH}[language].splitlines()


FRENCH = """\
croupier VERSION, Baccara 1
SIMULATION
Coup 1
Faites vos jeux
Rien ne va plus
Place 1, Banque : 25,00 $
Place 2, Joueur : 1 000,00 $
Place 2, Égalité : 5,00 $
Joueur : 4♠
Banque : R♦
Joueur : 2♥
Banque : 7♣
La Banque gagne, 7 contre 6
Place 1, Banque, 25,00 $ : gagne 25,00 $ (1 à 1), commission 1,50 $
Place 2, Joueur, 1 000,00 $ : perd
Place 2, Égalité, 5,00 $ : perd
Coup 2
Faites vos jeux
"""

ENGLISH = """\
croupier VERSION, Baccara 1
SIMULATION
Round 1
Place your bets
No more bets
Spot 1, Banker: $25.00
Spot 2, Player: $1,000.00
Spot 2, Tie: $5.00
Player: 4♠
Banker: K♦
Player: 2♥
Banker: 7♣
Banker wins, 7 over 6
Spot 1, Banker, $25.00: wins $25.00 (1 to 1), commission $1.50
Spot 2, Player, $1,000.00: loses
Spot 2, Tie, $5.00: loses
Round 2
Place your bets
"""

MISHAPS: list[tuple[Ruling, str]] = [
    (Refused(Text("why.not_settled")), "Refusé : Le coup n'est pas réglé"),
    (Undone("no_more_bets"), "Défait : RIEN NE VA PLUS"),
    (
        LateBet(Place(3, "tie"), Cents(500), "added"),
        "Mise tardive, place 3, Égalité : ajout de 5,00 $",
    ),
    (
        LateBet(Place(3, "tie"), None, "removed"),
        "Mise tardive, place 3, Égalité : retrait de jetons",
    ),
    (LateResolved(Place(3, "tie")), "Mise tardive réglée, place 3, Égalité"),
    (CardEntered(), "Carte entrée à la main"),
    (RoundVoided(4), "Coup 4 annulé"),
    (
        FaultShown("shoe", "lost", Text("fault.lost", {"part": Text("part.shoe")})),
        "Alarme : Sabot : ne répond plus",
    ),
    (FaultCleared("shoe", "lost"), "Sabot : panne terminée"),
    (
        BetSettled(Bet(Place(1, "player"), Cents(500)), "push", Cents(500)),
        "Place 1, Joueur, 5,00 $ : nulle",
    ),
]

ANTE = Bet(Place(3, "ante"), Cents(1000))
TICKET = Ticket("SECRETCONTROLNUM", (3, 17, 80), Cents(200), 1, 3, True, Cents(8400), 20_000)
IN_PLAY: list[tuple[Ruling, str]] = [
    (TicketIssued(TICKET), "Billet de 2,00 $ : 3 17 80"),
    (TicketPaid("SECRETCONTROLNUM", Cents(8400)), "Billet payé : 84,00 $"),
    (Decided(3, "hit"), "Place 3 : tirer"),
    (Decided(3, "stand", hand=2), "Place 3, main 2 : arrêter"),
    (Decided(3, "raise", {"raise": Cents(2000)}), "Place 3 : mise additionnelle, 20,00 $"),
    (
        Decided(3, "insurance", {"insurance": Cents(50)}, None, "B"),
        "Place 3 (B) : assurance, 0,50 $",
    ),
    (Decided(0, "set"), "Banque : poser les mains"),
    (
        BetSettled(ANTE, "surrender", Cents(500)),
        "Place 3, Mise initiale, 10,00 $ : abandon, 5,00 $ à rendre",
    ),
    (BetSettled(ANTE, "surrender", Cents(0)), "Place 3, Mise initiale, 10,00 $ : abandon"),
    (
        BetSettled(ANTE, "lose", Cents(500), hand=1),
        "Place 3, main 1, Mise initiale, 10,00 $ : perd, 5,00 $ à rendre",
    ),
    (
        BetSettled(
            Bet(Place(3, "ante"), Cents(0)), "win", Cents(0), Cents(3000), odds="3:1", bonus=True
        ),
        "Place 3, Mise initiale : payé en plus 30,00 $ (3 à 1)",
    ),
    (
        BetSettled(Bet(Place(3, "lucky:5"), Cents(100)), "win", Cents(0), Cents(50_000)),
        "Place 3, Numéro 5, 1,00 $ : lot de 500,00 $",
    ),
    (
        BetSettled(Bet(Place(3, "main"), Cents(100), "B"), "lose", Cents(0)),
        "Place 3 (B), Mise, 1,00 $ : perd",
    ),
]


@pytest.mark.parametrize("language", ["fr"])
@pytest.mark.parametrize(("ruling", "line"), MISHAPS + IN_PLAY)
def test_what_happens_is_a_line(told: Told, ruling: Ruling, line: str) -> None:
    status = msgspec.structs.replace(paying("fr"), cards={})
    told.view.show(status)
    before = len(told.lines())
    told.view.heard([ruling])
    told.view.show(status)
    assert told.lines()[before:] == [line]


@pytest.mark.parametrize("language", ["fr"])
def test_the_remedy_of_a_fault_is_said_once(told: Told) -> None:
    status = msgspec.structs.replace(paying("fr"), cards={}, faults=(fault("lost"),))
    told.view.show(status)
    told.view.show(status)
    assert told.lines().count("À faire : Vérifier le câble et l'alimentation") == 1


# which of the two


def test_what_is_no_terminal_gets_plain_lines() -> None:
    reader, writer = os.pipe()
    with open(reader, encoding="utf-8") as read, open(writer, "w", encoding="utf-8") as stream:
        with open_view(Words.load("fr"), plain=False, stream=stream) as view:
            view.show(paying("fr"))
        stream.close()
        said = read.read()
    assert "\x1b" not in said
    assert "SIMULATION" in said


class Terminal:
    """A pseudo-terminal, and all that was written to it."""

    def __init__(self) -> None:
        self._master, slave = os.openpty()
        self.stream = open(slave, "w", encoding="utf-8")  # noqa: SIM115
        self.said = b""
        self.seen = threading.Event()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def hang_up(self) -> None:
        self.stream.close()
        self._thread.join()
        os.close(self._master)

    def _read(self) -> None:
        try:
            while data := os.read(self._master, 4096):
                self.said += data
                if b"SIMULATION" in self.said:
                    self.seen.set()
        except OSError:
            return


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    found = Terminal()
    yield found
    if not found.stream.closed:
        found.hang_up()


def test_a_terminal_gets_the_picture_and_is_given_back(terminal: Terminal) -> None:
    with open_view(Words.load("fr"), plain=False, stream=terminal.stream) as view:
        view.heard([])
        view.show(paying("fr"))
        assert terminal.seen.wait(10)
    terminal.hang_up()
    assert terminal.said.count(b"\x1b[?1049h") == 1
    assert terminal.said.index(b"\x1b[?1049h") < terminal.said.index(b"\x1b[?1049l")
    assert terminal.said.rindex(b"\x1b[?25l") < terminal.said.rindex(b"\x1b[?25h")


@pytest.mark.parametrize("wish", ["plain", "dumb"])
def test_a_terminal_gets_plain_lines_where_they_are_wanted(
    terminal: Terminal, wish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if wish == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    with open_view(Words.load("fr"), plain=wish == "plain", stream=terminal.stream) as view:
        view.show(paying("fr"))
    terminal.hang_up()
    assert b"SIMULATION" in terminal.said
    assert b"\x1b" not in terminal.said


def test_nothing_else_pays_for_the_picture() -> None:
    source = ROOT / "firmware" / "cli"
    importers = {path.name for path in source.rglob("*.py") if "from rich" in path.read_text()}
    layouts = {"boards.py", "marks.py", "roulette_board.py"}
    around = {"alarms.py", "displays.py", "gauges.py", "key_rows.py", "results.py"}
    drawing = {"felt.py", "hands.py", "live.py", "picture.py"} | layouts | around
    telling = {"deck.py", "health.py", "progress.py", "recalled.py"}
    telling |= {"odds.py", "sheets.py"}
    assert importers == telling | drawing
