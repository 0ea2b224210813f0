"""Each measurement runs on a tiny size and gives the figures that it promises."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from bench import (
    card,
    commit,
    console,
    console_service,
    craps,
    games,
    journal,
    parts,
    poker,
    ranks,
    rounds,
    start,
    wheel,
)
from bench.journal_table import CARD_BLOCK, CountedCopy
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import BetSettled, FaultShown, LateBet, Refused
from firmware.shell.journal import RetentionPolicy
from firmware.shell.rules.rules import games_in_pack as games_in_force
from firmware.shell.rules.rules import open_game


def test_a_round_has_two_cards_that_change_a_light(tmp_path: Path) -> None:
    fields = card.measure(tmp_path, rounds=1).fields
    assert fields["cards"] == 2
    assert 0 < fields["disk_us_median"] < fields["own_us_median"]
    assert 0 < fields["ratio_without_disk_median"] < fields["ratio_median"]
    assert 16.6 < fields["wire_ms_median"] < 20


def test_commit(tmp_path: Path) -> None:
    sample = commit.measure(tmp_path, rounds=2, commits=2)
    assert sample.fields["ratio"] > 0
    assert "Unverified on a Pi" in sample.lines[-1]


def test_a_journal_grows_is_opened_and_scanned(tmp_path: Path) -> None:
    policy = RetentionPolicy(segment_bytes=64 << 10)
    fields = journal.measure(
        tmp_path, sizes=(100, 800), repetitions=1, rounds=2, policy=policy
    ).fields
    first, grown = fields["open"]
    assert first["ratio"] == 1
    assert first["live"] == first["records"] >= 100
    assert grown["live"] < 800 <= grown["records"]
    assert fields["open_full_segment"]["ms"] > 0
    assert all(0 < found["ratio"] < found["mb_per_s"] for found in fields["scan"].values())
    assert fields["wear"].keys() == set(journal.WEARING)
    for found in fields["wear"].values():
        assert found["per_round"] > found["per_event"] > 100
        assert found["blocks_per_event"] >= found["syncs_per_event"] >= 2


def test_a_block_counts_once_between_two_syncs(tmp_path: Path) -> None:
    copy = CountedCopy(tmp_path)
    copy.create(1, bytes(100))
    copy.sync(1)
    for at in (0, 50, CARD_BLOCK - 10):
        copy.write(1, at, bytes(20))
    copy.sync(1)
    copy.sync(1)
    copy.close()
    assert (copy.octets, copy.syncs, copy.blocks) == (160, 3, 1 + 2)


@pytest.mark.parametrize("name", games.card_games())
def test_a_table_settles_a_round_as_the_game_alone_does(name: str) -> None:
    chance, game, table = Random(1), open_game(name, {}), games.a_table(name)
    for _ in range(5):
        shoe = games.shuffled(game, chance)
        table.handle(KeyPressed(Key.CARDS_SHUFFLED), 0)
        events = list(games.happenings(game, games.lead(game, shoe)))
        ruled = [ruling for event in events for ruling in table.handle(event, 0)]
        assert not [ruling for ruling in ruled if isinstance(ruling, Refused | FaultShown)]
        assert [ruling for ruling in ruled if isinstance(ruling, BetSettled)] == game.lines


@pytest.mark.parametrize("name", games.card_games())
def test_rounds_of_every_game_are_played(name: str) -> None:
    rates = games.rates(name, 2)
    assert rates.game > 0
    assert rates.table > 0
    assert rates.events > 4


def test_the_main_bets_of_a_game() -> None:
    laid = {bet.place.on: bet.cents for bet in games.main_bets(open_game("boston-poker", {}))}
    assert laid == {"ante": 1000, "first": 2000}
    laid = {bet.place.on: bet.cents for bet in games.main_bets(open_game("casino-war", {}))}
    assert laid == {"main": 1000}


def test_wrong_deals_are_told() -> None:
    right = {"Blackjack": 150, "Blackjack against Blackjack": 0, "insured against Blackjack": 0}
    assert rounds.wrongs({"deals": right}) == ""
    assert "Blackjack (+50)" in rounds.wrongs({"deals": right | {"Blackjack": 50}})


def test_a_peer_is_told_by_its_ratio() -> None:
    ours, peer = games.Rates(100, 50, 10), rounds.Peer("blackjack", "jackblack", "pays bets")
    pairs = [rounds.Pair(ours, {"rate": rate}) for rate in (100, 200, 900)]
    assert rounds.ratios(pairs) == {"per_s": 200, "game_ratio": 0.5}
    told = "jackblack (pays bets): 200 of blackjack, ours alone is 0.50 of it;"
    assert rounds.result_lines(peer, pairs) == told
    assert rounds.result_lines(peer, []) == "jackblack can't be had here."


def test_rounds_without_a_peer(tmp_path: Path) -> None:
    sample = rounds.measure(tmp_path, rounds=1, batches=1, peers=())
    assert sample.fields["games"].keys() == set(games.card_games())
    assert sample.fields["peers"] == {}
    assert sample.fields["stack_per_s"] != 0
    assert not [line for line in sample.lines if "Aim" in line]


def test_hands_of_every_size_are_ranked(tmp_path: Path) -> None:
    fields = ranks.measure(tmp_path, hands=50, batches=1).fields
    assert fields["start"]["import_ms"] > 0
    assert fields["start"]["first_us"] > 0
    for size in ranks.SCALES:
        found = fields[f"{size}_cards"]
        assert found["own_per_s"] > 0
        assert found["ratios"].keys() == found["peers_per_s"].keys()


def test_every_poker_is_measured_beside_pokerkit(tmp_path: Path) -> None:
    fields = poker.measure(tmp_path, count=1, batches=1).fields
    assert fields.keys() == poker.KINDS.keys()
    assert all(found["ratio"] > 0 for found in fields.values())


WITHOUT_RANKS = {
    "baccarat", "blackjack", "blackjack-multi-action", "casino-war", "red-dog", "super-pan-9",
    "craps", "keno", "pai-gow", "roulette", "sic-bo", "wheel-of-fortune",
}  # fmt: skip


OPENING = """
import os, sys
import sim.play.play, sim.play.play_files, firmware.cli.serving.simulation
from firmware.shell.rules.rules import game_class
for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        game_class(name)
        os._exit(10 if any(one.startswith("firmware.core.ranks") for one in sys.modules) else 0)
    print(name, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Each game is opened by a process that may play and serve, and has opened no other; 10 is that it
has loaded the ranks.
"""


def test_only_the_games_of_poker_hands_load_the_ranks() -> None:
    command = [sys.executable, "-c", OPENING, *games_in_force()]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    opened = dict(line.split() for line in done.stdout.splitlines())
    assert opened == {name: "0" if name in WITHOUT_RANKS else "10" for name in games_in_force()}


def test_start() -> None:
    wall, cpu = start.start_s(start.NOTHING, {})
    assert wall > 0
    assert cpu >= 0


def test_every_part_of_every_example_is_measured(tmp_path: Path) -> None:
    fields = parts.measure(tmp_path, rounds=1).fields
    assert {"rfid shoe", "budget chips"} & set(fields) == {"rfid shoe"}
    assert fields["rfid shoe"]["events_a_round"] == 4
    assert fields["rfid lights"]["bytes_a_round"] > fields["rfid lights"]["least_bytes"] > 0
    assert 0 < fields["loop"]["median_us"] <= fields["loop"]["worst_us"]


def test_craps_is_led_to_its_money() -> None:
    led = craps.lead([("pass", "pass_odds"), ("hard:6", "come")], [(2, 4), (2, 4), (3, 3), (3, 4)])
    laid = [{(bet.place.spot, bet.place.on) for bet in roll.fresh} for roll in led.rolls]
    assert laid[0] == {(1, "pass"), (2, "hard:6")}
    assert laid[1] == {(1, "pass_odds"), (2, "hard:6"), (2, "come")}
    assert led.won == [10_200 - 9000, -6000 + 30_000 - 3000 + 3000]


def test_a_table_of_craps_settles_each_roll_as_the_game_alone_does() -> None:
    wanted = craps.TABLES["eight players"]
    led, table = craps.lead(wanted, craps.thrown(80, seed=1)), craps.a_table(len(wanted))
    won = [0] * len(wanted)
    for events in craps.happenings(led.rolls):
        for ruling in (ruling for event in events for ruling in table.handle(event, 0)):
            assert not isinstance(ruling, Refused | FaultShown | LateBet)
            if isinstance(ruling, BetSettled):
                won[ruling.bet.place.spot - 1] += craps.gain(ruling)
    assert won == led.won
    assert table.state.round.number == 81


def test_craps_without_its_peer(tmp_path: Path) -> None:
    sample = craps.measure(tmp_path, rolls=80, batches=1, beside=False)
    assert sample.fields.keys() == craps.TABLES.keys()
    assert all(found["game"] > found["table"] > 0 for found in sample.fields.values())
    assert not [line for line in sample.lines if "Aim" in line]


def test_every_number_of_a_wheel_is_lit(tmp_path: Path) -> None:
    fields = wheel.measure(tmp_path, spins=2).fields
    assert 0 < fields["light_us_median"] < fields["all_us_median"]
    assert 20 < fields["line_ms"] < 23


def test_the_loop_is_timed_with_and_without_a_flood(tmp_path: Path) -> None:
    sample = console.measure(tmp_path, repetitions=1, seconds=0.1, settle_s=0, hashes=1)
    phases = {"nobody", "noise", "hostile", "hashing", "all three", "counting"}
    assert phases < sample.fields.keys()
    assert all(sample.fields[name]["turns_count"] for name in phases)
    assert all(sample.fields[name]["late_worst"] >= 0 for name in phases)
    assert sample.fields["hostile"]["answered"] > 0
    assert sample.fields["argon2id_ratio"] > 0
    assert len(sample.lines) > len(phases)


def test_a_loop_that_is_held_up_is_seen(tmp_path: Path) -> None:
    phases = console_service.Phases()
    phases.name = "held"
    phases.turned(0.2, 0.15)
    assert phases.turns["held"] == [pytest.approx(50.0)]
    assert phases.syncs["held"] == [pytest.approx(150.0)]
