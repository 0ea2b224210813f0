"""The simulated croupier plays on: through shuffles, mishaps and restarts, and nothing is lost."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from firmware.core.game.limits import BetLimits
from firmware.core.games.tile_ranks import two_tiles
from firmware.core.ranks import is_low_above_high, pai_gow_high, pai_gow_low
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, TILE_SET, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import (
    Announced,
    BetSettled,
    BetsLocked,
    Decided,
    FaultShown,
    LateBet,
    Refused,
    RoundVoided,
    TicketIssued,
    TicketPaid,
    Undone,
)
from firmware.shell.config.defaults import default_table
from sim.machines.wheel_source import RouletteWheel
from sim.people.by_chance.dealer import choose_low_hand
from sim.people.by_chance.players import SpotPlayers
from sim.people.layout import TableLayout
from sim.people.pack import CARDS_BEHIND_CUT, CUT_SPREAD, ShuffledPack
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.quebec import game_class, games_in_pack, open_game
from tests.kits.sim.counted_rulings import count, gained, is_at
from tests.kits.sim.played_table import MOST_STEPS, PlayedTable, play, play_rounds

pytestmark = pytest.mark.long

AT_ONCE = 1000.0
ROUNDS = examples(80, 200)
"""Of an evening of Baccara; eight decks are dealt in some eighty."""


@pytest.fixture(scope="module")
def evening() -> PlayedTable:
    table = PlayedTable(speed=AT_ONCE, mishaps=0.06)
    play_rounds(table, ROUNDS + 1)
    return table


def test_long_evening_played_to_the_end(evening: PlayedTable) -> None:
    announced = [ruling.words.key for ruling in evening.rulings if isinstance(ruling, Announced)]
    winners = Counter(key for key in announced if key.startswith("winner."))
    assert set(winners) == {"winner.player", "winner.banker", "winner.tie"}
    assert winners.total() == ROUNDS
    assert count(evening.rulings, RoundVoided) == 0


def test_shoe_changed_after_the_cut_card(evening: PlayedTable) -> None:
    cuts = [r for r in evening.rulings if isinstance(r, Announced) and "cut_card" in r.words.key]
    assert len(cuts) == ROUNDS // 80


def test_tray_matches_the_settlements(evening: PlayedTable) -> None:
    assert evening.croupier.tray_gain == gained(evening.rulings)


def test_only_mishaps_are_refused_or_stop(evening: PlayedTable) -> None:
    did, received = evening.croupier.mishap_counts, evening.rulings
    assert count(received, Refused) == did["wrong_key"] + did["mistaken_bet"]
    assert count(received, LateBet) == did["late_bet"]
    assert count(received, FaultShown) == did["unreadable_card"]
    assert count(received, Undone) == did["undone"]


def test_every_mishap_happens_eventually(evening: PlayedTable) -> None:
    assert all(evening.croupier.mishap_counts[name] for name in evening.croupier.mishap_counts)
    assert len(evening.croupier.mishap_counts) == 6


def test_chips_are_used_again(evening: PlayedTable) -> None:
    assert evening.hands.make_chip(Cents(1), None, 1)[-2:] < (400).to_bytes(2, "big")


# every game

IN_EVERY_GAME = pytest.mark.parametrize("game", games_in_pack())
REFUSED = ("wrong_key", "mistaken_bet", "misread", "unpaid_ticket")
"""The mishaps that the table refuses in words."""
SAID = {"lot_won", "impossible_result", "no_paper"}
"""What may be shown though no part is at fault."""


@IN_EVERY_GAME
def test_rounds_of_every_game_are_paid(game: str) -> None:
    table = PlayedTable(game=game, speed=AT_ONCE, mishaps=0.04, seed=2)
    play_rounds(table, examples(3, 7))
    did, received, kind = table.croupier.mishap_counts, table.rulings, game_class(game)
    assert kind.PAID_ON_CLAIM or table.croupier.tray_gain == gained(received)
    assert count(received, RoundVoided) == 0
    assert count(received, Refused) == sum(did[name] for name in REFUSED)
    assert count(received, LateBet) == did["late_bet"]
    assert count(received, Undone) == did["undone"]
    assert {fault.code for fault in received if isinstance(fault, FaultShown)} <= SAID
    seldom = game in ("casino-war", "craps")  # a war; dice that somebody else is given
    assert count(received, Decided) or seldom or not kind.DECISIONS
    assert count(received, BetSettled)


ROUNDINGS = ("", "player")
CHIPPED = [
    (game, rounding)
    for nth, game in enumerate(games_in_pack())
    for rounding in examples(ROUNDINGS[nth % 2 :][:1], ROUNDINGS)
]
"""Here each game is rounded in one manner, every second one in the other."""


@pytest.mark.parametrize(("game", "rounding"), CHIPPED)
def test_people_bet_what_a_game_takes_and_its_chips_can_pay(game: str, rounding: str) -> None:
    table = default_table(game)
    smallest = min(table.table.denominations)
    options = {**table.game_options, "smallest_chip": smallest}
    options |= {"rounding": rounding} if rounding else {}
    played = PlayedTable(config=replace(table, game_options=options), speed=AT_ONCE, seed=4)
    play_rounds(played, examples(2, 6))
    assert [ruling.why for ruling in played.rulings if isinstance(ruling, Refused)] == []
    closed = [ruling.bets for ruling in played.rulings if isinstance(ruling, BetsLocked)]
    assert all(closed) or game_class(game).REOPENS_SILENTLY
    assert count(played.rulings, BetSettled)


# wheels, dice, balls, tiles


def test_craps_bets_travel_and_stay() -> None:
    table = PlayedTable(game="craps", speed=AT_ONCE, mishaps=0.05, seed=10)
    moved, stood = set(), set()
    for _ in range(30 * MOST_STEPS):
        seen = table.look()
        moved |= {seen.ask} if seen.ask.do is Act.MOVE_BET else set()
        stood |= {base_bet_name(bet.on) for bet in seen.carried_bets}
        if seen.round > examples(8, 60):
            break
        table.croupier.step()
    assert moved
    assert {"pass", "come", "place"} <= stood
    assert any(on.endswith("_odds") for on in stood)
    assert table.croupier.tray_gain == gained(table.rulings)
    assert count(table.rulings, RoundVoided) == 0


def test_craps_contract_bet_is_put_back() -> None:
    table = PlayedTable(game="craps", speed=AT_ONCE, seed=2)
    bound = ("pass", "come")
    play(table, lambda seen: any(base_bet_name(bet.on) in bound for bet in seen.carried_bets), 30)
    play(table, lambda seen: seen.phase == "open", 1)
    bet = next(bet for bet in table.look().carried_bets if base_bet_name(bet.on) in bound)
    table.hands.sweep_chips(Place(bet.spot, bet.on), bet.bettor)
    table.table.run_until(lambda: table.look().ask.do is Act.PUT_BET_BACK, 10_000)
    assert table.look().ask.do is Act.PUT_BET_BACK
    play_rounds(table, 2)
    assert count(table.rulings, RoundVoided) == 0


def test_keno_winning_tickets_are_paid() -> None:
    table = PlayedTable(game="keno", speed=AT_ONCE, seed=2)
    rounds = examples(15, 40)
    play_rounds(table, rounds)
    won = sum(r.paid for r in table.rulings if isinstance(r, BetSettled))
    paid = sum(r.cents for r in table.rulings if isinstance(r, TicketPaid))
    assert count(table.rulings, TicketIssued) > rounds
    assert 0 < paid <= won
    assert count(table.rulings, Refused) == 0
    assert all(len(set(drawn.split())) == 20 for drawn in table.results)
    assert table.sim.printer is not None
    assert len(table.sim.printer.cut_tickets) >= count(table.rulings, TicketIssued) - 1


@pytest.mark.parametrize("game", ["roulette", "craps", "keno", "sic-bo", "wheel-of-fortune"])
def test_result_repeated_after_a_restart(game: str) -> None:
    before = PlayedTable(game=game, speed=AT_ONCE, seed=7)
    play(before, is_at(Act.BRING_RESULT), 4)
    after = PlayedTable(before.files, game=game, speed=AT_ONCE, seed=8)
    after.come_back()
    assert after.core.state.round.number == before.core.state.round.number
    play_rounds(after, 2)
    assert count(after.rulings, Refused) == 0
    assert count(after.rulings, RoundVoided) == 0


def test_unknown_spin_is_voided() -> None:
    table = PlayedTable(game="roulette", speed=AT_ONCE)
    play(table, is_at(Act.BRING_RESULT), 1)
    assert isinstance(table.sim.wheel, RouletteWheel)
    table.hands.press_key(Key.START_SPIN)
    table.table.run_for(5000)
    table.sim.wheel.far_end.is_silent = True
    table.table.run_for(6000)
    table.sim.wheel.far_end.is_silent = False
    play_rounds(table, 3)
    codes = {ruling.code for ruling in table.rulings if isinstance(ruling, FaultShown)}
    assert "spin_unknown" in codes
    assert count(table.rulings, RoundVoided) == 1
    assert table.croupier.tray_gain == gained(table.rulings)


@each("seed", range(20))
def test_low_tiles_are_never_above_high(seed: int) -> None:
    tiles = Random(seed).sample(TILE_SET, 4)
    low = choose_low_hand(tiles)
    high = list((Counter(tiles) - Counter(low)).elements())
    assert two_tiles(low) <= two_tiles(high)


# cards


@pytest.mark.parametrize("game", ["pai-gow-poker", "pai-gow", "blackjack", "casino-war"])
def test_restart_mid_round_knows_the_hands(game: str) -> None:
    before = PlayedTable(game=game, speed=AT_ONCE, seed=7)
    play(before, lambda seen: bool(seen.choices) and seen.shoe.left < seen.shoe.of - 20, 40)
    after = PlayedTable(before.files, game=game, speed=AT_ONCE, seed=8)
    after.come_back()
    play_rounds(after, 2)
    assert count(after.rulings, Refused) == 0
    assert count(after.rulings, RoundVoided) == 0
    assert count(after.rulings, FaultShown) == 0


@each("seed", range(20))
def test_low_hand_is_never_above_the_high(seed: int) -> None:
    cards = Random(seed).sample([*FULL_PACK, JOKER_CARD], 7)
    low = choose_low_hand(cards)
    high = [card for card in cards if card not in low]
    assert len(low) == 2
    assert not is_low_above_high(pai_gow_low(low), pai_gow_high(high))


def test_round_takes_half_a_minute() -> None:
    table = PlayedTable()
    play_rounds(table, 1)
    start = table.clock.now()
    play_rounds(table, 6)
    assert 25_000 < (table.clock.now() - start) / 6 < 40_000
    assert Counter(type(r) for r in table.rulings)[Refused] == 0


# where another process deals


def test_bets_and_pays_without_dealing() -> None:
    table = PlayedTable(deals=False)
    table.sim.shoe.power_on()
    play(table, is_at(Act.DEAL_CARD), 1)
    assert table.clock.now() < 5000
    for name in ("9S", "2D", "TH", "KC"):
        table.croupier.step()
        table.hands.draw_card(parse_card(name))
    play(table, lambda seen: seen.round == 2 and seen.phase == "open", 2)
    assert table.croupier.tray_gain == gained(table.rulings)
    assert table.look().shoe.left == 412


# the cards, the players


@each("seed", range(5))
def test_cut_card_is_one_pack_from_end(seed: int) -> None:
    pack, came = ShuffledPack(8, Random(seed)), []
    while len(pack):
        if pack.is_cut_card_next():
            came.append(len(pack))
        pack.draw_card()
    assert len(came) == 1
    assert abs(came[0] - CARDS_BEHIND_CUT) <= CUT_SPREAD


LIMITS = {on: BetLimits(Cents(1000), Cents(50_000)) for on in ("player", "banker", "tie")}
CHIPS = (Cents(100_000), Cents(10_000), Cents(2500), Cents(500))
LAYOUT = TableLayout(7, LIMITS, CHIPS, open_game("baccarat", {}))


def test_players_bet_within_the_limits() -> None:
    players = SpotPlayers(LAYOUT, Random(1))
    for _ in range(300):
        stakes = players.stakes()
        assert stakes
        assert all(1000 <= stake.cents <= 50_000 for stake in stakes)
        hands = [stake.place.spot for stake in stakes if stake.place.on != "tie"]
        assert len(set(hands)) == len(hands)
        assert all(cents % 500 == 0 for _, cents, _ in stakes)


def test_mistaken_bet_is_always_invalid() -> None:
    players = SpotPlayers(LAYOUT, Random(1))
    kinds = Counter[str]()
    for _ in range(100):
        stakes = players.stakes()
        wrong = players.mistaken_stake(stakes)
        there = {stake.place: stake.cents for stake in stakes}.get(wrong.place, 0)
        low, high = there + wrong.cents < 1000, there + wrong.cents > 50_000
        shared = wrong.bettor is not None and Place(*wrong.place) in [s.place for s in stakes]
        kinds.update(["low"] * low + ["high"] * high + ["shared"] * shared)
        assert low or high or shared
    assert len(kinds) == 3
