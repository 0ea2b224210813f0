"""A recalled round has what was taken back in it, struck, and what was corrected later."""

import msgspec

from firmware.core.vocabulary.events import CorrectionMade, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled, RoundCorrected
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalReader, MemoryCopy, RetentionPolicy
from firmware.shell.recall import RecalledRound, recall
from firmware.shell.recall.recent_rounds import recall_from
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.cli.play_kit import BANKER_WINS, CLOSE, CONFIRM, bet
from tests.kits.evidence.short_evening import ROUND
from tests.kits.shell.loop_kit import SETTING, STAMP, do, table
from tests.kits.shell.recalled import lines
from tests.kits.shell.recorded import evening, reader_of

SMALL = RetentionPolicy(segment_bytes=5_000)
BACK = {"press": "take_back"}
OTHERS = {"cards": ["9S", "TD", "TS", "5H"]}
"""The player wins, 9 to 5."""


def rounds_of(*steps: dict[str, object]) -> tuple[RecalledRound, ...]:
    played, _ = evening({"game": "baccarat", "steps": list(steps)})
    return recall(reader_of(played))


def test_taken_back_cards_are_struck() -> None:
    first, *_ = rounds_of(bet(1, "player", 1000), CLOSE, BANKER_WINS, BACK, OTHERS, CONFIRM)
    assert not first.differs
    cards = [item for item in first.story if item.card]
    assert [item.undone for item in cards] == [True] * 4 + [False] * 4
    settled = [item for item in first.story if isinstance(item.ruling, BetSettled)]
    assert [(item.ruling.outcome, item.undone) for item in settled] == [
        ("lose", True),
        ("win", False),
    ]
    assert (first.account.paid, first.account.held) == (1000, -1000)
    assert "(undone)" in "\n".join(lines(first, "en"))


def test_second_take_back_is_no_undo() -> None:
    first, *_ = rounds_of(
        bet(1, "player", 1000), CLOSE, BANKER_WINS, BACK, BACK, {"cards": ["TS", "5H"]}, CONFIRM
    )
    back_lines = [line for line in lines(first, "en") if "aken back" in line or "TAKE BACK" in line]
    assert len(back_lines) >= 2
    assert not any("(undone)" in line for line in back_lines)


def correct(cents: int) -> dict[str, object]:
    return {"correct": {"round": 1, "spot": 1, "on": "player", "cents": cents, "why": "two short"}}


def test_correction_has_both_names() -> None:
    rounds = rounds_of(
        *(bet(1, "player", 1000), CLOSE, OTHERS, CONFIRM),
        *(bet(1, "player", 1000), CLOSE, BANKER_WINS, CONFIRM, correct(500), correct(-200)),
    )
    first, second = rounds[0], rounds[1]
    corrections = [item.ruling for item in first.story if isinstance(item.ruling, RoundCorrected)]
    assert [one.cents for one in corrections] == [500, -200]
    assert corrections[0].persons == ("A", "B")
    assert (first.account.paid, first.account.held) == (1300, -1300)
    assert (second.account.paid, second.account.held) == (0, 1000)
    texts = "\n".join(lines(first, "en"))
    assert (
        "Round 1 corrected, spot 1, Player: $5.00 more to the player, by A and B: two short"
        in texts
    )
    assert "$2.00 less to the player" in texts


def test_single_round_has_its_correction() -> None:
    played, _ = evening(
        {
            "game": "baccarat",
            "steps": [bet(1, "player", 1000), CLOSE, OTHERS, CONFIRM, correct(500)],
        }
    )
    source = reader_of(played)
    (first,) = recall_from(source, source.segments()[0], 1, 1).rounds
    assert first.account.paid == 1500
    assert msgspec.json.encode(first)


def test_late_correction_is_found() -> None:
    files = (MemoryCopy("a"), MemoryCopy("b"))
    loop = TableLoop(table(), Ledger(Journal.open(files, STAMP, SMALL), SETTING))
    loop.begin(Millis(0))
    do(loop, KeyPressed(Key.CONFIRM))
    for number in range(1, 13):
        do(loop, *ROUND)
        if loop.table.state.shoe.cards_left < 400:
            do(loop, KeyPressed(Key.CARDS_SHUFFLED))
        if number == 10:
            correction = CorrectionMade(2, Place(1, "banker"), 500, "a chip", ("A", "B"))
            do(loop, correction)
    source = JournalReader.over_copies(files)
    assert len(source.segments()) > 5
    (second,) = recall_from(source, source.segments()[0], 2, 2).rounds
    assert [type(item.ruling) for item in second.story][-1] is RoundCorrected
