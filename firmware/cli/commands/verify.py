"""`croupier verify`: whether a bundle is as its device signed it, and continues an earlier one."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from firmware.cli.args.exits import EXIT_FINDINGS, EXIT_UNPROVEN
from firmware.cli.args.signature import Option
from firmware.cli.commands.evidence import fingerprint_text
from firmware.cli.commands.journal_content import bundle_content
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.evidence import known_devices
from firmware.shell.evidence.bundle import (
    BundleFormatUnknown,
    BundleStatement,
    EvidenceBundle,
    NotABundle,
)
from firmware.shell.evidence.content import ContentAccount
from firmware.shell.evidence.links import bundle_rules, require_readable
from firmware.shell.evidence.succession import NotedHead, compare_bundles, contains_head
from firmware.shell.evidence.verify import alterations
from firmware.shell.rules.pack_files import recorded_pack
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.trust.keys import fingerprint, read_public_key
from firmware.shell.words.house_words import NO_HOUSE, HouseWords
from firmware.shell.words.words import Words

EXIT_OF_VERDICT: Final = {"proven": 0, "open": EXIT_UNPROVEN, "contradicted": EXIT_FINDINGS}
EXITS_WORST_FIRST: Final = (EXIT_FINDINGS, EXIT_UNPROVEN, 0)
FINGERPRINT_PATTERN: Final = re.compile(r"[A-Z2-7]{32}")
HEAD_PATTERN: Final = re.compile(r"(\d{1,18})-([0-9a-fA-F]{8,64})")


MADE_KEYS: Final = {
    "table": "evidence.made.table",
    "hall": "evidence.made.hall",
    "bank": "evidence.made.bank",
    "pit": "evidence.made.pit",
}
"""The origin of a bundle, by the kind of its journal."""


class _VerifyLine(NamedTuple):
    """A line to print, its exit status, and the words of the house whose amounts it has."""

    words: Text
    exit_status: int = 0
    house: HouseWords = NO_HOUSE

    def rendered(self, words: Words) -> str:
        """Return the line in a language."""
        return (words.for_house(self.house) if self.house else words).render(self.words)


def parse_head(typed_text: str) -> NotedHead:
    """Return a head as displays and slips show it: `5449-3fa0c1d2`."""
    head_match = HEAD_PATTERN.fullmatch(typed_text)
    if head_match is None:
        raise ValueError(typed_text)
    return NotedHead(int(head_match[1]), head_match[2].lower())


def verify_bundle(
    words: Words,
    bundle: Path,
    later: Path | None = None,
    *,
    device: Annotated[str | None, Option(value_key="command.value.key")] = None,
    head: Annotated[
        NotedHead | None,
        Option(
            parse=parse_head, expected_key="command.wanted.head", value_key="command.value.head"
        ),
    ] = None,
    remember: Annotated[str | None, Option(value_key="command.value.name")] = None,
) -> int:
    """Return 0 if all is proven, 1 if something was altered, 2 if the file is no bundle, 4 if
    nothing contradicts but something is unproven.
    """
    if remember is not None and device is None:
        raise RequestFailed(Text("evidence.remember_needs"))
    opened_bundles = [
        _open_bundle(bundle_path) for bundle_path in (bundle, later) if bundle_path is not None
    ]
    verify_lines = [
        verify_line
        for opened_bundle in opened_bundles
        for verify_line in _bundle_lines(opened_bundle, device)
    ]
    if not any(verify_line.exit_status == EXIT_FINDINGS for verify_line in verify_lines):
        verify_lines += _succession_lines(opened_bundles, head)
    exit_status = min(
        (verify_line.exit_status for verify_line in verify_lines), key=EXITS_WORST_FIRST.index
    )
    print("\n".join(verify_line.rendered(words) for verify_line in verify_lines))
    if exit_status == 0 and remember is not None:
        print(words.render(_remember_device(opened_bundles[0], remember)))
    return exit_status


def _open_bundle(bundle_path: Path) -> EvidenceBundle:
    try:
        opened_bundle = EvidenceBundle.open(bundle_path)
    except BundleFormatUnknown:
        raise
    except NotABundle:
        raise RequestFailed(Text("evidence.not_bundle", {"path": str(bundle_path)})) from None
    require_readable(opened_bundle, str(bundle_path))
    return opened_bundle


def _bundle_lines(opened_bundle: EvidenceBundle, given_device: str | None) -> Iterator[_VerifyLine]:
    statement, journal_content, found_alterations = (
        opened_bundle.statement,
        bundle_content(opened_bundle),
        (*alterations(opened_bundle),),
    )
    bundle_account = (
        ContentAccount(found_alterations)
        if found_alterations
        else journal_content.account(opened_bundle)
    )
    if statement is not None and opened_bundle.is_signed:
        placeholders = {
            "game": statement.game,
            "version": statement.version,
            "date": statement.made,
        }
        yield _VerifyLine(Text(MADE_KEYS[journal_content.name], dict(placeholders)))
        yield _VerifyLine(fingerprint_text(statement))
        yield _VerifyLine(statement.end_text)
    if bundle_account.problems or statement is None:
        yield _VerifyLine(Text("evidence.altered"), EXIT_FINDINGS)
        yield from (
            _VerifyLine(wrong_text, EXIT_FINDINGS) for wrong_text in bundle_account.problems
        )
        return
    if bundle_account.unjudged:
        yield _VerifyLine(bundle_account.unjudged, EXIT_UNPROVEN)
    if statement.ending == "damaged":
        yield _VerifyLine(statement.ending_text, EXIT_UNPROVEN)
    house = _house_of(opened_bundle)
    yield from (_VerifyLine(text, house=house) for text in bundle_account.statements)
    yield _signer_line(statement, given_device)


def _house_of(opened_bundle: EvidenceBundle) -> HouseWords:
    """Return the words of the pack by which the journal was begun; none if it is missing."""
    try:
        return recorded_pack("", bundle_rules(opened_bundle)).words
    except RulesError:
        return NO_HOUSE


def _signer_line(statement: BundleStatement, given_device: str | None) -> _VerifyLine:
    """Return whether an intact bundle is of the given device, else of a remembered one."""
    signer_fingerprint = fingerprint(statement.public_key)
    if given_device is not None:
        if _given_fingerprint(given_device) != known_devices.plain_fingerprint(signer_fingerprint):
            return _VerifyLine(Text("evidence.other_device"), EXIT_FINDINGS)
        return _VerifyLine(Text("evidence.sound", {"records": statement.records}))
    device_name = known_devices.remembered_name(signer_fingerprint)
    if device_name is None:
        return _VerifyLine(Text("evidence.unknown", {"records": statement.records}), EXIT_UNPROVEN)
    return _VerifyLine(
        Text("evidence.sound_of", {"records": statement.records, "name": device_name})
    )


def _given_fingerprint(given_device: str) -> str:
    """Return the given fingerprint, or that of the key in a given file."""
    if Path(given_device).exists():
        return known_devices.plain_fingerprint(fingerprint(read_public_key(Path(given_device))))
    plain_fingerprint = known_devices.plain_fingerprint(given_device)
    if not FINGERPRINT_PATTERN.fullmatch(plain_fingerprint):
        raise RequestFailed(Text("evidence.no_device", {"given": given_device}))
    return plain_fingerprint


def _succession_lines(
    opened_bundles: list[EvidenceBundle], noted_head: NotedHead | None
) -> Iterator[_VerifyLine]:
    verdicts = [compare_bundles(*opened_bundles)] if len(opened_bundles) > 1 else []
    if noted_head is not None:
        verdicts.append(contains_head(opened_bundles[-1], noted_head))
    for verdict in verdicts:
        yield _VerifyLine(verdict.verdict_text, EXIT_OF_VERDICT[verdict.outcome])


def _remember_device(opened_bundle: EvidenceBundle, device_name: str) -> Text:
    known_devices.remember_device(
        fingerprint(opened_bundle.valid_statement.public_key), device_name
    )
    return Text(
        "evidence.remembered",
        {"name": device_name, "path": str(known_devices.known_devices_path())},
    )
