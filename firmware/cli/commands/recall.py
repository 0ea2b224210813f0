"""`croupier recall`: rounds as they were recorded, the last ones or one of long ago."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec

from firmware.cli.args.errors import complain
from firmware.cli.args.signature import How, apart
from firmware.cli.args.types import Count, Socket
from firmware.cli.commands.progress import Progress
from firmware.cli.commands.recalled import print_rounds
from firmware.cli.commands.sources import Sources
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.recall import Recalled, Round, Then
from firmware.shell.recall import recall as recall_last
from firmware.shell.recall.lookup import Lookup
from firmware.shell.sockets.line_client import ControlError, ask_line
from firmware.shell.words.os_words import os_reason
from firmware.shell.words.words import Words


class Asked(msgspec.Struct, frozen=True):
    """The query to a running table."""

    rounds: int
    get: str = "recall"


def past(text: str) -> datetime:
    """Return a time that is past; without an offset it is local."""
    time = datetime.fromisoformat(text).astimezone()
    if time > datetime.now(UTC):
        raise ValueError(text)
    return time


@apart("rounds", "round_", "at", "rebuild_index")
def recall(
    words: Words,
    rounds: Count = 10,
    *,
    round_: Count | None = None,
    at: Annotated[datetime | None, How(read=past, value="time")] = None,
    rebuild_index: bool = False,
    json: bool = False,
    socket: Socket | None = None,
    sources: Sources,
) -> int:
    """Print rounds, the last ones from the running table if there is one."""
    if socket is None:
        sources.say_which("recall", words)
    if round_ is not None:
        return _round(sources, round_, words, as_json=json)
    if at is not None:
        return _time(sources, at, words, as_json=json)
    if rebuild_index:
        return _rebuild(sources, words)
    return _last(sources, socket, rounds, words, as_json=json)


def _last(
    sources: Sources, socket: Path | None, rounds: int, words: Words, *, as_json: bool
) -> int:
    found = _asked(sources, socket, rounds)
    if found is None:
        found = recall_last(sources.reader(), rounds)
    if as_json:
        _print_json(Recalled(found))
    elif found:
        print_rounds(found, words)
    else:
        print(words.say(Text("recall.none")))
    return 0


def _asked(sources: Sources, socket: Path | None, rounds: int) -> tuple[Round, ...] | None:
    """Return the running table's rounds, None if it is not to be queried, or does not answer."""
    if sources.named and socket is None:
        return None
    try:
        return ask_line(socket or default_socket(), Asked(rounds), Recalled).rounds
    except ControlError:
        return None


def _round(sources: Sources, number: int, words: Words, *, as_json: bool) -> int:
    with _lookup(sources, words) as lookup:
        found = lookup.by_number(number)
    if found is None:
        raise CannotBeDone(Text("evidence.no_round", {"number": number}))
    if as_json:
        _print_json(Recalled((found,)))
    else:
        print_rounds((found,), words)
    return 0


def _time(sources: Sources, time: datetime, words: Words, *, as_json: bool) -> int:
    with _lookup(sources, words) as lookup:
        then = lookup.by_time(time)
    if as_json:
        _print_json(then)
    elif then.rounds:
        print_rounds(then.rounds, words)
    else:
        print(words.say(_between(then)))
    return 0


def _between(then: Then) -> Text:
    """Return the message for a time without an open round."""
    match then:
        case Then(previous=int(previous), next=int(following)):
            return Text("recall.between", {"previous": previous, "next": following})
        case Then(previous=int(previous)):
            return Text("recall.after", {"previous": previous})
        case Then(next=int(following)):
            return Text("recall.before", {"next": following})
    return Text("recall.not_kept")


def _rebuild(sources: Sources, words: Words) -> int:
    with _lookup(sources, words) as lookup:
        rounds, segments = lookup.rebuild()
    print(words.say(Text("index.made", {"rounds": rounds, "segments": segments})))
    return 0


@contextmanager
def _lookup(sources: Sources, words: Words) -> Iterator[Lookup]:
    reader = sources.reader()
    with Progress(words.say(Text("index.progress"))) as progress:
        yield Lookup(reader, _index(sources, words), progress.at, lambda text: _note(text, words))


def _index(sources: Sources, words: Words) -> Path | None:
    try:
        return sources.index()
    except OSError as error:
        _note(Text("index.without", {"why": os_reason(error)}), words)
        return None


def _note(text: Text, words: Words) -> None:
    complain("recall", 0, words.say(text))


def _print_json(found: msgspec.Struct) -> None:
    print(msgspec.json.encode(found).decode())
