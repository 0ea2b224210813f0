"""A drop for a jackpot of the house, by steps, beside the commission of a poker table."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from firmware.cli.main import main
from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.pots import takings
from firmware.core.poker_room.engine.rulings import JackpotDropped
from firmware.core.poker_room.engine.state import PokerGame, Pot
from firmware.core.poker_room.engine.terms import (
    HOLDEM_TOURNAMENT,
    POKER_ROOM,
    amount_by_steps,
    read_terms,
)
from firmware.core.poker_room.table.metering import table_figures
from firmware.core.table.meters import is_balanced
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.money import Cents
from firmware.shell.config.defaults import default_table
from firmware.shell.history.meter_count import MeterCount, RuledEvent, count_rulings
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.sheets.room_sheet import poker_sheet
from firmware.shell.words.words import Words
from tests.kits.games.keyed_poker import KeyedPoker
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of
from tests.kits.sim.played_table import PlayedTable, play_rounds

SOURCE = """
[poker-room.bounds]
jackpot_drop = { most = 200, article = "H 7" }
"""
HOUSE = pack_of(SOURCE)
STEPS = [[1000, 100], [4000, 200]]
OPTIONS = {"commission": {"percent": 5}, "jackpot_drop": STEPS}


@each(
    "pack_is_house, steps, key",
    [
        (False, [[1000, 100]], "room.jackpot_bound"),
        (True, [[1000, 300]], "room.jackpot_bound"),
        (True, [[50, 100]], "room.jackpot_steps"),
        (True, [[1000, 0]], "room.jackpot_steps"),
        (True, [[2000, 100], [1000, 200]], "room.jackpot_steps"),
        (True, [[2000, 50]], "room.option_chips"),
        (True, [[2000]], "why.option"),
        (True, 100, "why.option"),
    ],
)
def test_other_drops_are_refused(*, pack_is_house: bool, steps: object, key: str) -> None:
    pack = HOUSE if pack_is_house else default_pack()
    with pytest.raises(OptionRefused) as refused:
        pack.open_game(POKER_ROOM, {"jackpot_drop": steps})
    assert (refused.value.name, refused.value.why.key) == ("jackpot_drop", key)


def test_tournament_drops_nothing() -> None:
    with pytest.raises(OptionRefused):
        read_terms(HOLDEM_TOURNAMENT, {"role": "table", "jackpot_drop": STEPS})


def test_terms_without_a_drop_are_recorded_as_before() -> None:
    assert b"jackpot" not in msgspec.json.encode(read_terms(POKER_ROOM, {}))


def play_script(folder: Path, bet: int) -> None:
    """Have `croupier play` print a game of two who put so much into the pot each."""
    streets: list[dict[str, object]] = []
    for cards in (["7H", "8D", "2C"], ["KS"], ["3S"]):
        streets += [{"burn": True}, {"cards": cards}]
        streets += [{"decide": {"spot": spot, "do": "check"}} for spot in (2, 1)]
    steps = [
        *({"seat": {"spot": spot, "cents": 9000}} for spot in (1, 2)),
        *({"button": 1}, {"press": "post"}, {"deal": 4}),
        {"decide": {"spot": 1, "do": "raise", "cents": bet}},
        *({"decide": {"spot": 2, "do": "call"}}, *streets),
        {"show": {"spot": 1, "cards": ["AS", "AH"]}},
        {"show": {"spot": 2, "cards": ["QS", "QH"]}},
    ]
    (folder / "house.toml").write_text(f'[pack]\nname = "house"\nextends = "quebec-2007"\n{SOURCE}')
    script = {"game": POKER_ROOM, "rules": "house.toml", "options": OPTIONS, "steps": steps}
    (folder / "game.jsonl").write_text(json.dumps(script))
    assert main(("play", str(folder / "game.jsonl"))) == 0


@each(
    "bet, dropped, won",
    [(400, 0, 800), (500, 100, 900), (1000, 100, 1800), (2000, 200, 3600)],
)
def test_golden_games_drop_by_the_pot(
    bet: int, dropped: int, won: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    play_script(tmp_path, bet)
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    drops = [line["jackpot_drop"]["cents"] for line in lines if "jackpot_drop" in line]
    assert drops == ([dropped] if dropped else [])
    assert [line["won"]["cents"] for line in lines if "won" in line] == [won]
    (pot,) = (line["pot"] for line in lines if "pot" in line)
    assert pot["cents"] == pot["commission"] + dropped + won
    prompts = [text for line in lines for text in line.get("prompt", ())]
    assert any("Lot" in text for text in prompts) == bool(dropped)


def a_table() -> KeyedPoker:
    keyed = KeyedPoker(default_table(POKER_ROOM, HOUSE, **OPTIONS))
    keyed.seat(1000, 1000)
    return keyed


def bet_off(keyed: KeyedPoker, dollars: int, *, flop: bool = True) -> None:
    """Play a game of two: both put this into the pot before the flop, one of them bets it off."""
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    keyed.amount(dollars)
    keyed.press(Key.RAISE, Key.CALL if flop else Key.FOLD)
    if flop:
        keyed.press(Key.BURN_CARD)
        keyed.card("7H", "8D", "2C")
        keyed.press(Key.LEAST_BET, Key.BET, Key.FOLD)


def test_no_flop_no_drop() -> None:
    keyed = a_table()
    bet_off(keyed, 20, flop=False)
    assert not any(isinstance(ruling, JackpotDropped) for ruling in keyed.said)


def test_drop_has_a_meter_of_its_own_that_balances() -> None:
    keyed = a_table()
    for dollars in (10, 20):
        bet_off(keyed, dollars)
        keyed.press(Key.CONFIRM)
    meters = keyed.table.state.meters
    assert is_balanced(meters)
    assert (meters.bets["jackpot_drop"].handle, meters.bets["jackpot_drop"].held) == (300, 300)
    figures = table_figures(meters, keyed.room)
    assert (figures.average_pot, figures.drop, figures.jackpot_drop) == (3000, 300, 300)


def test_undone_fold_takes_the_drop_back() -> None:
    keyed = a_table()
    bet_off(keyed, 20)
    prompts = [line.key for line in keyed.panel.dealer]
    keyed.press(Key.UNDO)
    assert ("room.ask.jackpot_drop" in prompts) > (
        "room.ask.jackpot_drop" in [line.key for line in keyed.panel.dealer]
    )
    keyed.press(Key.FOLD, Key.CONFIRM)
    assert keyed.table.state.meters.bets["jackpot_drop"].held == 200


def test_recount_by_the_rulings_agrees() -> None:
    keyed = a_table()
    bet_off(keyed, 20)
    keyed.press(Key.CONFIRM)
    events = [RuledEvent(KeyPressed(Key.CONFIRM), (ruling,)) for ruling in keyed.said]
    assert count_rulings(MeterCount(Meters()), events).meters.bets == keyed.table.state.meters.bets


def test_a_side_pot_gives_no_more_than_it_has() -> None:
    terms, chance = read_terms(POKER_ROOM, {**OPTIONS, "chip": 25}), Random(1)
    for _ in range(300):
        pots = [Pot(Cents(25 * chance.randint(0, 90)), (1, 2)) for _ in range(3)]
        taken = [*takings(terms, PokerGame(1, {}, streets_complete=4), pots)]
        assert all(0 <= sum(taking) <= pot.cents for taking, pot in zip(taken, pots, strict=True))
        most = amount_by_steps(terms.jackpot_steps, sum(pot.cents for pot in pots))
        assert sum(taking.jackpot for taking in taken) <= most


def test_sheet_says_the_drop_with_its_article() -> None:
    terms = read_terms(POKER_ROOM, OPTIONS, bounds=HOUSE.rules(POKER_ROOM).bounds)
    lines = poker_sheet(Words.load("en"), HOUSE, terms).lines
    drops = [line.replace("\u00a0", " ") for line in lines if "Jackpot" in line]
    assert [line[:14] for line in drops] == ["Jackpot: $1.00", "Jackpot: $2.00"]
    assert all("(H 7)" in line for line in drops)


def test_simulated_people_drop_for_the_jackpot() -> None:
    table = PlayedTable(
        speed=1000.0, game=POKER_ROOM, config=default_table(POKER_ROOM, HOUSE, **OPTIONS)
    )
    play_rounds(table, 8)
    dropped = sum(drop.cents for drop in table.rulings if isinstance(drop, JackpotDropped))
    room = table.look().room
    assert room is not None
    assert room.jackpot_drop == dropped > 0
