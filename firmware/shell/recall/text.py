"""The journal in words: a recalled round, and the last entries."""

from collections.abc import Iterator
from typing import Final

from firmware.core.table.trouble import Fault
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
from firmware.core.vocabulary.faults import FAULTS
from firmware.core.vocabulary.hall import HallLapsed, LevelSeen
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.rulings import BetMoved, BetSettled, Ruling
from firmware.core.vocabulary.rulings import named as where
from firmware.shell.history.records import Setting
from firmware.shell.recall.round_record import CardTold, Told
from firmware.shell.recall.steps import OVERRIDES
from firmware.shell.words.catalogue import OF_ANY
from firmware.shell.words.ruling_words import ruling_told

SHORT: Final = 12
"""Digits of a digest that a person compares; the JSON has them all."""
NAMED: Final = frozenset[str]().union(*(kind.places for kind in FAULTS.values()))
"""The parts that have a name in words."""
CODELESS: Final = frozenset({"printer_fault", "wheel_fault"})
"""The faults whose words leave out the part's own code, since not every such part has one."""

PLAIN: Final[dict[type[Event], str]] = {
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


def in_words(told: Told) -> Iterator[Text]:
    """Yield the words of one item, a line each; some rulings have none."""
    if told.card:
        yield _card(told.card)
    elif told.ruling:
        yield from _ruling(told.ruling)
    elif told.event:
        yield event_words(told.event)
    elif told.note:
        yield told.note
    elif told.setting:
        yield Text("recall.setting", named(told.setting))


def event_words(event: Event) -> Text:
    """Return an event in words; one without words is shown by its name."""
    match event:
        case KeyPressed(key):
            by_supervisor = key in OVERRIDES
            said = "recall.override" if by_supervisor else "console.happened.key"
            return Text(said, {"key": key.value})
        case KeySwitchTurned() | DoorMoved():
            return _moved(event)
        case PresenceSeen() | StackRead():
            return _sensed(event)
        case ShuffleEnded() | ResultSeen() | NoResultSeen() | NumberDrawn():
            return _result(event)
        case HeadTaken() | ClockStepped() | LevelSeen():
            return _of_device(event)
        case ClearAllowed() | FaultRaised() | FaultEnded():
            return _fault(event)
        case PartAwaited() | PartAnswered():
            said = "awaited" if isinstance(event, PartAwaited) else "answered"
            return _happened(said, part=_part(event.part))
    name = {"name": type(event).__name__}
    return Text(PLAIN.get(type(event), "console.happened.other"), dict(name))


def _of_device(event: HeadTaken | ClockStepped | LevelSeen) -> Text:
    if isinstance(event, LevelSeen):
        return _happened("level", number=event.number, minutes=event.minutes_left)
    if isinstance(event, HeadTaken):
        return _happened("head", head=f"{event.record}-{event.digest[:8]}")
    return _happened("clock", seconds=event.seconds)


def _moved(event: KeySwitchTurned | DoorMoved) -> Text:
    if isinstance(event, KeySwitchTurned):
        return Text("recall.key_on" if event.on else "recall.key_off")
    moved = "recall.door_open" if event.open else "recall.door_shut"
    return Text(moved, {"door": event.door.value})


def named(setting: Setting) -> dict[str, str | int | Text]:
    """Return a setting as values for its words."""
    return {
        "version": setting.version,
        "program": setting.program[:SHORT],
        "pack": setting.pack,
        "rules": setting.rules[:SHORT],
    }


def _card(card: CardTold) -> Text:
    face = Text("recall.face", {"card": card.card}) if card.card else Text("recall.not_shown")
    values: dict[str, str | int | Text] = {"order": card.order, "face": face}
    if card.to is None:
        said = Text("recall.card_to_nobody", values)
    else:
        said = Text("recall.card", {**values, "hand": card.to, "nth": card.nth or 1})
    return Text("recall.tagged", {"words": said, "tag": card.tag}) if card.tag else said


def _ruling(ruling: Ruling) -> Iterator[Text]:
    if isinstance(ruling, BetMoved):
        place, cents = ruling.bet.place, ruling.bet.cents
        yield Text("recall.laid", {**where(place), "cents": cents})
    for text in ruling_told(ruling):
        article = ruling.article if isinstance(ruling, BetSettled) else None
        yield Text("recall.by_article", {"words": text, "article": article}) if article else text


def _sensed(event: PresenceSeen | StackRead) -> Text:
    if isinstance(event, PresenceSeen):
        return _happened("covered" if event.covered else "freed", **where(event.place))
    place: Values = {**where(event.place), "cents": event.cents, "colours": event.colours}
    told = _happened("colours" if event.colours else "stack", **place)
    bettor = event.bettor
    return told if bettor is None else _happened("behind", words=told, bettor=bettor)


def _result(event: ShuffleEnded | ResultSeen | NoResultSeen | NumberDrawn) -> Text:
    match event:
        case ShuffleEnded(cards):
            return Text("recall.shuffled", {"cards": "–" if cards is None else str(cards)})
        case ResultSeen(symbols):
            return Text("recall.result", {"result": " ".join(symbols)})
        case NoResultSeen(reason):
            return Text(f"no_result.{reason}")
        case NumberDrawn(number):
            return _happened("number", number=str(number))


def _fault(event: ClearAllowed | FaultRaised | FaultEnded) -> Text:
    known = event.values if isinstance(event, FaultRaised) else {}
    words = Fault(event.part, event.code, known).words
    fault = Text(words.key, {**OF_ANY, **words.values, "part": _part(event.part)})
    match event:
        case ClearAllowed():
            return Text("recall.allowed", {"fault": fault})
        case FaultEnded():
            return _happened("fault_over", fault=fault)
        case FaultRaised(code=fault_code, values={"code": code}) if fault_code in CODELESS:
            return _happened("fault_by_code", fault=fault, code=code)
    return fault


def _part(name: str) -> Text | str:
    """Return a part's name in words, or its raw name if it is unknown."""
    return Text(f"part.{name}") if name in NAMED else name


def _happened(key: str, /, **values: str | int | Text) -> Text:
    return Text(f"console.happened.{key}", values)
