"""`croupier school verify`: whether the signed sheets of a class hold."""

from pathlib import Path

from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.trust.keys import fingerprint, read_public_key
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words


def verify_sheets(words: Words, file: Path, *, key: Path | None = None) -> int:
    """Verify each sheet of a file; return 1 if one does not hold, or is not by this `key`."""
    from sim.classroom.signed_sheet import read_sheets, sheet_findings

    expected_key = _expected_key(key)
    finding_count = 0
    for sheet in read_sheets(file):
        findings = list(sheet_findings(sheet))
        if expected_key is not None and sheet.device != expected_key.hex():
            findings.append(Text("class.verify.other_table", {"name": sheet.trainee}))
        finding_count += len(findings)
        for finding in findings:
            print(words.render(finding))
        if not findings:
            values: TextValues = {
                "name": sheet.trainee,
                "count": len(sheet.lines),
                "fingerprint": fingerprint(bytes.fromhex(sheet.device)),
            }
            print(words.render(Text("class.verify.holds", values)))
    return EXIT_FINDINGS if finding_count else 0


def _expected_key(path: Path | None) -> bytes | None:
    """Return the public key of the table that must have signed. Raises RequestFailed."""
    if path is None:
        return None
    try:
        return read_public_key(path)
    except OSError as error:
        raise RequestFailed(os_failure(error, str(path))) from None
    except TrustRefused as refused:
        raise RequestFailed(refused.why) from None
