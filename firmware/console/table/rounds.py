"""Recalled rounds for a person: a block a round, a line for each thing that happened."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import asdict
from rich.text import Text as Ink

from firmware.console.text.clean import said
from firmware.console.text.measures import moment
from firmware.core.vocabulary.events import ClearAllowed, KeyPressed, KeySwitchTurned, PowerLost
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    BetMoved,
    BetSettled,
    DiceChanged,
    FaultShown,
    LateBet,
    LateResolved,
    MetersBegan,
    Refused,
    RoundVoided,
    TestClosed,
    TestOpened,
    Undone,
)
from firmware.shell.recall import Account, Round, Told
from firmware.shell.recall.steps import OVERRIDES
from firmware.shell.recall.text import in_words, named
from firmware.shell.words.words import Words

ALARMING: Final = (FaultShown, RoundVoided, LateBet, PowerLost)
NOTABLE: Final = (
    *(Refused, Undone, LateResolved, TestOpened, TestClosed, MetersBegan),
    *(ClearAllowed, KeySwitchTurned, DiceChanged),
)


def words_of(told: Round, words: Words) -> Words:
    """Return the words of the table at which a round was played."""
    return words.at(told.game, chips=told.decided_by.table.tournament)


class RoundTeller:
    """Renders rounds in one language, in local time."""

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
        yield Ink(f"  {self._say('recall.decided_by', **named(told.decided_by))}", "dim")
        if told.differs:
            yield Ink(f"  {self._say('recall.differs')}", "yellow")

    def _times(self, told: Round) -> str:
        ending = "voided" if told.voided else "ended" if told.ended else "going_on"
        times = {"opened": told.opened, "closed": told.closed, "ended": told.ended}
        clocks = {name: _clock(wall) for name, wall in times.items()}
        return self._say(f"recall.{ending}", **clocks)

    def part(self, part: Told) -> Iterator[Ink]:
        """Yield the lines of one item."""
        for text in in_words(part):
            words = self._text(text)
            if part.undone:
                words = self._say("recall.undone", words=words)
            yield Ink(f"  {_clock(part.wall)}  ").append(words, _style(part))

    def _account(self, account: Account) -> str:
        if account.held is None:
            return self._say("recall.account", held_cents=UNCOUNTED)
        held = self._say("recall.account", held_cents=account.held)
        if account.bank_held is not None:
            said = {"spot": account.bank, "held_cents": account.bank_held}
            held = f"{held}, {self._say('recall.bank_account', **said)}"
        amounts = {f"{name}_cents": cents or 0 for name, cents in asdict(account).items()}
        return f"{held} ({self._text(Text('recall.account_of', amounts))})"

    def _say(self, key: str, **values: str | int | Text) -> str:
        return said(self._words, key, **values)

    def _text(self, text: Text) -> str:
        """Render a text; a key of another program's words is shown as a key."""
        return said(self._words, text.key, **text.values)


def _style(part: Told) -> str:
    if part.undone:
        return "dim"
    what = part.ruling or part.event
    if isinstance(what, ALARMING):
        return "bold red"
    overrides = isinstance(what, KeyPressed) and what.key in OVERRIDES
    if isinstance(what, NOTABLE) or overrides or part.note:
        return "yellow"
    paid = isinstance(what, BetSettled) and what.paid > 0
    return "green" if paid else "cyan" if part.card else ""


def _clock(wall: str | None) -> str:
    """Return the local time of day, a dash if it is unknown."""
    return moment(wall, "%H:%M:%S") if wall else "–"


def _date(wall: str | None) -> str:
    return moment(wall, "%Y-%m-%d") if wall else "–"
