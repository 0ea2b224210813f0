"""`croupier export` and `verify`: the journal as one signed file, which any machine can prove."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from firmware.cli.commands.sources import Sources
from firmware.cli.line.answering import CannotServe
from firmware.cli.line.exits import UNWELL
from firmware.cli.line.kinds import Folder, count
from firmware.cli.line.signature import How
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.evidence.bundle import Bundle, NoBundle, Statement
from firmware.shell.evidence.export import Wanted
from firmware.shell.evidence.export import export as write_bundle
from firmware.shell.evidence.verify import findings
from firmware.shell.journal import OsCopy
from firmware.shell.trust.keys import Device, fingerprint, read_public
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
    date = made.isoformat(timespec="seconds")
    try:
        stated = write_bundle(copies, out, device, date, Wanted(from_, to))
    except FileExistsError as error:
        path = str(error.filename2 or error.filename)
        raise CannotBeDone(Text("evidence.exists", {"path": path})) from None
    first, last = stated.rounds
    said: Values = {"path": str(out), "records": stated.records, "first": first, "last": last}
    print(words.say(Text("evidence.written", said)))
    if stated.ending in ("shoe", "damaged"):
        number = stated.first + stated.records
        print(words.say(Text(f"evidence.ends.{stated.ending}", {"number": number})))
    _print_fingerprint(stated, words)
    return 0


def _device(state: Path) -> Device:
    try:
        return Device.load(state)
    except OSError as error:
        path = str(error.filename or state)
        raise CannotServe(Text("evidence.no_key", {"path": path})) from None


def verify(
    words: Words, bundle: Path, *, device: Annotated[str | None, How(value="key")] = None
) -> int:
    """Return whether a bundle is as its device signed it; return 1 if not, 2 if it is no bundle."""
    try:
        found = Bundle.open(bundle)
    except NoBundle:
        raise CannotBeDone(Text("evidence.not_bundle", {"path": str(bundle)})) from None
    wrong = [*_other_device(found, device), *findings(found)]
    stated = found.statement
    if stated is not None and found.signed:
        said = {"game": stated.game, "version": stated.version, "date": stated.made}
        print(words.say(Text("evidence.made", said)))
        _print_fingerprint(stated, words)
    if wrong or stated is None:
        print("\n".join(words.say(text) for text in (Text("evidence.altered"), *wrong)))
        return UNWELL
    print(words.say(Text("evidence.sound", {"records": stated.records})))
    return 0


def _other_device(bundle: Bundle, device: str | None) -> Sequence[Text]:
    """Return a message if a bundle is of another device than that fingerprint, or key in a file."""
    if device is None or bundle.statement is None:
        return ()
    asked = device
    if Path(device).exists():
        asked = fingerprint(read_public(Path(device)))
    same = _plain(asked) == _plain(fingerprint(bundle.statement.public))
    return () if same else (Text("evidence.other_device"),)


def _plain(printed: str) -> str:
    return "".join(printed.split()).upper()


def _print_fingerprint(stated: Statement, words: Words) -> None:
    printed = fingerprint(stated.public)
    print(words.say(Text("evidence.fingerprint", {"fingerprint": printed})))
