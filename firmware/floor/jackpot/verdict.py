"""The audit of a jackpot in words: its ledger lines against the bundles of its tables."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from firmware.core.vocabulary.jackpot import JackpotTerms
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.jackpot.audit import differing_update, first_difference, recomputed_grants
from firmware.floor.jackpot.bundles import RecordedJackpot, merge_recorded, read_recorded
from firmware.floor.jackpot.jackpot_store import JackpotStore, StoredLine
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.floor.jackpot.line_history import LineAltered
from firmware.floor.jackpot.signed_line import SignedLine
from firmware.floor.sound_bundle import sound_bundle
from firmware.shell.evidence.succession import SuccessionVerdict


def audit_verdict(jackpot_store: JackpotStore, bundles: Iterable[Path]) -> SuccessionVerdict:
    """Compare a jackpot with bundles. Raises OSError; RequestFailed if one is not a sound bundle,
    or if there is no such jackpot.
    """
    merged = recorded_in(bundles, jackpot_store.jackpot_name)
    all_terms = jackpot_store.all_terms
    signed_lines = [
        _readable_line(jackpot_store, stored_line) for stored_line in jackpot_store.lines_after(0)
    ]
    if not signed_lines or not all_terms:
        raise RequestFailed(Text("linked.audit.no_lot", {"name": jackpot_store.jackpot_name}))
    difference = first_difference(signed_lines, merged.messages, all_terms)
    if difference is not None:
        return SuccessionVerdict(
            "contradicted" if difference.is_altered else "open", difference.words
        )
    contradiction = _table_contradiction(signed_lines, merged, all_terms)
    if contradiction is not None:
        return SuccessionVerdict("contradicted", contradiction)
    return SuccessionVerdict("proven", _sound_text(signed_lines[-1].line, merged))


def _readable_line(jackpot_store: JackpotStore, stored_line: StoredLine) -> SignedLine:
    try:
        return stored_line.signed_line
    except msgspec.DecodeError:
        raise LineAltered(jackpot_store.jackpot_name, stored_line.version) from None


def _table_contradiction(
    signed_lines: Sequence[SignedLine], merged: RecordedJackpot, all_terms: Sequence[JackpotTerms]
) -> Text | None:
    """Return the first line or grant that a table has otherwise, None if nothing."""
    ledger_lines = [signed_line.line for signed_line in signed_lines]
    update = differing_update(merged.shown_updates, ledger_lines, all_terms[0].rate[1])
    if update is not None:
        return Text("linked.audit.shown", {"number": update.version})
    grants = recomputed_grants(signed_lines, merged.messages, all_terms)
    granted = [signed_line.grant for signed_line in signed_lines if signed_line.grant]
    differing = next(
        (grant for grant in (*granted, *merged.recorded_grants) if grant not in grants), None
    )
    return None if differing is None else Text("linked.audit.granted", {"number": differing.order})


def _sound_text(last_line: LedgerLine, recorded: RecordedJackpot) -> Text:
    folded_count = last_line.version - 1
    values: TextValues = {
        "number": last_line.version,
        "messages": folded_count,
        "units": last_line.pool,
    }
    return Text(
        "linked.audit.sound", {**values, "waiting": max(0, len(recorded.attested) - folded_count)}
    )


def recorded_in(bundles: Iterable[Path], jackpot_name: str) -> RecordedJackpot:
    """Return the jackpot as tables have recorded it. Raises OSError; RequestFailed if one is not a
    sound bundle.
    """
    return merge_recorded(
        read_recorded(sound_bundle(bundle_file), jackpot_name) for bundle_file in bundles
    )
