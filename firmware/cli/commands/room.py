"""`croupier room`: the hall of a tournament, and what people do in it."""

import logging
from pathlib import Path
from typing import Final

import msgspec

from firmware.cli.args.errors import CannotServe, complain
from firmware.cli.args.exits import UNWELL
from firmware.cli.args.types import Count
from firmware.cli.commands.engine import sayer, served
from firmware.cli.commands.room_kinds import Age, At, Chips, Paid, Player, Some
from firmware.cli.commands.room_screens import On, begin_screens
from firmware.core.games import slot_bank
from firmware.core.poker_room.engine.terms import ROOM
from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.sockets.line_client import ControlError, NoTable
from firmware.shell.words.words import Words
from firmware.tournament.name_entry import folded
from firmware.tournament.requests import (
    AnyAsk,
    Do,
    DrawSeats,
    GoOn,
    HallAnswer,
    Sits,
    TakeBack,
    TellReport,
    TellStatus,
    ask_hall,
)

GAMES: Final = (ROOM, slot_bank.GAME)
"""Games that a tournament may be of, besides those of the house."""


def serve(words: Words, *, config: Path, at: At, on: On) -> int:
    """Serve the hall of a tournament until it is stopped."""
    from firmware.tournament.config import load_hall
    from firmware.tournament.process import opened, serve

    # a copy that is lost is an incident, in words
    logging.getLogger("firmware.shell.journal").addHandler(logging.NullHandler())
    setting = load_hall(config, GAMES)
    with opened(setting, at.folder) as service:
        say = sayer(words)
        say(Text("hall.serving", {"name": setting.tournament, "path": str(at.folder)}))
        _print(words, service.answer(TellStatus()))
        if where := begin_screens(service, setting.title, on):
            say(where)
        return served(serve(service, setting, say))


def register(words: Words, player: Player, *, age: Age | None = None, paid: Paid, at: At) -> int:
    """Sell an entry; return 1 if it is refused, as all commands below do."""
    return _do(words, at, acts.Register(player, paid.whole, age))


def draw(words: Words, *, at: At) -> int:
    """Draw the seats of all who have paid."""
    return _ask(words, at, DrawSeats())


def start(words: Words, *, at: At) -> int:
    """End the sale, and begin with the first level."""
    return _do(words, at, acts.Start())


def pause(words: Words, *, at: At) -> int:
    """Stop the clock."""
    return _do(words, at, acts.Pause())


def resume(words: Words, *, count_away: bool = False, at: At) -> int:
    """Have the clock go on."""
    return _ask(words, at, GoOn(count_away))


def rebuy(words: Words, player: Player, *, paid: Paid, at: At) -> int:
    """Sell chips once more."""
    return _do(words, at, acts.BuyAgain(player, paid.whole))


def out(words: Words, players: Some, *, at: At) -> int:
    """Report who lost his last chips in one game."""
    lost = tuple(acts.Lost(player, stack) for player, stack in players)
    return _do(words, at, acts.ReportOut(lost))


def button(words: Words, table: Count, spot: Count, *, at: At) -> int:
    """Report where a table's button is."""
    return _do(words, at, acts.ReportButton(table, spot))


def stacks(words: Words, players: Some, *, at: At) -> int:
    """Report what each player has when the time is over."""
    return _do(words, at, acts.ReportStacks(_each_once(players)))


def colour_up(words: Words, players: Some, *, from_: Count, to: Count, at: At) -> int:
    """Exchange chips for those of a higher value."""
    return _do(words, at, acts.ColourUp(from_, to, _each_once(players)))


def seated(words: Words, player: Player, *, at: At) -> int:
    """Confirm that a player who was moved sits at his new seat."""
    return _ask(words, at, Sits(player))


def undo(words: Words, *, at: At) -> int:
    """Take back the last act of a person."""
    return _ask(words, at, TakeBack())


def void(words: Words, *, at: At) -> int:
    """Cancel the tournament: what was paid goes back."""
    return _do(words, at, acts.Void())


def status(words: Words, *, json: bool = False, at: At) -> int:
    """Print how the tournament is."""
    answer = answered(at, TellStatus())
    if json:
        print(msgspec.json.encode(answer.status).decode())
    else:
        _print(words, answer)
    return 0


def report(words: Words, *, at: At) -> int:
    """Print entries, prizes, account and incidents."""
    return _ask(words, at, TellReport())


def _each_once(players: tuple[Chips, ...]) -> dict[str, int]:
    """Return the chips of each player. Raises CannotBeDone if somebody is named twice."""
    found: dict[str, Chips] = {}
    for one in players:
        if folded(one.player) in found:
            raise CannotBeDone(Text("hall.named_twice", {"who": one.player}))
        found[folded(one.player)] = one
    return dict(found.values())


def _do(words: Words, at: At, act: acts.AnyHallAct) -> int:
    return _ask(words, at, Do(act))  # type: ignore[arg-type]


def _ask(words: Words, at: At, asked: AnyAsk) -> int:
    answer = answered(at, asked)
    if not answer.done:
        return complain("room", UNWELL, *map(words.say, answer.told))
    _print(words, answer)
    return 0


def answered(at: At, asked: AnyAsk) -> HallAnswer:
    """Return what the hall answers. Raises CannotServe if none is served there."""
    try:
        return ask_hall(at.folder, asked)
    except NoTable:
        raise CannotServe(Text("hall.no_room", {"path": str(at.folder)})) from None
    except ControlError as error:
        raise CannotServe(Text("hall.no_answer", {"why": error.why})) from None


def _print(words: Words, answer: HallAnswer) -> None:
    from firmware.tournament.status import status_told

    told = answer.told if answer.status is None else status_told(answer.status)
    for text in told or [Text("hall.done")]:
        print(words.say(text))
