"""An answer of a machine as entries of the journal."""

from collections.abc import Iterator
from typing import Final

from drivers.sas import answers, exceptions, polls
from drivers.sas.polls import Poll
from firmware.slots.entries import Hit, MachineEntry, Named, Read, Shut, Told
from firmware.slots.terms import WHOLE
from hal.errors import BadReply

METERS: Final = (polls.METERS, polls.EXTENDED_METERS)


def entries(poll: Poll, answer: bytes, at: int, passed_ms: int) -> Iterator[MachineEntry]:
    """Yield the entries of a sound answer; `passed_ms` is since the reading before. Raises
    BadReply.
    """
    address = poll.address
    match poll.command:
        case None if answer[0] != exceptions.NONE:
            yield Told(address, at, answer[0])
        case polls.METERS | polls.EXTENDED_METERS:
            game = game_asked(poll)
            _check_game(answer, game)
            yield Read(address, at, game, answers.meters(answer), passed_ms)
        case polls.IDENTITY | polls.GAME:
            yield Named(address, at, game_asked(poll), answers.identity(answer))
        case polls.LOT_WON | polls.HOST_LOT_WON:
            won = answers.win(answer)
            yield Hit(address, at, poll.command, won.cents if won.group else 0)
        case polls.SHUT_DOWN | polls.START_UP:
            yield Shut(address, at, poll.command == polls.SHUT_DOWN)


def game_asked(poll: Poll) -> int:
    """Return the game that a poll asks about."""
    match poll.command:
        case polls.EXTENDED_METERS:
            return answers.game_of(poll.octets)
        case polls.GAME:
            return int(poll.octets[2:4].hex())
    return WHOLE


def _check_game(answer: bytes, game: int) -> None:
    if answer[1] == polls.EXTENDED_METERS and answers.game_of(answer) != game:
        raise BadReply(f"the meters of another game than {game}: {answer.hex()}")
