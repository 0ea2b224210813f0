"""The journal for an inspector: its last entries, signed bundles."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text as Ink

from firmware.console.command.command import Command, Context, Takes
from firmware.console.command.outcome import line, told, told_done
from firmware.console.command.prompts import asked, whole
from firmware.console.commands.program import PROGRAM
from firmware.console.table.rounds import RoundTeller
from firmware.console.text.clean import said
from firmware.console.text.drawing import Mark, hung
from firmware.console.text.measures import moment
from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.answers import Done, Entries, Exported, Verified
from firmware.shell.technician.requests import (
    RIGHTS,
    Export,
    Inspect,
    Tail,
    Verify,
)
from firmware.shell.trust.keys import fingerprint

MOST_ROUNDS: Final = 10**9
USUAL, MOST_ENTRIES = 20, 1000
"""The default and the maximum number of entries."""


RECORD: Final = 8
"""Columns of a record's number."""
TIME: Final = 12
"""Columns of the time of day."""


def _tail(context: Context, args: Sequence[str]) -> Entries:
    return asked(context, Tail(count=whole(args[0], 1, MOST_ENTRIES) if args else USUAL), Entries)


def _tell_entries(context: Context, found: Entries) -> Iterator[Ink]:
    """Yield the entries, a line each, grouped by day."""
    teller, day = RoundTeller(context.words), ""
    for entry in found.entries:
        if (written := moment(entry.wall, "%Y-%m-%d") if entry.wall else day) != day:
            yield Ink(written, Mark.HEAD.style)
            day = written
        for row in teller.part(entry):
            yield hung(Ink(f"{entry.record:>{RECORD}}").append_text(row), RECORD + TIME)
    if not found.entries:
        yield line(Mark.PLAIN, said(context.words, "console.journal.empty"))


# bundles of evidence


def _export(context: Context, args: Sequence[str]) -> Exported:
    first, last = [*(whole(word, 1, MOST_ROUNDS) for word in args), None, None][:2]
    return asked(context, Export(first=first, last=last), Exported)


def _tell_exported(context: Context, done: Exported) -> Iterator[Ink]:
    yield from told(context, Mark.GOOD, [done.statement.written(done.path)])
    yield from told(context, Mark.PLAIN, _stated(done))


def _stated(done: Exported) -> Iterator[Text]:
    """Yield the statement of a bundle."""
    stated = done.statement
    made = {"game": stated.game, "version": stated.version, "date": stated.made}
    yield Text("evidence.made.table", dict(made))
    yield stated.end
    yield Text("console.journal.octets", {"count": done.octets})
    if stated.ending in ("shoe", "damaged"):
        ends = stated.first + stated.records
        yield Text(f"evidence.ends.{stated.ending}", {"number": ends})
    yield Text("evidence.fingerprint", {"fingerprint": fingerprint(stated.public)})


def _verify(context: Context, args: Sequence[str]) -> Verified | Done:
    """Check a bundle or, without one, the journal itself, which takes a while."""
    if args:
        return asked(context, Verify(bundle=args[0]), Verified)
    return asked(context, Inspect(), Done)


def _tell_verified(context: Context, found: Verified | Done) -> Iterator[Ink]:
    if isinstance(found, Done):
        yield from told_done(context, found)
        yield from told(context, Mark.PLAIN, [Text("console.journal.see_later")])
    elif found.wrong:
        yield from told(context, Mark.BAD, [Text("evidence.altered"), *found.wrong])
    else:
        yield from told(context, Mark.GOOD, [Text("console.journal.sound")])
    if isinstance(found, Verified) and found.end:
        yield from told(context, Mark.PLAIN, [found.end])


COMMANDS: Final = (
    Command("tail", _tail, _tell_entries, (Takes("count", required=False),), RIGHTS[Tail]),
    Command(
        "export",
        _export,
        _tell_exported,
        (Takes("first", required=False), Takes("last", required=False)),
        RIGHTS[Export],
    ),
    Command(
        "verify",
        _verify,
        _tell_verified,
        (Takes("bundle", required=False),),
        RIGHTS[Verify] & RIGHTS[Inspect],
    ),
    *PROGRAM,
)
