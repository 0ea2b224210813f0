"""`croupier recall --round`, `--at` and `--rebuild-index`: a round of long ago, by the index."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import msgspec

from firmware.cli.commands.exits import BAD_INPUT
from firmware.cli.commands.progress import Progress
from firmware.cli.commands.recalled import print_rounds
from firmware.cli.commands.sources import Sources, complain, guarded
from firmware.core.vocabulary.panel import Text
from firmware.shell.journal import JournalReader
from firmware.shell.recall import Recalled, Then
from firmware.shell.recall.lookup import Lookup
from firmware.shell.words.words import Words


def round_recalled(sources: Sources, number: int, language: str, *, as_json: bool) -> int:
    """Print one round; return 2 where the journal does not have it, 3 without a journal."""
    words = Words.load(language)
    return guarded("recall", words, lambda: _round(sources, number, words, as_json=as_json))


def _round(sources: Sources, number: int, words: Words, *, as_json: bool) -> int:
    with _lookup(sources, words) as lookup:
        found = lookup.by_number(number)
    if found is None:
        absent = Text("evidence.no_round", {"number": number})
        return complain("recall", BAD_INPUT, words.say(absent))
    if as_json:
        _print_json(Recalled((found,)))
    else:
        print_rounds((found,), words)
    return 0


def time_recalled(sources: Sources, time: datetime, language: str, *, as_json: bool) -> int:
    """Print the round of a time, or between which rounds it was; return 3 without a journal."""
    words = Words.load(language)
    return guarded("recall", words, lambda: _time(sources, time, words, as_json=as_json))


def _time(sources: Sources, time: datetime, words: Words, *, as_json: bool) -> int:
    with _lookup(sources, words) as lookup:
        then = lookup.by_time(time)
    if as_json:
        _print_json(then)
    elif then.rounds:
        print_rounds(then.rounds, words)
    else:
        print(words.say(_between(then)))  # noqa: T201
    return 0


def _between(then: Then) -> Text:
    """Return what to say of a time at which no round was open."""
    match then:
        case Then(previous=int(previous), next=int(following)):
            return Text("recall.between", {"previous": previous, "next": following})
        case Then(previous=int(previous)):
            return Text("recall.after", {"previous": previous})
        case Then(next=int(following)):
            return Text("recall.before", {"next": following})
    return Text("recall.not_kept")


def index_rebuilt(sources: Sources, language: str) -> int:
    """Make the index anew from the journal; return 3 without a journal."""
    words = Words.load(language)
    return guarded("recall", words, lambda: _rebuild(sources, words))


def _rebuild(sources: Sources, words: Words) -> int:
    with _lookup(sources, words) as lookup:
        rounds, segments = lookup.rebuild()
    print(words.say(Text("index.made", {"rounds": rounds, "segments": segments})))  # noqa: T201
    return 0


@contextmanager
def _lookup(sources: Sources, words: Words) -> Iterator[Lookup]:
    reader = JournalReader(sources.copies())
    with Progress(words.say(Text("index.progress"))) as progress:
        yield Lookup(reader, _index(sources, words), progress.at, lambda text: _note(text, words))


def _index(sources: Sources, words: Words) -> Path | None:
    try:
        return sources.index()
    except OSError as error:
        _note(Text("index.without", {"why": error.strerror or str(error)}), words)
        return None


def _note(text: Text, words: Words) -> None:
    complain("recall", 0, words.say(text))


def _print_json(found: msgspec.Struct) -> None:
    print(msgspec.json.encode(found).decode())  # noqa: T201
