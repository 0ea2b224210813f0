"""One cause is one alarm, with its tables; otherwise a table's alarms are one group."""

from collections.abc import Iterable

from msgspec.structs import replace

from firmware.floor.pit.alarm_board import WorkedAlarms
from firmware.floor.pit.alarm_groups import CAUSE_KEYS, SHARED_FROM, AlarmGroup, alarm_groups
from firmware.floor.pit.alarm_policy import (
    POLICY_BY_KIND,
    RESOLVING_KINDS,
    RISES_AFTER_MS,
    AlarmRank,
    alarm_policy,
    rises_at,
)
from firmware.floor.pit.engine_watch import LOST_AFTER_MS, EngineWatch
from firmware.floor.pit.shown_alarms import ALARM_KEYS, Acknowledgement, open_alarms
from firmware.floor.pit.tile_order import TablePlace, in_order
from firmware.floor.projection.table_alarms import (
    ALARM_STARTS,
    MOMENTARY_ALARMS,
    RESOLVED_BY_TABLE,
    Alarm,
)
from firmware.shell.words.templates import read_templates
from firmware.slots.message_keys import CONDITION_ALARM_KEYS
from tests.kits.offenders import each

NOW = 1_000_000
SEEN = Acknowledgement("anne", NOW)
PLACES = {
    **{f"TBL-{number}": TablePlace("montreal", "A") for number in range(1, 30)},
    **{f"VIP-{number}": TablePlace("montreal", "B") for number in range(1, 30)},
}


def groups(
    alarms: Iterable[Alarm], seen: Iterable[str] = (), now: int = NOW
) -> tuple[AlarmGroup, ...]:
    shown = open_alarms(alarms, dict.fromkeys(seen, SEEN), now)
    return alarm_groups(shown, PLACES)


def at_tables(kind: str, *tables: str) -> list[Alarm]:
    return [Alarm(f"{kind} {table}", kind, table, NOW) for table in tables]


def names(letters: str, count: int) -> list[str]:
    return [f"{letters}-{number}" for number in range(1, count + 1)]


def test_dead_ledger_is_one_alarm() -> None:
    (group,) = groups(at_tables("behind", *names("VIP", 5), *names("TBL", 12)))
    assert (group.of, group.key) == ("cause", "pit.group.behind")
    assert group.tables == (*names("TBL", 12), *names("VIP", 5))
    assert group.pits == ("A", "B")
    assert len(group.alarms) == 17


def test_dead_network_is_of_its_pit() -> None:
    silent = at_tables("silent", *names("TBL", SHARED_FROM), "VIP-7")
    assert [(group.of, group.tables) for group in groups(silent)] == [
        ("cause", ("TBL-1", "TBL-2", "TBL-3")),
        ("table", ("VIP-7",)),
    ]


def test_few_tables_have_no_common_cause() -> None:
    silent = at_tables("silent", *names("TBL", SHARED_FROM - 1))
    assert [group.of for group in groups(silent)] == ["table"] * (SHARED_FROM - 1)


def test_fault_of_many_tables_is_no_cause() -> None:
    assert len(groups(at_tables("door", *names("TBL", 9)))) == 9


def test_alarms_of_a_table_are_one_group() -> None:
    alarms = [*at_tables("door", "TBL-2"), *at_tables("power", "TBL-2"), *at_tables("door", "")]
    found = groups(alarms)
    assert [(group.tables, len(group.alarms)) for group in found] == [(("TBL-2",), 2), ((), 1)]
    assert [group.rank for group in found] == [AlarmRank.URGENT, AlarmRank.HIGH]


def test_group_is_seen_once_all_of_it_is() -> None:
    alarms = [
        *at_tables("power", "TBL-2"),
        *at_tables("door", "TBL-2"),
        *at_tables("door", "VIP-1"),
    ]
    found = groups(alarms, seen=["power TBL-2"])
    assert [group.seen for group in found] == [False, False]
    found = groups(alarms, seen=["power TBL-2", "door TBL-2"])
    assert [(group.tables[0], group.seen) for group in found] == [("VIP-1", False), ("TBL-2", True)]


def test_only_what_was_shown_is_acknowledged() -> None:
    alarms = [Alarm("a", "door", "TBL-2", 1), Alarm("b", "power", "TBL-2", 9)]
    shown = open_alarms(alarms, {}, 10)
    worked = WorkedAlarms(shown, alarm_groups(shown, PLACES))
    assert [one.alarm.id for one in worked.chosen("table TBL-2", 8)] == ["a"]
    assert {one.alarm.id for one in worked.chosen("table TBL-2", 9)} == {"a", "b"}
    assert [one.alarm.id for one in worked.chosen("b", None)] == ["b"]
    assert worked.chosen("table TBL-3", 9) == []


@each("kind", ["power", "altered", "payment_unseen"])
def test_forgotten_alarm_rises(kind: str) -> None:
    alarm = Alarm("a", kind, "TBL-1", 0, 0)
    rank, rises = alarm_policy(alarm).rank, rises_at(alarm)
    assert rises == RISES_AFTER_MS[rank]
    before, after = (open_alarms([alarm], {}, now)[0] for now in (rises - 1, rises))
    assert (before.rank, before.risen) == (rank, None)
    assert (after.rank, after.risen) == (max(rank - 1, 1), rises)
    (seen,) = open_alarms([Alarm("a", kind, "TBL-1", 0)], {"a": SEEN}, rises)
    assert (seen.rank, seen.risen) == (rank, None)


def test_lost_engine_is_one_alarm() -> None:
    watch = EngineWatch()
    assert watch.alarms(is_connected=False, now_ms=0) == []
    assert watch.alarms(is_connected=True, now_ms=1) == []
    assert watch.alarms(is_connected=False, now_ms=2) == []
    (lost,) = watch.alarms(is_connected=False, now_ms=2 + LOST_AFTER_MS)
    assert (lost.alarm_kind, lost.since, lost.table_name) == ("engine_lost", 2, "")
    assert watch.alarms(is_connected=True, now_ms=3 + LOST_AFTER_MS) == []


def test_every_kind_has_its_rank() -> None:
    assert ALARM_KEYS.keys() - POLICY_BY_KIND.keys() == set()
    shoe = Alarm("a", "door", "t", 0, None, {"door": "shoe"})
    assert alarm_policy(shoe).rank > alarm_policy(replace(shoe, values={"door": "logic"})).rank
    prefixed = [kind for kind in POLICY_BY_KIND if "." in kind]
    words = read_templates("en")
    assert [kind for kind in prefixed if kind not in words] == []
    assert alarm_policy(
        Alarm("a", f"{next(iter(CONDITION_ALARM_KEYS.values()))}:3", "t", 0)
    ).resolves


def test_every_shared_cause_has_words() -> None:
    shared = {kind for kind, policy in POLICY_BY_KIND.items() if policy.is_shared}
    assert shared == CAUSE_KEYS.keys()


def test_rows_agree_which_alarms_end_by_themselves() -> None:
    of_facts = {kind for kind, _ in (*ALARM_STARTS.values(), *MOMENTARY_ALARMS.values())}
    assert of_facts & RESOLVING_KINDS == RESOLVED_BY_TABLE


def test_figures_sort_as_numbers() -> None:
    places = {
        "TBL-10": TablePlace("p", "2"),
        "TBL-2": TablePlace("p", "2"),
        "A": TablePlace("p", "10"),
    }
    assert in_order(places, places) == ("TBL-2", "TBL-10", "A")
    placed = {"Z": TablePlace("p", "2", "row 2"), "B": TablePlace("p", "2", "row 10"), **places}
    assert in_order(placed, placed) == ("Z", "B", "TBL-2", "TBL-10", "A")
