"""A table's bundle that is as its device has signed it."""

from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.evidence.bundle import EvidenceBundle, NotABundle
from firmware.shell.evidence.verify import bundle_problems


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
