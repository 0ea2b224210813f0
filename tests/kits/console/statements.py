"""A device's statements about a bundle."""

from firmware.shell.evidence.bundle import BUNDLE_KIND, BundlePart, BundleStatement

STATEMENT = BundleStatement(
    kind=BUNDLE_KIND,
    device="ab" * 32,
    made="2026-11-21T02:00:00+00:00",
    version="0.6.0",
    game="baccarat",
    first=0,
    records=417,
    segments=(0, 200),
    rounds=(3, 12),
    head="cd" * 32,
    ending="round",
    parts=(BundlePart("meters.json", 5, "00" * 32),),
)
