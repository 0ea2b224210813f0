"""Makes docs/reference/vector.evidence, the example of docs/en/evidence.md.

`python -m tests.kits.evidence.vector` writes it, and its table on the page: the digests change each
time, since a journal's identity is random.
"""

import re
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.events import KeySwitchTurned
from firmware.shell.evidence.export import export_bundle
from firmware.shell.journal import DirectoryCopy, RetentionPolicy
from firmware.shell.trust.keys import DeviceKey, public_octets
from tests.kits.evidence.second_verifier import Verified, verify
from tests.kits.evidence.short_evening import leave, play
from tests.kits.paths import ROOT
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, bet, cards

VECTOR: Final = ROOT / "docs" / "reference" / "vector.evidence"
PAGE: Final = ROOT / "docs" / "en" / "evidence.md"
SEED: Final = sha256(b"Croupier test vector").digest()
EVENTS: Final = [
    *bet(1, "banker", 2500),
    *bet(3, "tie", 500),
    CLOSE,
    *cards("4S KD 2H 7C"),
    *bet(3, "tie", 0),
    *bet(1, "banker", 0),
    CONFIRM,
    KeySwitchTurned(True),
    CONFIRM,
    KeySwitchTurned(False),
    CONFIRM,
]
BEGINS, ENDS = "<!-- made by tests.kits.evidence.vector -->\n", "<!-- end of vector -->"


def table(found: Verified, data: bytes) -> str:
    """Return the page's table of what a verifier must find."""
    rows = {
        "SHA-256 of the file": f"`{sha256(data).hexdigest()}`",
        "fingerprint": f"`{found.fingerprint}`",
        "last record": str(found.last),
        "`head`": f"`{found.head}`",
        **{f"meters of `{name}`": f"{sums}" for name, sums in sorted(found.meters["bets"].items())},
        "`rounds`": str(found.meters["rounds"]),
    }
    return "| | |\n|---|---|\n" + "".join(f"| {what} | {how} |\n" for what, how in rows.items())


def page_with(text: str) -> str:
    """Return the page with this table."""
    pattern = re.compile(f"{re.escape(BEGINS)}.*?{re.escape(ENDS)}", re.DOTALL)
    return pattern.sub(lambda _: BEGINS + text + ENDS, PAGE.read_text(encoding="utf-8"))


def main() -> None:
    """Write the bundle, and its table on the page."""
    key = Ed25519PrivateKey.from_private_bytes(SEED)
    with TemporaryDirectory() as folder:
        place = Path(folder)
        leave(play(place, 3, RetentionPolicy(segment_bytes=9000), EVENTS))
        copies = [DirectoryCopy(place / name) for name in "ab"]
        made = "2026-11-23T06:00:00+00:00"
        export_bundle(copies, place / "out", DeviceKey(public_octets(key), False, key), made)
        VECTOR.write_bytes((place / "out").read_bytes())
    data = VECTOR.read_bytes()
    PAGE.write_text(page_with(table(verify(data), data)), encoding="utf-8")


if __name__ == "__main__":
    main()
