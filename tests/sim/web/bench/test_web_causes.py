"""The kind of each event of the page, the wires that caused it, and its words."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest

from drivers.wiring import KeyWiring
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    AnyEvent,
    CardRead,
    Door,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    PowerLost,
    StackRead,
    decode_plain,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetsLocked, FaultCleared, RoundOpened
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import default_table
from firmware.shell.config.parts import PART_KINDS
from firmware.shell.config.settings import Config
from firmware.shell.parts.attached_part import AttachedPart
from firmware.shell.recall.round_record import RecalledCard, RoundItem
from firmware.shell.script import TableScript
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from sim.play.play import ScriptRun
from sim.play.script_table import configure_table
from sim.web.recording.event_origin import WIRED_ELSEWHERE, EventOrigins
from sim.web.session.event_texts import event_messages, render_text
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES, GOLDEN
from tests.kits.quebec import games_in_pack

WORDS = {language: Words.load(language) for language in LANGUAGES}
WALL = "2026-11-21T12:00:00+00:00"
BACCARAT = default_table("baccarat")
CARD = RecalledCard(1, None, None, None, None)


def round_item(**what: Any) -> RoundItem:
    return RoundItem(7, WALL, at_ms=1234, **what)


def parts_of(event: Event, config: Config = BACCARAT) -> tuple[str, ...]:
    return EventOrigins(config.wiring).parts(round_item(event=event))


# the parts that events declare


def test_origins_are_configured_parts() -> None:
    sections = {name for kind in get_args(AnyEvent) for name in kind.DISCLOSURE.parts}
    assert (
        sections | {name for names in WIRED_ELSEWHERE.values() for name in names}
        <= PART_KINDS.keys()
    )


class Overheard:
    """Which part of a table has reported which events."""

    def __init__(self, attached: AttachedPart) -> None:
        self.part = attached.part
        self.events: list[Event] = []
        self._poll = attached.part.poll
        attached.part.poll = self.poll  # type: ignore[method-assign]

    def poll(self, now: Any) -> Any:
        events = self._poll(now)
        self.events += events
        return events


def overheard(config: Config, script: TableScript) -> Iterator[tuple[str, Event]]:
    """Yield what each part tells while a script is played."""
    evening = ScriptRun(configure_table(config, script), WORDS["en"], lambda _line: None)
    parts = [
        Overheard(attached)
        for bus in evening._table.buses
        for attached in bus.attached
        if attached.part.name in PART_KINDS
    ]
    evening.play_steps(script)
    for part in parts:
        yield from ((part.part.name, event) for event in part.events)


def a_round(game: str) -> TableScript:
    golden = next(iter(sorted((GOLDEN / game).glob("*.jsonl"))))
    line = json.loads(golden.read_text(encoding="utf-8").splitlines()[0])
    return msgspec.convert(line.get("script", line), TableScript, dec_hook=decode_plain)


@each("game", games_in_pack())
def test_event_comes_from_listed_parts(game: str) -> None:
    script = a_round(game)
    events = list(overheard(default_table(game), script))
    assert events
    for part, event in events:
        assert part in event.source_parts


@pytest.mark.parametrize("example", ["rfid", "odds-only", "budget"])
def test_origins_hold_for_every_example(example: str) -> None:
    script = a_round("baccarat")
    events = list(overheard(load_config(EXAMPLES / f"{example}.toml"), script))
    assert {"shoe", "keys"} <= {part for part, _ in events}
    for part, event in events:
        assert part in event.source_parts


# of which wires it is reported


def test_missing_part_causes_nothing() -> None:
    stack = StackRead(Place(1, "player"), Cents(500))
    assert parts_of(stack) == ("chips",)
    assert parts_of(stack, load_config(EXAMPLES / "odds-only.toml")) == ()


def test_card_comes_from_shoe_or_keys() -> None:
    causes = EventOrigins(BACCARAT.wiring)
    assert causes.parts(round_item(card=CARD)) == ("shoe",)
    by_hand = msgspec.structs.replace(CARD, by_hand=True)
    assert causes.parts(round_item(card=by_hand)) == ("keys",)
    assert causes.event_kind(round_item(card=by_hand)) == "card"


@pytest.mark.parametrize("kind", [FaultRaised, FaultEnded])
def test_fault_comes_from_its_part(kind: type[FaultRaised | FaultEnded]) -> None:
    assert parts_of(kind("chips", "lost")) == ("chips",)
    assert parts_of(kind("doors", "door_open")) == ("keys",)
    assert parts_of(kind("journal", "copy_lost")) == ()
    assert parts_of(kind("of_another_program", "lost")) == ()
    on_bus = {"presence", "keys", "lights", "dealer_display", "payout_display", "figures"}
    assert set(parts_of(kind("i2c", "stuck"))) == on_bus


def test_table_itself_has_no_wire() -> None:
    assert parts_of(PowerLost()) == ()
    assert EventOrigins(BACCARAT.wiring).parts(round_item(ruling=RoundOpened(3))) == ()
    assert EventOrigins(BACCARAT.wiring).parts(round_item(note=Text("recall.none"))) == ()


def test_direct_contacts_have_no_bytes() -> None:
    wiring = replace(
        BACCARAT.wiring, keys=KeyWiring("pins", (), None, {(0, 4): Key.CONFIRM}, {}, (0, 5), {})
    )
    assert parts_of(KeyPressed(Key.CONFIRM)) == ("keys",)
    assert EventOrigins(wiring).parts(round_item(event=KeyPressed(Key.CONFIRM))) == ()


# in words


def one(entry: RoundItem) -> Any:
    (event,) = event_messages((entry,), WORDS, EventOrigins(BACCARAT.wiring))
    return event


EVENTS = [
    KeyPressed(Key.CONFIRM),
    StackRead(Place(1, "player"), Cents(123450)),
    DoorMoved(Door.LOGIC, open=True),
    FaultRaised("shoe", "lost"),
]


@each("event", EVENTS)
def test_event_is_fully_described(event: Event) -> None:
    event_item = one(round_item(event=event))
    assert (event_item.record, event_item.wall, event_item.at_ms) == (7, WALL, 1234)
    assert event_item.name == type(event).__name__
    assert event_item.parts == parts_of(event)
    assert set(event_item.text_by_language) == set(LANGUAGES)
    assert event_item.text_by_language["fr"] != event_item.text_by_language["en"]
    assert not any("." in words.split()[0] for words in event_item.text_by_language.values())


def test_money_follows_each_language() -> None:
    words = one(round_item(event=EVENTS[1])).text_by_language
    assert "1\u00a0234,50\u00a0$" in words["fr"]
    assert "$1,234.50" in words["en"]


def test_only_a_public_card_is_named() -> None:
    assert one(round_item(card=CARD)).text_by_language["en"] == "Card 1: not shown → to nobody"
    shown = RecalledCard(2, "TH", None, Text("hand.player"), 1)
    assert "10♥" in one(round_item(card=shown)).text_by_language["en"]


def test_taken_back_event_is_marked() -> None:
    entry = round_item(event=KeyPressed(Key.CONFIRM), undone=True)
    event = one(entry)
    assert event.undone
    assert "(undone)" in event.text_by_language["en"]


def test_ruling_has_a_line_per_text() -> None:
    causes = EventOrigins(BACCARAT.wiring)
    nothing = round_item(ruling=BetsLocked(1, ()))
    assert list(event_messages((nothing,), WORDS, causes)) == []
    several = one(round_item(ruling=FaultCleared("shoe", "lost")))
    assert several.event_kind == "ruling"
    assert several.name == "FaultCleared"


def test_unknown_words_are_shown_by_key() -> None:
    assert render_text(WORDS["en"], Text("of.another.program")) == "of.another.program"
    assert (
        one(round_item(note=Text("of.another.program"))).text_by_language["fr"]
        == "of.another.program"
    )


def test_card_has_its_own_event_class() -> None:
    assert CardRead.DISCLOSURE.kind == "card"
    assert parts_of(CardRead(parse_card("AS"))) == ("shoe",)
