"""`croupier verify`: whether a bundle is as its device signed it, and continues an earlier one."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from firmware.cli.args.exits import UNPROVEN, UNWELL
from firmware.cli.args.signature import How
from firmware.cli.commands.contents import bundled
from firmware.cli.commands.evidence import fingerprint_of
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.evidence import known_devices
from firmware.shell.evidence.bundle import Bundle, NoBundle, Statement
from firmware.shell.evidence.content import Account
from firmware.shell.evidence.succession import Noted, contains, succession
from firmware.shell.evidence.verify import altered
from firmware.shell.trust.keys import fingerprint, read_public
from firmware.shell.words.words import Words

STATUS: Final = {"proven": 0, "open": UNPROVEN, "contradicted": UNWELL}
WORST_FIRST: Final = (UNWELL, UNPROVEN, 0)
FINGERPRINT: Final = re.compile(r"[A-Z2-7]{32}")
NOTED: Final = re.compile(r"(\d{1,18})-([0-9a-fA-F]{8,64})")


class _Answer(NamedTuple):
    """A line to print, and the exit status that it calls for."""

    words: Text
    status: int = 0


def head(text: str) -> Noted:
    """Return a head as displays and slips show it: `5449-3fa0c1d2`."""
    found = NOTED.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return Noted(int(found[1]), found[2].lower())


def verify(
    words: Words,
    bundle: Path,
    later: Path | None = None,
    *,
    device: Annotated[str | None, How(value="key")] = None,
    head: Annotated[Noted | None, How(read=head, value="head")] = None,
    remember: Annotated[str | None, How(value="name")] = None,
) -> int:
    """Return 0 if all is proven; 1 if something was altered, 2 if it is no bundle, 4 if nothing
    contradicts and something remains unproven.
    """
    if remember is not None and device is None:
        raise CannotBeDone(Text("evidence.remember_needs"))
    bundles = [_opened(path) for path in (bundle, later) if path is not None]
    answers = [answer for one in bundles for answer in _verified(one, device)]
    if not any(answer.status == UNWELL for answer in answers):
        answers += _compared(bundles, head)
    status = min((answer.status for answer in answers), key=WORST_FIRST.index)
    print("\n".join(words.say(answer.words) for answer in answers))
    if status == 0 and remember is not None:
        print(words.say(_remember(bundles[0], remember)))
    return status


def _opened(path: Path) -> Bundle:
    try:
        return Bundle.open(path)
    except NoBundle:
        raise CannotBeDone(Text("evidence.not_bundle", {"path": str(path)})) from None


def _verified(bundle: Bundle, device: str | None) -> Iterator[_Answer]:
    stated, content, wrong = bundle.statement, bundled(bundle), (*altered(bundle),)
    account = Account(wrong) if wrong else content.account(bundle)
    if stated is not None and bundle.signed:
        said = {"game": stated.game, "version": stated.version, "date": stated.made}
        yield _Answer(Text(f"evidence.made.{content.name}", dict(said)))
        yield _Answer(fingerprint_of(stated))
        yield _Answer(stated.end)
    if account.wrong or stated is None:
        yield _Answer(Text("evidence.altered"), UNWELL)
        yield from (_Answer(text, UNWELL) for text in account.wrong)
        return
    if stated.ending == "damaged":
        yield _Answer(stated.why_it_ends, UNPROVEN)
    yield from map(_Answer, account.told)
    yield _signer(stated, device)


def _signer(stated: Statement, device: str | None) -> _Answer:
    """Answer whether an intact bundle is of the device asked for, else of a remembered one."""
    printed = fingerprint(stated.public)
    if device is not None:
        if _fingerprint(device) != known_devices.plain(printed):
            return _Answer(Text("evidence.other_device"), UNWELL)
        return _Answer(Text("evidence.sound", {"records": stated.records}))
    name = known_devices.name_of(printed)
    if name is None:
        return _Answer(Text("evidence.unknown", {"records": stated.records}), UNPROVEN)
    return _Answer(Text("evidence.sound_of", {"records": stated.records, "name": name}))


def _fingerprint(device: str) -> str:
    """Return the fingerprint that was given, or that of the key in a file."""
    if Path(device).exists():
        return known_devices.plain(fingerprint(read_public(Path(device))))
    plain = known_devices.plain(device)
    if not FINGERPRINT.fullmatch(plain):
        raise CannotBeDone(Text("evidence.no_device", {"given": device}))
    return plain


def _compared(bundles: list[Bundle], noted: Noted | None) -> Iterator[_Answer]:
    verdicts = [succession(*bundles)] if len(bundles) > 1 else []
    if noted is not None:
        verdicts.append(contains(bundles[-1], noted))
    for verdict in verdicts:
        yield _Answer(verdict.words, STATUS[verdict.how])


def _remember(bundle: Bundle, name: str) -> Text:
    known_devices.remember(fingerprint(bundle.stated.public), name)
    return Text("evidence.remembered", {"name": name, "path": str(known_devices.devices_file())})
