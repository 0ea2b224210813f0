"""Mismatches with the signed files, and errors of keys and packages."""

from typing import Final, Literal

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed

SignedPart = Literal["program", "configuration"]

CHANGED: Final = "changed"
MISSING: Final = "missing"
SURPLUS: Final = "surplus"
"""An unsigned file among the signed ones."""
ABSENT: Final = "absent"
"""There is no manifest or no seal at all."""
MALFORMED: Final = "malformed"
FORGED: Final = "forged"
"""The signature is not of this content by this key."""
FOREIGN: Final = "foreign"
"""Its own text names another maker or another device as its signer."""

MISMATCH_KEYS: Final = {
    CHANGED: "trust.changed",
    MISSING: "trust.missing",
    SURPLUS: "trust.surplus",
    ABSENT: "trust.absent",
    MALFORMED: "trust.malformed",
    FORGED: "trust.forged",
    FOREIGN: "trust.foreign",
}


class Mismatch(msgspec.Struct, frozen=True):
    """One file that is not as signed; `why` is one of the constants above."""

    part: SignedPart
    why: str
    file: str

    @property
    def words(self) -> Text:
        """Return the mismatch and its file in words."""
        return Text(MISMATCH_KEYS[self.why], {"file": self.file})


class TrustRefused(RequestFailed):
    """An unusable key, package or act; `why` in words, with the remedy."""


class UntrustedText(Exception):
    """A manifest or a seal that can't be gone by."""

    def __init__(self, mismatch: Mismatch) -> None:
        super().__init__(f"{mismatch.file}: {mismatch.why}")
        self.mismatch = mismatch
