"""Article 95.4: a change of dice is in the journal, is replayed, recalled and shown."""

from typing import Any, Final

from firmware.console.table.rounds import RoundRenderer
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import DiceChanged, Undone
from firmware.shell.history.journal_entries import Happened, Ruled, decode
from firmware.shell.history.replay import Replay
from firmware.shell.recall import RoundItem, recall
from firmware.shell.recall.tail import last_items
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.shell.recorded import evening, reader_of

Steps = list[dict[str, Any]]

CHANGE: Final = {"press": "dice_changed"}
SAID: Final = {"fr": "Dés changés (article 95.4)", "en": "Dice changed (article 95.4)"}
CRAPS: Final[Steps] = [{"bet": {"spot": 1, "on": "pass", "cents": 1000}}, {"dice": [3, 3]}]
SIC_BO: Final[Steps] = [
    {"bet": {"spot": 1, "on": "small", "cents": 1000}},
    *({"press": "no_more_bets"}, {"dice": [1, 2, 3]}),
]
PLAYED: Final[dict[str, Steps]] = {"craps": CRAPS, "sic-bo": SIC_BO}


def changes(items: tuple[RoundItem, ...]) -> list[bool]:
    """Return whether each change of dice was undone, in order."""
    return [one.undone for one in items if one.ruling == DiceChanged()]


@each("game", PLAYED)
def test_95_4_change_is_recalled(game: str) -> None:
    table, said = evening({"game": game, "steps": [CHANGE, *PLAYED[game], CHANGE]})
    assert [line for line in said if "dice_changed" in line] == 2 * [{"dice_changed": True}]
    reader = reader_of(table)
    entries = [decode(payload) for _, payload in reader.records()]
    pressed = [entry.event for entry in entries if isinstance(entry, Happened)]
    assert pressed.count(KeyPressed(Key.DICE_CHANGED)) == 2
    ruled = [ruling for entry in entries if isinstance(entry, Ruled) for ruling in entry.rulings]
    assert ruled.count(DiceChanged()) == 2
    rounds = recall(reader, 9)
    assert [undone for recalled in rounds for undone in changes(recalled.story)] == [False, False]
    for language, words in SAID.items():
        teller = RoundRenderer(Words.load(language))
        lines = [line.plain for recalled in rounds for line in teller.round_lines(recalled)]
        assert sum(line.endswith(words) for line in lines) == 2
        last = [
            line.plain
            for recalled in last_items(reader, 99)
            for line in teller.entry_lines(recalled)
        ]
        assert sum(line.endswith(words) for line in last) == 2


@each("game", PLAYED)
def test_95_4_undone_change_is_shown_so(game: str) -> None:
    steps = [*PLAYED[game], CHANGE, {"press": "undo"}, CHANGE]
    table, _ = evening({"game": game, "steps": steps})
    story = [part for recalled in recall(reader_of(table), 9) for part in recalled.story]
    assert changes(tuple(story)) == changes(last_items(reader_of(table), 99)) == [True, False]
    assert [r.key for one in story if isinstance(r := one.ruling, Undone)] == ["dice_changed"]


@each("game", PLAYED)
def test_95_4_change_replayed_as_ruled(game: str) -> None:
    steps = [CHANGE, *PLAYED[game], CHANGE, {"press": "undo"}]
    reader = reader_of(evening({"game": game, "steps": steps})[0])
    replay = Replay()
    found = [replay.take(number, decode(payload)) for number, payload in reader.records()]
    assert not any(found)


@each("steps", [SIC_BO[:2], [*SIC_BO[:2], {"no_roll": True}]])
def test_95_4_no_change_during_a_throw(steps: Steps) -> None:
    _, said = evening({"game": "sic-bo", "steps": [*steps, CHANGE]})
    refused = [line["refused"]["step"] for line in said if "refused" in line]
    changed = [line for line in said if "dice_changed" in line]
    thrown = {"no_roll": True} not in steps
    assert (refused, len(changed)) == (([3], 0) if thrown else ([], 1))


@each("game", ["baccarat", "roulette"])
def test_95_4_no_change_without_the_key(game: str) -> None:
    table, said = evening({"game": game, "steps": [CHANGE]})
    (refused,) = (line["refused"] for line in said if "refused" in line)
    assert refused == {"step": 1, "why": "Ce panneau n'a pas de touche DÉS CHANGÉS"}
    entries = [decode(payload) for _, payload in reader_of(table).records()]
    events = [entry.event for entry in entries if isinstance(entry, Happened)]
    assert KeyPressed(Key.DICE_CHANGED) not in events
