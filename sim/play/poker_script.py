"""A poker table's script: its steps as acts, and what the table rules as lines."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import UNSET

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.asks import asks, waiting_for
from firmware.core.poker_room.engine.rulings import AlarmRaised
from firmware.core.poker_room.engine.terms import TOURNAMENT, Terms, terms_of
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.journal import Journal, MemoryCopy, Stamp
from firmware.shell.poker_room.journaled_table import KeptTable
from firmware.shell.script import RoomScript, RoomStep
from firmware.shell.words.words import Words
from sim.play.output import Telling
from sim.play.poker_lines import Line, line_of

Say = Callable[[Mapping[str, Any]], None]

PRESSES: Final[Mapping[str, acts.Act]] = {
    "post": acts.Post(),
    "misdeal": acts.Misdeal(),
    "take_back": acts.TakeBack(),
    "clock": acts.CallClock(),
    "undo": acts.Undo(),
    "void": acts.Void(),
    "confirm": acts.Confirm(),
}

ACTS: Final[Mapping[str, Callable[[Any], list[acts.Act]]]] = {
    "seat": lambda at: [acts.SitDown(at.spot, at.cents)],
    "leave": lambda at: [acts.Leave(at.spot)],
    "take": lambda at: [acts.TakeOff(at.spot, at.cents)],
    "sit_out": lambda at: [acts.SitOut(at.spot, out=True)],
    "sit_in": lambda at: [acts.SitOut(at.spot, out=False)],
    "button": lambda spot: [acts.PlaceButton(spot)],
    "wait": lambda seconds: [acts.Wait(seconds)],
    "level": lambda level: [acts.Level(level.blinds, level.ante)],
    "bet": lambda bet: [acts.PostBlind(bet.spot, bet.on, bet.cents)],
    "deal": lambda count: [acts.Deal(count)],
    "hole": lambda hand: [acts.ReadHole(hand.spot, hand.cards)],
    "decide": lambda step: [acts.Decide(step.spot, step.do, step.cents)],
    "muck": lambda at: [acts.Muck(at.spot)],
    "burn": lambda _: [acts.Burn()],
    "card": lambda card: [acts.FaceUp(card)],
    "cards": lambda cards: [acts.FaceUp(card) for card in cards],
    "enter": lambda entry: [acts.FaceUp(entry.card)],
    "show": lambda hand: [acts.Show(hand.spot, hand.cards)],
    "expose": lambda seen: [acts.Expose(seen.card, seen.spot)],
    "press": lambda key: [PRESSES[key]] if key in PRESSES else [],
}
"""What a step does; cards are dealt one by one."""


def play_poker(script: RoomScript, line: int, words: Words, say: Say) -> None:
    """Play a poker table's script, and print its lines."""
    say({"script": line if script.id is None else script.id, "game": script.game})
    words = words.at(script.game, chips=script.game == TOURNAMENT)
    try:
        table = KeptTable(_terms(script), _journal(script.game))
    except OptionRefused as refused:
        say({"refused": {"step": 0, "why": words.say(refused.why)}})
        return
    evening = PokerEvening(table, words, say)
    for number, step in enumerate(script.steps, start=1):
        evening.do(step, number)
    evening.end(len(script.steps) + 1)


def _journal(game: str) -> Journal:
    """Return a new journal in memory."""
    return Journal.open((MemoryCopy("a"), MemoryCopy("b")), Stamp("sim", "", "", "", game))


def _terms(script: RoomScript) -> Terms:
    """Return the terms of the script's table, which has no limits by bet. Raises OptionRefused."""
    for bet, limits in script.limits.items():
        raise OptionRefused(f"limits.{bet}", list(limits))
    return terms_of(script.game, script.options, script.spots)


class PokerEvening:
    """One script at a table of its own."""

    def __init__(self, table: KeptTable, words: Words, say: Say) -> None:
        self._table, self._words, self._say = table, words, say
        self._telling = Telling(words, {})
        self._asked: tuple[Text, ...] = ()

    def do(self, step: RoomStep, number: int) -> None:
        """Do one step; of several cards the first that is not taken ends it."""
        kind = step.kind
        done = ACTS[kind](getattr(step, kind)) if kind in ACTS else []
        if not done:
            self._tell([Refused(Text("why.not_this_game", {"step": _named(step)}))], number)
        for act in done:
            ruled = self._table.handle(act, number)
            self._tell(ruled, number)
            if any(isinstance(ruling, Refused | AlarmRaised) for ruling in ruled):
                break
        self._prompt()

    def end(self, number: int) -> None:
        """Confirm a game that is won, or say what an open one waits for."""
        ruled = self._table.handle(acts.Confirm(), number)
        self._tell([ruling for ruling in ruled if not isinstance(ruling, Refused)], number)
        waiting = waiting_for(self._table.room)
        if waiting is not None:
            self._say({"unfinished": {"waiting_for": waiting}})

    def _tell(self, ruled: Iterable[Ruling], step: int) -> None:
        for ruling in ruled:
            own = self._alarm(ruling) or line_of(ruling)
            for line in [own] if own else self._telling.rulings([ruling], step):
                self._say(line)

    def _alarm(self, ruling: Ruling) -> Line | None:
        if not isinstance(ruling, AlarmRaised):
            return None
        why = self._words.say(ruling.why)
        return {"alarm": {"part": "table", "code": ruling.code, "why": why}}

    def _prompt(self) -> None:
        asked = asks(self._table.room)
        if asked != self._asked:
            self._asked = asked
            self._say({"prompt": [self._words.say(text) for text in asked]})


def _named(step: RoomStep) -> str:
    return step.kind if step.press is UNSET else str(step.press)
