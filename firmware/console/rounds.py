"""Recalled rounds for a person: a block a round, a line for each thing that happened."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import asdict
from rich.text import Text as Ink

from firmware.console.clean import said
from firmware.console.measures import moment
from firmware.core.betting import where
from firmware.core.events import (
    ClearAllowed,
    DoorMoved,
    Event,
    KeyPressed,
    KeySwitchTurned,
    NoMoreBetsSeen,
    PowerLost,
    PowerReturned,
    ResultSeen,
    ServiceEnded,
    ShuffleEnded,
)
from firmware.core.panel import Text
from firmware.core.rulings import (
    BetMoved,
    BetSettled,
    FaultShown,
    LateBet,
    LateResolved,
    MetersBegan,
    Refused,
    RoundVoided,
    Ruling,
    TestClosed,
    TestOpened,
    Undone,
)
from firmware.shell.entries import Setting
from firmware.shell.recall import Account, CardTold, Round, Told
from firmware.shell.ruling_words import ruling_told
from firmware.shell.words import Words

SHORT: Final = 12
"""Digits of a digest that a person compares; the JSON has them all."""
ALARMING: Final = (FaultShown, RoundVoided, LateBet, PowerLost)
NOTABLE: Final = (
    *(Refused, Undone, LateResolved, TestOpened, TestClosed, MetersBegan),
    *(KeyPressed, ClearAllowed, KeySwitchTurned),
)


class RoundTeller:
    """Says rounds in one language, in local time."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def lines(self, told: Round) -> Iterator[Ink]:
        """Yield the lines of one round: that it is a test, if it is one, and its heading first."""
        if told.test:
            yield Ink(self._say("recall.test"), "bold yellow")
        game, date = Text(f"game.{told.game}"), _date(told.opened or told.ended)
        heading = self._say("recall.head", number=told.number, game=game, date=date)
        yield Ink(heading, "bold")
        yield Ink(f"  {self._times(told)}")
        for part in told.story:
            if not (told.closed and isinstance(part.ruling, BetMoved)):
                yield from self.part(part)
        if told.closed:
            yield Ink(f"  {self._account(told.account)}", "bold")
        yield Ink(f"  {self._say('recall.decided_by', **_named(told.decided_by))}", "dim")
        if told.differs:
            yield Ink(f"  {self._say('recall.differs')}", "yellow")

    def _times(self, told: Round) -> str:
        ending = "voided" if told.voided else "ended" if told.ended else "going_on"
        times = {"opened": told.opened, "closed": told.closed, "ended": told.ended}
        clocks = {name: _clock(wall) for name, wall in times.items()}
        return self._say(f"recall.{ending}", **clocks)

    def part(self, part: Told) -> Iterator[Ink]:
        """Yield the lines of one thing that is told, a line each."""
        for text in _texts(part):
            words = self._text(text)
            if part.undone:
                words = self._say("recall.undone", words=words)
            yield Ink(f"  {_clock(part.wall)}  ").append(words, _style(part))

    def _account(self, account: Account) -> str:
        if account.held is None:
            return self._say("recall.account_unseen")
        held = self._say("recall.account", held_cents=account.held)
        amounts = {f"{name}_cents": cents or 0 for name, cents in asdict(account).items()}
        return f"{held} ({self._text(Text('recall.account_of', amounts))})"

    def _say(self, key: str, **values: str | int | Text) -> str:
        return said(self._words, key, **values)

    def _text(self, text: Text) -> str:
        """Say it; words that another program had and this one has not are named by their key."""
        return said(self._words, text.key, **text.values)


def _texts(part: Told) -> Iterator[Text]:
    if part.card:
        yield _card(part.card)
    elif part.ruling:
        yield from _ruling(part.ruling)
    elif part.event:
        yield _event(part.event)
    elif part.note:
        yield part.note
    elif part.setting:
        yield Text("recall.setting", _named(part.setting))


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


def _event(event: Event) -> Text:
    match event:
        case KeyPressed(key):
            return Text("recall.override", {"key": key.value})
        case KeySwitchTurned(on):
            return Text("recall.key_on" if on else "recall.key_off")
        case ClearAllowed(part, code):
            return Text("recall.allowed", {"part": Text(f"part.{part}"), "code": code})
        case DoorMoved(door, is_open):
            moved = "recall.door_open" if is_open else "recall.door_shut"
            return Text(moved, {"door": door.value})
        case ShuffleEnded(cards):
            return Text("recall.shuffled", {"cards": "–" if cards is None else str(cards)})
        case ResultSeen(symbols):
            return Text("recall.result", {"result": " ".join(symbols)})
    return Text(PLAIN[type(event)])


PLAIN: Final[dict[type[Event], str]] = {
    PowerLost: "recall.power_lost",
    PowerReturned: "recall.power_returned",
    ServiceEnded: "recall.service_ended",
    NoMoreBetsSeen: "recall.wheel_closes",
}


def _style(part: Told) -> str:
    if part.undone:
        return "dim"
    what = part.ruling or part.event
    if isinstance(what, ALARMING):
        return "bold red"
    if isinstance(what, NOTABLE) or part.note:
        return "yellow"
    paid = isinstance(what, BetSettled) and what.paid > 0
    return "green" if paid else "cyan" if part.card else ""


def _named(setting: Setting) -> dict[str, str | int | Text]:
    return {
        "version": setting.version,
        "program": setting.program[:SHORT],
        "pack": setting.pack,
        "rules": setting.rules[:SHORT],
    }


def _clock(wall: str | None) -> str:
    """Return the local time of day, a dash where none is known."""
    return moment(wall, "%H:%M:%S") if wall else "–"


def _date(wall: str | None) -> str:
    return moment(wall, "%Y-%m-%d") if wall else "–"
