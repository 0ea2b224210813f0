"""The audit of a jackpot in words: its ledger lines against the bundles of its tables."""

from collections.abc import Iterable
from pathlib import Path

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.jackpot.audit import differing_grant, differing_update, first_difference
from firmware.floor.jackpot.bundles import RecordedJackpot, merge_recorded, read_recorded
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.shell.evidence.bundle import EvidenceBundle, NotABundle
from firmware.shell.evidence.succession import SuccessionVerdict
from firmware.shell.evidence.verify import bundle_problems


def audit_verdict(jackpot_store: JackpotStore, bundles: Iterable[Path]) -> SuccessionVerdict:
    """Compare a jackpot with bundles. Raises OSError; RequestFailed if one is not a sound bundle,
    or if there is no such jackpot.
    """
    merged = merge_recorded(
        read_recorded(sound_bundle(bundle_file), jackpot_store.jackpot_name)
        for bundle_file in bundles
    )
    ledger_lines, all_terms = [*jackpot_store.ledger_lines()], jackpot_store.all_terms
    if not ledger_lines or not all_terms:
        raise RequestFailed(Text("linked.audit.no_lot", {"name": jackpot_store.jackpot_name}))
    difference = first_difference(ledger_lines, merged.messages, all_terms)
    if difference is not None:
        return SuccessionVerdict(
            "contradicted" if difference.is_altered else "open", difference.words
        )
    contradicting_update = differing_update(
        merged.shown_updates, ledger_lines, all_terms[0].rate[1]
    )
    if contradicting_update is not None:
        return SuccessionVerdict(
            "contradicted", Text("linked.audit.shown", {"number": contradicting_update.version})
        )
    contradicting_grant = differing_grant(
        merged.recorded_grants, ledger_lines, merged.messages, all_terms
    )
    if contradicting_grant is not None:
        return SuccessionVerdict(
            "contradicted", Text("linked.audit.granted", {"number": contradicting_grant.order})
        )
    return SuccessionVerdict("proven", _sound_text(ledger_lines[-1], merged))


def _sound_text(last_line: LedgerLine, recorded: RecordedJackpot) -> Text:
    folded_count = last_line.version - 1
    values: TextValues = {
        "number": last_line.version,
        "messages": folded_count,
        "units": last_line.pool,
    }
    return Text("linked.audit.sound", {**values, "waiting": len(recorded.messages) - folded_count})


def sound_bundle(bundle_file: Path) -> EvidenceBundle:
    """Return a bundle after verifying its device's signature."""
    try:
        bundle = EvidenceBundle.open(bundle_file)
    except NotABundle:
        raise RequestFailed(Text("evidence.not_bundle", {"path": str(bundle_file)})) from None
    first_finding = next(bundle_problems(bundle), None)
    if first_finding is not None:
        raise RequestFailed(
            Text("linked.audit.altered", {"path": str(bundle_file), "why": first_finding})
        )
    return bundle
