"""A round script is played at a table in service to the same settlements as by `croupier play`."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.script import TableScript
from sim.web.bench.script_seating import UNLIMITED, seating_of
from sim.web.messages import messages_in as requests
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.paths import GOLDEN
from tests.kits.sim.web.seated_table import SeatedTable, played
from tests.kits.waiting import until


def script_of(game: str, *steps: dict[str, Any], **more: Any) -> TableScript:
    return msgspec.convert(
        {"game": game, "steps": steps, **more}, TableScript, dec_hook=decode_plain
    )


def bet(on: str, cents: int = 1000) -> dict[str, Any]:
    return {"bet": {"spot": 1, "on": on, "cents": cents}}


CLOSE, CONFIRM = {"press": "no_more_bets"}, {"press": "confirm"}
BLACKJACK = script_of(
    "blackjack",
    bet("main", 1010),
    bet("twelve_to_sixteen", 500),
    {"take": {"spot": 1, "on": "twelve_to_sixteen"}},
    CLOSE,
    bet("main", 50),
    {"resolve": {"spot": 1, "on": "main", "do": "return"}},
    {"cards": ["8S", "6D", "8H"]},
    {"decide": {"spot": 1, "do": "insurance"}},
    {"decide": {"spot": 1, "do": "split"}},
    {"cards": ["3C"]},
    {"decide": {"spot": 1, "do": "double"}},
    {"cards": ["TC", "TH"]},
    {"decide": {"spot": 1, "do": "stand"}},
    {"cards": ["TD", "9H"]},
    CONFIRM,
    bet("main"),
    {"press": "void"},
    options={"double_after_split": True},
)


@pytest.fixture(scope="module")
def blackjack() -> Iterator[SeatedTable]:
    with SeatedTable(seating_of(BLACKJACK)) as table:
        table.acting.stage_script(BLACKJACK)
        yield table


def step(table: SeatedTable) -> None:
    """Have the next step done, however long it takes."""
    at = table.acting.people_message().step
    table.do(requests.PlayStep())
    until("the step", lambda: table.acting.people_message().step > at)


def test_staging_settles_as_play(blackjack: SeatedTable) -> None:
    unfit, message = [], blackjack.acting.people_message()
    assert json.loads(message.next or "")["bet"]["cents"] == 1010
    while message.step < message.steps:
        try:
            step(blackjack)
        except RequestFailed as error:
            unfit.append((message.step, error.why.key))
        message = blackjack.acting.people_message()
    assert unfit == [(7, "why.not_this_decision")]
    assert message.next is None
    assert blackjack.settled() == played(BLACKJACK) != []
    assert not blackjack.bench.hands.amounts_on_felt()


NOT_OFFERED = script_of(
    "blackjack",
    bet("main"),
    bet("twelve_to_sixteen", 500),
    CLOSE,
    {"cards": ["TS", "9D", "QH"]},
    {"decide": {"spot": 1, "do": "stand"}},
    {"cards": ["JC"]},
    CONFIRM,
    options={"side_bets": ["sevens"]},
)
SETTLED_IN_TURN = script_of(
    "blackjack-multi-action",
    bet("main:2"),
    bet("main:3"),
    CLOSE,
    {"cards": ["TS", "9D", "QH"]},
    {"decide": {"spot": 1, "do": "stand"}},
    {"cards": ["JC", "TC"]},
    CONFIRM,
)


LATE_WHILE_DEALT = script_of(
    "blackjack-multi-action",
    bet("main:1"),
    bet("main:2"),
    {"cards": ["TS"]},
    bet("main:3"),
    {"cards": ["9D", "QH"]},
    {"decide": {"spot": 1, "do": "stand"}},
    {"cards": ["JC", "TC"]},
    {"resolve": {"spot": 1, "on": "main:3", "do": "return"}},
    CONFIRM,
)
EIGHT_OF_A_KIND = (bet("tie"), {"cards": ["4S", "4S", "4S", "4S"]}, CONFIRM)
SHUFFLED_EARLY = script_of(
    "baccarat", *EIGHT_OF_A_KIND, *EIGHT_OF_A_KIND, {"shuffle": True}, *EIGHT_OF_A_KIND
)
SPUN_TOO_SOON = script_of("roulette", bet("red"), {"number": "3"}, CLOSE, {"number": "2"}, CONFIRM)
DEALT = (
    "AS AH 9D 7C 2D KS KH 2S 3S 3D 3C 4S 4H 4D 4C 5H 5D 5C 6S 6H 6D AD AC 9H 7D 2H KD KC 7S 7H 8S "
    "8H 8C 9S 9C TS TH TD TC JS JH JD QS QH 5S 3H 2C 8D 6C"
)
SET_OTHERWISE = script_of(
    "pai-gow-poker",
    bet("main"),
    CLOSE,
    {"cards": DEALT.split()},
    {"decide": {"spot": 1, "do": "set", "low": ["9D", "7C"]}},
    {"press": "undo"},
    {"decide": {"spot": 1, "do": "set", "low": ["KS", "KH"]}},
    {"decide": {"spot": 0, "do": "set", "low": ["8D", "6C"]}},
    CONFIRM,
)
REFUSED = {
    "a late bet while the last cards are dealt": LATE_WHILE_DEALT,
    "a shoe that is shuffled before its cut card": SHUFFLED_EARLY,
    "a wheel spun while bets are open": SPUN_TOO_SOON,
}
AS_IN_PLAY = examples(
    REFUSED,
    REFUSED
    | {
        "a side bet that is not offered": NOT_OFFERED,
        "games settled in turn": SETTLED_IN_TURN,
        "a hand set otherwise after an undo": SET_OTHERWISE,
    },
)


@pytest.mark.parametrize("script", AS_IN_PLAY.values(), ids=AS_IN_PLAY)
def test_refused_step_goes_on(script: TableScript) -> None:
    with SeatedTable(seating_of(script)) as table:
        table.acting.stage_script(script)
        while table.acting.people_message().step < len(script.steps):
            with suppress(RequestFailed):
                step(table)
        assert table.settled() == played(script) != []


# the table that a script is for


def test_options_and_limits_of_script() -> None:
    script = script_of("three-card-poker", spots=3, limits={"ante": [500, 600]})
    seating = seating_of(script)
    assert (seating.game, seating.spots) == ("three-card-poker", 3)
    assert seating.limits == {"ante": (500, 600), "pair_plus": UNLIMITED}
    assert seating.options["side_bets"] == ["pair_plus"]


@each("cents, options", [
    (400, {"smallest_chip": 100}),
    (500, {"smallest_chip": 500, "rounding": "player", "side_bets": []}),
])  # fmt: skip
def test_21_chips_are_those_of_script(cents: int, options: dict[str, Any]) -> None:
    cards = {"cards": ["AS", "9H", "KS", "9D"]}
    script = script_of("blackjack", bet("main", cents), CLOSE, cards, CONFIRM, options=options)
    with SeatedTable(seating_of(script)) as table:
        table.acting.stage_script(script)
        while table.acting.people_message().step < len(script.steps):
            step(table)
        assert table.settled() == played(script) != []


def test_usual_script_has_usual_table() -> None:
    seating = seating_of(script_of("baccarat", options={"decks": 8}))
    assert (seating.spots, dict(seating.options)) == (None, {})


def test_odd_amounts_have_chips() -> None:
    assert set(seating_of(script_of("blackjack", bet("main", 1025))).amounts) >= {25}


def test_forbidden_options_are_refused() -> None:
    with pytest.raises(OptionRefused):
        seating_of(script_of("blackjack", options={"decks": 99}))


@each("path", sorted(GOLDEN.glob("*/*.jsonl")))
def test_every_golden_round_has_a_table(path: Path) -> None:
    line, *_ = path.read_text(encoding="utf-8").splitlines()
    script = msgspec.convert(json.loads(line)["script"], TableScript, dec_hook=decode_plain)
    assert seating_of(script).game == script.game
