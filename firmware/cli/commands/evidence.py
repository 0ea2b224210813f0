"""`croupier recall`, `meters`, `replay`, `export` and `verify`: they read, and alter nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from firmware.cli.commands.exits import BAD_INPUT, UNFIT, UNWELL
from firmware.cli.commands.sources import Sources, complain, guarded
from firmware.core.table.meters import Meters, balanced, rows
from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.device.directories import runtime_directory, state_directory
from firmware.shell.evidence.bundle import Bundle, MetersAt, NoBundle, Statement
from firmware.shell.evidence.export import Wanted
from firmware.shell.evidence.export import export as write_bundle
from firmware.shell.evidence.verify import findings
from firmware.shell.history.records import Carried, Checked, decode
from firmware.shell.history.recount import Difference, Recount
from firmware.shell.journal import JournalReader, OsCopy
from firmware.shell.recall import Recalled, Round, recall
from firmware.shell.sockets.line_socket import ControlError, ask_line
from firmware.shell.trust.keys import Device, fingerprint, read_public
from firmware.shell.words.words import Words

REAL: Final = Path("/run/croupier")
STATE: Final = Path("/var/lib/croupier")
"""Where systemd keeps the state of a real table."""


class Asked(msgspec.Struct, frozen=True):
    """What is asked of a running table."""

    rounds: int
    get: str = "recall"


# recall


def recalled(sources: Sources, rounds: int, language: str, *, as_json: bool) -> int:
    """Print the last rounds, from the running table if there is one; return 3 without a journal."""
    words = Words.load(language)
    return guarded("recall", words, lambda: _recall(sources, rounds, words, as_json=as_json))


def _recall(sources: Sources, rounds: int, words: Words, *, as_json: bool) -> int:
    found = _asked(sources, rounds)
    if found is None:
        found = recall(sources.reader(), rounds)
    if as_json:
        _print(msgspec.json.encode(Recalled(found)).decode())
    elif found:
        from firmware.cli.commands.recalled import print_rounds

        print_rounds(found, words)
    else:
        _print(words.say(Text("recall.none")))
    return 0


def _asked(sources: Sources, rounds: int) -> tuple[Round, ...] | None:
    """Return what the running table tells, None where none is to be asked, or none answers."""
    if sources.named and sources.socket is None:
        return None
    for socket in [sources.socket] if sources.socket else _sockets():
        try:
            return ask_line(socket, Asked(rounds), Recalled).rounds
        except ControlError:
            continue
    return None


def _sockets() -> Iterator[Path]:
    for directory in (REAL, runtime_directory(simulated=True)):
        yield from sorted(directory.glob("*.sock"))


# meters


def meters(sources: Sources, language: str, *, recount: bool, as_json: bool) -> int:
    """Print the meters as the last round opened; return 1 if a recount comes to others."""
    words = Words.load(language)
    act = _recounted if recount else _meters
    return guarded("meters", words, lambda: act(sources.reader(), words, as_json=as_json))


def _meters(reader: JournalReader, words: Words, *, as_json: bool) -> int:
    for segment in reversed(reader.segments()):
        last = None
        for _, payload in reader.segment_records(segment):
            entry = decode(payload)
            if isinstance(entry, Checked | Carried):
                last = MetersAt(entry.table.real.round, entry.table.meters)
        if last is not None:
            return _show(last, words, as_json=as_json)
    return complain("meters", UNFIT, words.say(Text("recount.none")))


def _recounted(reader: JournalReader, words: Words, *, as_json: bool) -> int:
    from firmware.cli.commands.progress import Progress

    count, last, first = Recount(), None, None
    with Progress(words.say(Text("replay.progress"))) as progress:
        for number, payload in reader.records():
            entry = decode(payload)
            first = count.take(entry) or first
            if isinstance(entry, Checked):
                last = MetersAt(entry.table.real.round, entry.table.meters)
            progress.at(number)
            if first:
                break
    if first:
        return _show_difference(first, words)
    if last is None:
        return complain("meters", UNFIT, words.say(Text("recount.none")))
    status = _show(last, words, as_json=as_json)
    if not as_json:
        _print(words.say(Text("recount.agree")))
    return status


def _show(at: MetersAt, words: Words, *, as_json: bool) -> int:
    if as_json:
        _print(msgspec.json.encode(at).decode())
    else:
        _print(words.say(Text("recount.of", {"number": at.round})))
        for name, digits in rows(at.meters):
            _print(f"  {digits}  {words.say(name)}")
    if not balanced(at.meters):
        return complain("meters", UNWELL, words.say(Text("recount.unbalanced")))
    return 0


def _show_difference(found: Difference, words: Words) -> int:
    _print(words.say(Text("recount.differ", {"number": found.round})))
    recounted = dict(_said(found.recounted, words))
    recorded = dict(_said(found.recorded, words))
    for name in {**recorded, **recounted}:
        one, other = recorded.get(name, "–"), recounted.get(name, "–")
        if one != other:
            values = {"name": name, "recorded": one, "recounted": other}
            _print("  " + words.say(Text("recount.row", values)))
    return UNWELL


def _said(found: Meters, words: Words) -> Iterator[tuple[str, str]]:
    return ((words.say(name), digits) for name, digits in rows(found))


# export and verify


@dataclass(frozen=True)
class ExportOptions:
    """What the command line asked for."""

    sources: Sources
    out: Path | None
    state: Path | None
    rounds: Wanted
    language: str


def export(options: ExportOptions) -> int:
    """Write a bundle; return 2 where there is nothing to write, 3 where it can't be done."""
    words = Words.load(options.language)
    return guarded("export", words, lambda: _export(options, words))


def _export(options: ExportOptions, words: Words) -> int:
    device = _device(options.state or _state(), words)
    if device is None:
        return UNFIT
    made = datetime.now(UTC)
    out = options.out or Path(f"croupier-{made:%Y%m%d-%H%M%S}.evidence")
    copies = [OsCopy(path) for path in options.sources.copies()]
    stated = write_bundle(copies, out, device, made.isoformat(timespec="seconds"), options.rounds)
    first, last = stated.rounds
    said: Values = {"path": str(out), "records": stated.records, "first": first, "last": last}
    _print(words.say(Text("evidence.written", said)))
    if stated.ending in ("shoe", "damaged"):
        number = stated.first + stated.records
        _print(words.say(Text(f"evidence.ends.{stated.ending}", {"number": number})))
    _print_fingerprint(stated, words)
    return 0


def _device(state: Path, words: Words) -> Device | None:
    try:
        return Device.load(state)
    except OSError as error:
        path = str(error.filename or state)
        complain("export", UNFIT, words.say(Text("evidence.no_key", {"path": path})))
        return None


def _state() -> Path:
    return STATE if STATE.exists() else state_directory(simulated=True)


def verify(path: Path, device: str | None, language: str) -> int:
    """Return whether a bundle is as its device signed it; return 1 if not, 2 if it is no bundle."""
    words = Words.load(language)
    return guarded("verify", words, lambda: _verify(path, device, words))


def _verify(path: Path, device: str | None, words: Words) -> int:
    try:
        bundle = Bundle.open(path)
    except NoBundle:
        text = Text("evidence.not_bundle", {"path": str(path)})
        return complain("verify", BAD_INPUT, words.say(text))
    wrong = [*_other_device(bundle, device), *findings(bundle)]
    stated = bundle.statement
    if stated is not None and bundle.signed:
        said = {"game": stated.game, "version": stated.version, "date": stated.made}
        _print(words.say(Text("evidence.made", said)))
        _print_fingerprint(stated, words)
    if wrong or stated is None:
        _print("\n".join(words.say(text) for text in (Text("evidence.altered"), *wrong)))
        return UNWELL
    _print(words.say(Text("evidence.sound", {"records": stated.records})))
    return 0


def _other_device(bundle: Bundle, device: str | None) -> Sequence[Text]:
    """Return what to say of a bundle of another device than that fingerprint, or key in a file."""
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
    _print(words.say(Text("evidence.fingerprint", {"fingerprint": printed})))


def _print(text: str) -> None:
    print(text)  # noqa: T201
