"""A table as its facts fold: what is under way, its money and its alarms."""

from random import Random

import msgspec
import pytest

from firmware.cli.commands.theory import ExpectationCount
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.meters import METER_MODULO
from firmware.core.vocabulary.rulings import PaymentUnseen
from firmware.floor.facts import Fact
from firmware.floor.pit.shown_alarms import Acknowledgement, open_alarms, past_tolerance
from firmware.floor.projection.fact import TableFact, read_fact
from firmware.floor.projection.play import TablePlay, play_after_fact
from firmware.floor.projection.table_alarms import Alarm, alarms_after_fact
from tests.kits.core.table_kit import PLAYER_WINS, Croupier
from tests.kits.examples import examples
from tests.kits.floor.pit_kit import NOW, facts_of, folded, timed_now
from tests.kits.floor_kit import entries, served
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

SEEDS = range(examples(2, 8))
MINUTE = 60_000
every_game = each("game", games_in_pack())


def last_meters(facts: list[Fact]) -> list[dict[str, int]]:
    """Return the money and counts of the first and of the last meters that were reported."""
    found = [fact.body["meters"] for fact in facts if "meters" in fact.body]
    return [
        {
            "handle": sum(bet[0] for bet in meters["bets"].values()),
            "held": sum(bet[4] for bet in meters["bets"].values()),
            "rounds": meters["rounds"],
            "voids": meters["voids"],
            "late_bets": meters["late_bets"],
        }
        for meters in (found[0], found[-1])
    ]


@every_game
def test_handle_and_win_match_the_meters(game: str) -> None:
    for seed in SEEDS:
        facts = facts_of(entries(game, seed))
        first, last = last_meters(facts)
        sums = folded(facts).sums()
        for name, meter in last.items():
            assert (getattr(sums, name) - meter + first[name]) % METER_MODULO == 0, name


@each("game", ["baccarat", "roulette", "sic-bo", "casino-war"])
def test_theoretical_win_is_the_journal_s(game: str) -> None:
    """As `croupier meters --theory` reckons it from the records."""
    for seed in (0, 2):
        journal = [timed_now(entry) for entry in served(game, seed)]
        theory = ExpectationCount("bet")
        for entry in journal:
            theory.take(entry)
        found = folded(facts_of(journal)).sums().theory
        assert found.total_stakes == theory.outcome.total_hold.total_stakes > 0
        assert found.expected_gain == theory.outcome.total_hold.expected_gain
        assert found.variance == pytest.approx(theory.outcome.total_hold.variance)


def test_bet_refused_at_the_close_is_in_no_theory() -> None:
    facts = facts_of(served("baccarat", 0))
    at = next(index for index, fact in enumerate(facts) if "BetSettled" in fact.body)
    settled = facts[at].body["BetSettled"]
    refused = {**settled, "outcome": "push", "returned": settled["bet"]["cents"], "paid": 0}
    position = facts[at].position._replace(number=1 << 20)
    given_back = Fact(position, position, {**facts[at].body, "BetSettled": refused})
    with_refused = [*facts[:at], given_back, *facts[at:]]
    theories = [folded(sent_facts).sums().theory for sent_facts in (facts, with_refused)]
    assert theories[0] == theories[1]
    assert theories[0].round_count > 1


@every_game
def test_undone_round_never_counted(game: str) -> None:
    for seed in SEEDS:
        facts = facts_of(entries(game, seed))
        gone = [tuple(place) for fact in facts for place in fact.body.get("undone", ())]
        left = [fact for fact in facts if fact.position not in gone and "undone" not in fact.body]
        assert folded(facts).current_play == folded(left).current_play
        assert folded(facts).alarms == folded(left).alarms


@every_game
def test_unfinished_round_is_not_shown(game: str) -> None:
    for seed in SEEDS:
        fold = folded(facts_of(entries(game, seed)))
        assert all(
            over.round_number < max(fold.current_play.round, 1) + 1
            for over in fold.takings.settled_rounds
        )
        assert len(fold.takings.settled_rounds) <= 10


def random_fact(rng: Random, at: int) -> TableFact:
    name = rng.choice(["FaultShown", "FaultCleared", "RoundOpened", "PowerReturned"])
    what = {"part": rng.choice("ab"), "code": rng.choice("xy"), "round": at}
    return TableFact(f"aa.0.{at}", at, name, what)


@pytest.mark.clause("AGCO 11.1.1", "AGCO 6.1.1")
def test_fault_is_an_alarm_until_its_end() -> None:
    for seed in range(200):
        rng, alarms, faults = Random(seed), tuple[Alarm, ...](), set[tuple[str, str]]()
        for at in range(40):
            fact = random_fact(rng, at)
            alarms = alarms_after_fact(alarms, fact, "t")
            fault = fact.payload["part"], fact.payload["code"]
            if fact.fact_name == "FaultShown":
                faults.add(fault)
            elif fact.fact_name == "FaultCleared":
                faults.discard(fault)
            lasting = [(a.values["part"], a.values["code"]) for a in alarms if a.over is None]
            assert sorted(lasting) == sorted(faults)


@each(
    "kind, over, acknowledged, shown",
    [
        *(("power", False, False, 1), ("power", False, True, 1)),
        *(("power", True, False, 1), ("power", True, True, 0)),
        *(("door", False, False, 1), ("door", False, True, 1), ("door", True, False, 0)),
        *(("void", True, False, 0), ("corrected", True, False, 0)),
        *(("slots.alarm.open:3", False, False, 1), ("slots.alarm.open:3", True, False, 0)),
        ("of a later version", True, False, 1),
    ],
)
def test_alarm_stays_while_it_asks_something(
    kind: str, over: bool, acknowledged: bool, shown: int
) -> None:
    alarm = Alarm("a", kind, "t", 1, 2 if over else None)
    seen = {"a": Acknowledgement("anne", 3)} if acknowledged else {}
    assert len(open_alarms([alarm], seen, 10)) == shown


def test_unseen_payment_alarm_is_momentary() -> None:
    croupier = Croupier()
    croupier.bet_and_close(1, "player", 10000)
    croupier.cards(PLAYER_WINS)
    croupier.press(Key.NEXT_PAYMENT)
    (unseen,) = [r for r in croupier.press(Key.CONFIRM) if isinstance(r, PaymentUnseen)]
    fields = msgspec.json.decode(msgspec.json.encode(unseen))
    (alarm,) = alarms_after_fact((), TableFact("aa.0.5", 5, "PaymentUnseen", fields), "t")
    assert (alarm.alarm_kind, alarm.since, alarm.over) == ("payment_unseen", 5, 5)
    values = {"round": 1, "spot": 1, "on": "player", "due_cents": 20000, "lies_cents": 10000}
    assert alarm.values == values


@each(
    "kind, tolerated_ms",
    [("key", 5 * MINUTE), ("fault", MINUTE // 3), ("late_bet", MINUTE // 2), ("door", 0)],
)
def test_short_cause_is_no_alarm(kind: str, tolerated_ms: int) -> None:
    lasting, short = Alarm("a", kind, "t", 0), Alarm("b", kind, "t", 0, tolerated_ms - 1)
    assert past_tolerance([lasting, short], tolerated_ms - 1) == []
    assert past_tolerance([lasting, short], tolerated_ms) == [lasting]


def test_person_required_comes_first() -> None:
    hour = 60 * MINUTE
    alarms = [
        *(Alarm("low", "payment_unseen", "t", hour, hour), Alarm("new", "power", "t", hour + 9)),
        *(Alarm("seen", "power", "t", hour), Alarm("next", "power", "t", hour + 5)),
        *(Alarm("done", "power", "t", hour + 4, hour + 5), Alarm("high", "altered", "t", hour)),
        Alarm("waited", "payment_unseen", "t", 0, 0),
    ]
    shown = open_alarms(alarms, {"seen": Acknowledgement("anne", 3)}, hour + 10)
    order = ["waited", "next", "new", "done", "high", "low", "seen"]
    assert [one.alarm.id for one in shown] == order


def test_test_rounds_do_not_count() -> None:
    opened = facts_of(served("baccarat", 1))
    text = '{"%s":{"round":99},"wall":"2026-11-27T10:00:00Z"}'
    fold = folded(opened)
    before = fold.current_play
    for number, name in enumerate(("TestOpened", "RoundOpened", "RoundVoided", "TestClosed")):
        place = fold.state.last_position._replace(number=fold.state.last_position.number + 1)
        fold.apply_fact(place, text % name, "")
        assert fold.current_play.phase == ("test" if number < 3 else before.phase)
    assert (fold.current_play.round, fold.current_play.alarms) == (before.round, before.alarms)


NONSENSE = (
    *("{}", "[]", "1", "", "{", '{"wall":7}', '{"RoundOpened":{}}', '{"BetsLocked":{"round":1}}'),
    *('{"started":{}}', '{"meters":{},"round":1}', '{"undone":[1]}', '{"LateBet":{"place":[1]}}'),
    *('{"FaultShown":null}', '{"BetSettled":{}}', '{"ClockStepped":{"seconds":"x"}}'),
)


@each("body", NONSENSE)
def test_invalid_fact_is_an_alarm_only(body: str) -> None:
    totals = facts_of(served("baccarat", 1))
    fold = folded(totals[:60])
    fold.apply_fact(
        fold.state.last_position._replace(number=fold.state.last_position.number + 1), body, NOW
    )
    meters = next(fact for fact in totals[60:] if "meters" in fact.body)
    fold.apply_fact(meters.position, msgspec.json.encode(meters.body).decode(), NOW)
    assert fold.state.last_position == meters.position
    assert fold.current_play.game == "baccarat"
    assert [a.alarm_kind for a in fold.alarms].count("unread") <= 1


def test_undated_fact_takes_earlier_time() -> None:
    """The meters are reported without a time; the ledger may take them hours later."""
    place = facts_of(served("baccarat", 1))[0].position
    assert read_fact("aa", place, '{"Refused":{},"wall":"late"}', NOW, 17).time_ms == 17
    assert read_fact("aa", place, '{"Refused":{}}', NOW).time_ms == 1_795_773_600_000


@each("seats", [(), ("1", "2", "3", "5", "VIP")])
def test_pit_knows_the_names_of_spots(seats: tuple[str, ...]) -> None:
    setting = {"game": "baccarat", "options": {}, "table": {"limits": {}, "seats": list(seats)}}
    play = play_after_fact(TablePlay("t"), TableFact("aa.0.1", 1, "started", setting))
    assert play.seats == seats
