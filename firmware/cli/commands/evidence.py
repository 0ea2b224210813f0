"""`croupier export`: the journal as one signed file."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import How
from firmware.cli.args.types import Folder, count
from firmware.cli.commands.contents import content_of
from firmware.cli.commands.sources import Sources
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.evidence.bundle import Statement
from firmware.shell.evidence.content import Content, Wanted
from firmware.shell.evidence.export import export as write_bundle
from firmware.shell.evidence.table import TABLE
from firmware.shell.journal import JournalReader, OsCopy
from firmware.shell.trust.keys import Device, fingerprint
from firmware.shell.words.words import Words


def export(
    words: Words,
    *,
    out: Annotated[Path | None, How(short="o")] = None,
    from_: Annotated[int | None, How(read=count, value="round")] = None,
    to: Annotated[int | None, How(read=count, value="round")] = None,
    state: Folder | None = None,
    sources: Sources,
) -> int:
    """Write a bundle; return 2 if there is nothing to write, 3 if it can't be done."""
    device = _device(state or sources.state())
    if state is None:
        sources.say_which("export", words)
    made = datetime.now(UTC)
    out = out or Path(f"croupier-{made:%Y%m%d-%H%M%S}.evidence")
    copies = [OsCopy(path) for path in sources.copies()]
    content = content_of(JournalReader.over(copies))
    date = made.isoformat(timespec="seconds")
    try:
        stated = write_bundle(copies, out, device, date, Wanted(from_, to), content)
    except FileExistsError as error:
        path = str(error.filename2 or error.filename)
        raise CannotBeDone(Text("evidence.exists", {"path": path})) from None
    print(words.say(_written(stated, content, out)))
    if stated.ending in ("shoe", "damaged"):
        print(words.say(stated.why_it_ends))
    print(words.say(stated.end))
    print(words.say(fingerprint_of(stated)))
    return 0


def fingerprint_of(stated: Statement) -> Text:
    """Return the words for the key of a bundle's device."""
    return Text("evidence.fingerprint", {"fingerprint": fingerprint(stated.public)})


def _written(stated: Statement, content: Content, out: Path) -> Text:
    if content is TABLE:
        return stated.written(str(out))
    return Text(f"evidence.written.{content.name}", {"path": str(out), "count": stated.records})


def _device(state: Path) -> Device:
    try:
        return Device.load(state)
    except OSError as error:
        path = str(error.filename or state)
        raise CannotServe(Text("evidence.no_key", {"path": path})) from None
