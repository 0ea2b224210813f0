"""The journal in words: a recalled round, and the last entries."""

from collections.abc import Iterator
from typing import Final

from firmware.core.table.fault_state import Fault
from firmware.core.vocabulary.events import (
    ChipsSwept,
    ClearAllowed,
    ClockStepped,
    CutCardSeen,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    HeadTaken,
    KeyPressed,
    KeySwitchTurned,
    MetersReset,
    NoMoreBetsSeen,
    NoResultSeen,
    NumberDrawn,
    PartAnswered,
    PartAwaited,
    PowerLost,
    PowerReturned,
    PresenceSeen,
    ResultSeen,
    ServiceEnded,
    ShoeRestarted,
    ShuffleEnded,
    StackRead,
    TestBegun,
    TestEnded,
    TimeUp,
)
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import BetMoved, BetSettled, Ruling, place_values
from firmware.core.vocabulary.tournament import HallLapsed, LevelSeen
from firmware.shell.history.records import Setting
from firmware.shell.recall.round_record import RecalledCard, RoundItem
from firmware.shell.recall.steps import OVERRIDE_KEYS
from firmware.shell.words.catalogue import PLACEHOLDER_VALUES
from firmware.shell.words.ruling_words import ruling_texts

DIGEST_DIGITS: Final = 12
"""Digits of a digest that a person compares; the JSON has them all."""
NAMED_PARTS: Final = frozenset[str]().union(*(kind.part_names for kind in FAULT_KINDS.values()))
"""The parts that have a name in words."""
CODELESS_FAULTS: Final = frozenset({"printer_fault", "wheel_fault"})
"""The faults whose words leave out the part's own code, since not every such part has one."""

PLAIN_EVENTS: Final[dict[type[Event], str]] = {
    PowerLost: "recall.power_lost",
    PowerReturned: "recall.power_returned",
    ServiceEnded: "recall.service_ended",
    NoMoreBetsSeen: "recall.wheel_closes",
    ChipsSwept: "console.happened.swept",
    CutCardSeen: "console.happened.cut_card",
    ShoeRestarted: "console.happened.shoe_restarted",
    TimeUp: "console.happened.time_up",
    TestBegun: "console.happened.test_begun",
    TestEnded: "console.happened.test_ended",
    MetersReset: "console.happened.meters_reset",
    HallLapsed: "console.happened.hall_lost",
}


def item_texts(round_item: RoundItem) -> Iterator[Text]:
    """Yield the words of one item, a line each; some rulings have none."""
    if round_item.card:
        yield _card_text(round_item.card)
    elif round_item.ruling:
        yield from _ruling_texts(round_item.ruling)
    elif round_item.event:
        yield event_text(round_item.event)
    elif round_item.note:
        yield round_item.note
    elif round_item.setting:
        yield Text("recall.setting", setting_values(round_item.setting))


def event_text(event: Event) -> Text:
    """Return an event in words; one without words is shown by its name."""
    match event:
        case KeyPressed(key):
            by_supervisor = key in OVERRIDE_KEYS
            event_key = "recall.override" if by_supervisor else "console.happened.key"
            return Text(event_key, {"key": key.value})
        case KeySwitchTurned() | DoorMoved():
            return _switch_text(event)
        case PresenceSeen() | StackRead():
            return _sensor_text(event)
        case ShuffleEnded() | ResultSeen() | NoResultSeen() | NumberDrawn():
            return _result_text(event)
        case HeadTaken() | ClockStepped() | LevelSeen():
            return _device_text(event)
        case ClearAllowed() | FaultRaised() | FaultEnded():
            return _fault_text(event)
        case PartAwaited() | PartAnswered():
            event_key = "awaited" if isinstance(event, PartAwaited) else "answered"
            return _event_text(event_key, part=_part_text(event.part))
    name = {"name": str(event.__struct_config__.tag)}
    return Text(PLAIN_EVENTS.get(type(event), "console.happened.other"), dict(name))


def _device_text(event: HeadTaken | ClockStepped | LevelSeen) -> Text:
    if isinstance(event, LevelSeen):
        return _event_text("level", number=event.number, minutes=event.minutes_left)
    if isinstance(event, HeadTaken):
        return _event_text("head", head=f"{event.record}-{event.digest[:8]}")
    return _event_text("clock", seconds=event.seconds)


def _switch_text(event: KeySwitchTurned | DoorMoved) -> Text:
    if isinstance(event, KeySwitchTurned):
        return Text("recall.key_on" if event.on else "recall.key_off")
    door_key = "recall.door_open" if event.open else "recall.door_shut"
    return Text(door_key, {"door": event.door.value})


def setting_values(setting: Setting) -> dict[str, str | int | Text]:
    """Return a setting as values for its words."""
    return {
        "version": setting.version,
        "program": setting.program[:DIGEST_DIGITS],
        "pack": setting.pack,
        "rules": setting.rules[:DIGEST_DIGITS],
    }


def _card_text(card: RecalledCard) -> Text:
    face_text = Text("recall.face", {"card": card.card}) if card.card else Text("recall.not_shown")
    values: dict[str, str | int | Text] = {"order": card.order, "face": face_text}
    if card.to is None:
        card_text = Text("recall.card_to_nobody", values)
    else:
        card_text = Text("recall.card", {**values, "hand": card.to, "nth": card.nth or 1})
    return Text("recall.tagged", {"words": card_text, "tag": card.tag}) if card.tag else card_text


def _ruling_texts(ruling: Ruling) -> Iterator[Text]:
    if isinstance(ruling, BetMoved):
        place, cents = ruling.bet.place, ruling.bet.cents
        yield Text("recall.laid", {**place_values(place), "cents": cents})
    for text in ruling_texts(ruling):
        article = ruling.article if isinstance(ruling, BetSettled) else None
        yield Text("recall.by_article", {"words": text, "article": article}) if article else text


def _sensor_text(event: PresenceSeen | StackRead) -> Text:
    if isinstance(event, PresenceSeen):
        return _event_text("covered" if event.covered else "freed", **place_values(event.place))
    place: TextValues = {
        **place_values(event.place),
        "cents": event.cents,
        "colours": event.colours,
    }
    sensor_text = _event_text("colours" if event.colours else "stack", **place)
    bettor = event.bettor
    return (
        sensor_text if bettor is None else _event_text("behind", words=sensor_text, bettor=bettor)
    )


def _result_text(event: ShuffleEnded | ResultSeen | NoResultSeen | NumberDrawn) -> Text:
    match event:
        case ShuffleEnded(cards):
            return Text("recall.shuffled", {"cards": "–" if cards is None else str(cards)})
        case ResultSeen(symbols):
            return Text("recall.result", {"result": " ".join(symbols)})
        case NoResultSeen(reason):
            return Text(f"no_result.{reason}")
        case NumberDrawn(drawn_number):
            return _event_text("number", number=str(drawn_number))


def _fault_text(event: ClearAllowed | FaultRaised | FaultEnded) -> Text:
    fault_values = event.values if isinstance(event, FaultRaised) else {}
    words = Fault(event.part, event.code, fault_values).words
    fault_text = Text(
        words.key, {**PLACEHOLDER_VALUES, **words.values, "part": _part_text(event.part)}
    )
    match event:
        case ClearAllowed():
            return Text("recall.allowed", {"fault": fault_text})
        case FaultEnded():
            return _event_text("fault_over", fault=fault_text)
        case FaultRaised(code=fault_code, values={"code": code}) if fault_code in CODELESS_FAULTS:
            return _event_text("fault_by_code", fault=fault_text, code=code)
    return fault_text


def _part_text(name: str) -> Text | str:
    """Return a part's name in words, or its raw name if it is unknown."""
    return Text(f"part.{name}") if name in NAMED_PARTS else name


def _event_text(key: str, /, **values: str | int | Text) -> Text:
    return Text(f"console.happened.{key}", values)
