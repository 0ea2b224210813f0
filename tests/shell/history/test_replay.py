"""A replayed journal gives the same rulings, or the first difference is named."""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.rulings import BetSettled, Ruling
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Happened,
    Ruled,
    Started,
    decode,
    encode,
)
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.replay import Difference, Replay
from firmware.shell.journal import Journal, JournalReader, MemoryCopy, RetentionPolicy
from firmware.shell.recall import recall
from firmware.shell.rules.pack_files import program_games
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.examples import examples
from tests.kits.games.golden_rounds import golden_rounds
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import (
    CLOSE,
    CONFIRM,
    SETTING,
    STAMP,
    UNDO,
    Disks,
    bet,
    cards,
    do,
    table,
)
from tests.kits.shell.recorded import evening, reader_of
from tests.kits.sim.played_table import PlayedTable

OF_EACH_GAME = examples(1, 3)
Numbered = list[tuple[int, Entry]]


def entries(reader: JournalReader) -> Numbered:
    return [(number, decode(payload)) for number, payload in reader.records()]


def first_difference(recorded: Iterable[tuple[int, Entry]]) -> Difference | None:
    replay = Replay()
    found = (replay.take(number, entry) for number, entry in recorded)
    return next((difference for difference in found if difference), None)


@dataclass
class Kit:
    """A journal in memory, on which tables are started and cut off."""

    disks: Disks

    @property
    def recorded(self) -> Numbered:
        return entries(JournalReader.over_copies(self.disks.files))


ROUND = [*bet(1, "banker", 1000), CLOSE, UNDO, CLOSE, *cards("4S KD 2H 7C"), *bet(1, "banker", 0)]
EVENING = [CONFIRM, *ROUND, CONFIRM, *ROUND, CONFIRM, UNDO, CONFIRM]


def played() -> Kit:
    kit = Kit(Disks())
    loop = kit.disks.loop()
    do(loop, *EVENING)
    loop.end_service(Millis(1000))
    return kit


SOME = {
    golden["script"]["id"]: golden["script"]
    for game in program_games()
    for golden in golden_rounds(game)[:: max(1, len(golden_rounds(game)) // OF_EACH_GAME)][
        :OF_EACH_GAME
    ]
    if golden.get("refused") != [0]
}


@each("name", SOME)
def test_every_game_replays_alike(name: str) -> None:
    table, _ = evening(SOME[name])
    assert first_difference(entries(reader_of(table))) is None


EVENINGS = ["craps", "pai-gow", "baccarat", "blackjack-multi-action", "keno"]


@each("game", EVENINGS[: examples(2, 5)])
def test_evening_with_mishaps_replays_alike(game: str) -> None:
    table = PlayedTable(game=game, speed=1000.0, mishaps=0.08, seed=5)
    while table.look().round < 3 or table.look().phase != "open":
        table.croupier.step()
    reader = JournalReader.over_copies(table.files)
    assert first_difference(entries(reader)) is None
    assert [recalled.number for recalled in recall(reader)] == [1, 2, 3]


def test_undos_and_restarts_replay_alike() -> None:
    kit = played()
    do(kit.disks.loop(), *ROUND)
    assert first_difference(kit.recorded) is None


RULED = [at for at, (_, entry) in enumerate(played().recorded) if isinstance(entry, Ruled)]


def event_of(recorded: Numbered, at: int) -> int:
    """Return the number of the record on which the ruling at a place is."""
    happened = [number for number, entry in recorded[:at] if isinstance(entry, Happened)]
    ruled = recorded[at][1]
    assert isinstance(ruled, Ruled)
    return happened[-1 - ruled.back]


@each("at", RULED)
def test_changed_ruling_named_by_its_event(at: int) -> None:
    recorded = played().recorded
    number, ruled = recorded[at]
    assert isinstance(ruled, Ruled)
    recorded[at] = number, replace(ruled, rulings=(*ruled.rulings, *ruled.rulings))
    found = first_difference(recorded)
    assert found is not None
    assert found.record_number == event_of(recorded, at)
    assert found.recorded == 2 * found.decided


@each("at", RULED[:-1])
def test_missing_ruling_named_by_its_event(at: int) -> None:
    recorded = played().recorded
    number = event_of(recorded, at)
    found = first_difference(recorded[:at] + recorded[at + 1 :])
    assert found is not None
    assert found.record_number == number
    assert found.recorded == ()


def test_changed_amount_shows_the_right() -> None:
    recorded = played().recorded
    at = next(at for at in RULED if any(isinstance(r, BetSettled) for r in rulings(recorded[at])))
    more = [
        replace(r, paid=r.paid + 100) if isinstance(r, BetSettled) else r
        for r in rulings(recorded[at])
    ]
    recorded[at] = recorded[at][0], replace(recorded[at][1], rulings=tuple(more))  # type: ignore[type-var]
    found = first_difference(recorded)
    assert found is not None
    paid = [[r.paid for r in side if isinstance(r, BetSettled)] for side in found[2:4]]
    assert paid == [[1100], [1000]]


def rulings(numbered: tuple[int, Entry]) -> tuple[Ruling, ...]:
    assert isinstance(numbered[1], Ruled)
    return numbered[1].rulings


@each("length", range(0, len(played().recorded) + 1, examples(5, 1)))
def test_no_power_cut_makes_a_difference(length: int) -> None:
    left = played().recorded[:length]
    assert first_difference(left) is None
    disks = Disks()
    journal = Journal.open(disks.files, STAMP)
    for _, entry in left:
        journal.append(encode(entry))
    journal.commit()
    journal.close()
    do(disks.loop(), CONFIRM)
    assert first_difference(Kit(disks).recorded) is None


def test_different_table_state_is_named() -> None:
    recorded = played().recorded
    at = next(
        at for at, (_, e) in enumerate(recorded) if isinstance(e, Checked) and e.table.round == 2
    )
    number, checked = recorded[at]
    assert isinstance(checked, Checked)
    recorded[at] = (
        number,
        replace(checked, table=replace(checked.table, shoe=replace(checked.table.shoe, cut=True))),
    )
    found = first_difference(recorded)
    assert found == Difference(number, None, parts=("shoe.cut",))


def test_changed_setting_replaces_the_table() -> None:
    kit = played()
    grand = replace(SETTING, options={"variant": "grand"})
    recorded = kit.recorded
    started = Started(0, "2026-11-21T00:00:00+00:00", grand)
    replay = Replay()
    for number, entry in [*recorded, (len(recorded), started)]:
        assert replay.take(number, entry) is None
    assert replay.follower.table is not None
    assert replay.follower.table.state.game.options["variant"] == "grand"
    assert replay.follower.table.state.round.number == 3


def test_replay_begins_at_carried_state() -> None:
    files = (MemoryCopy("a"), MemoryCopy("b"))
    journal = Journal.open(files, STAMP, RetentionPolicy(segment_bytes=6000))
    loop = TableLoop(table(), Ledger(journal, SETTING))
    loop.begin(Millis(0))
    for _ in range(4):
        do(loop, *EVENING[:-2], UNDO, CONFIRM)
    reader = JournalReader.over_copies(files)
    assert len(reader.segments()) > 2
    for segment in reader.segments()[1:]:
        recorded = [(n, decode(payload)) for n, payload in reader.segment_records(segment)]
        assert isinstance(recorded[0][1], Carried)
        assert first_difference(recorded) is None
        at = max(at for at, (_, entry) in enumerate(recorded) if isinstance(entry, Ruled))
        recorded[at] = recorded[at][0], Ruled(rulings(recorded[at]) * 2, recorded[at][1].back)  # type: ignore[union-attr,arg-type]
        assert first_difference(recorded) is not None


def test_missing_key_is_noticed() -> None:
    recorded = played().recorded
    at = next(
        at
        for at, (_, entry) in enumerate(recorded)
        if isinstance(entry, Happened) and entry.event == KeyPressed(CLOSE.key)
    )
    assert first_difference(recorded[:at] + recorded[at + 1 :]) is not None
