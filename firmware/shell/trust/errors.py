"""What is not as it was signed, and why something about it can't be done."""

from typing import Final, Literal

import msgspec

from firmware.core.vocabulary.panel import Text

Part = Literal["program", "configuration"]

CHANGED: Final = "changed"
MISSING: Final = "missing"
SURPLUS: Final = "surplus"
"""A file that nobody has signed stands where signed ones are read."""
ABSENT: Final = "absent"
"""There is no manifest or no seal at all."""
MALFORMED: Final = "malformed"
FORGED: Final = "forged"
"""The signature is not of this content by this key."""
FOREIGN: Final = "foreign"
"""It is signed, as it says itself, by another maker or another device."""


class Mismatch(msgspec.Struct, frozen=True):
    """One file that is not as it was signed; `why` is one of the constants above."""

    part: Part
    why: str
    file: str

    @property
    def words(self) -> Text:
        """Return what is wrong with which file."""
        return Text(f"trust.{self.why}", {"file": self.file})


class TrustError(Exception):
    """A key, a package or an act that can't be used; `why` in words, with what to do."""

    def __init__(self, key: str, **values: str | int | Text) -> None:
        super().__init__(key)
        self.why = Text(key, dict(values))


class Untrusted(Exception):
    """A manifest or a seal that can't be gone by."""

    def __init__(self, mismatch: Mismatch) -> None:
        super().__init__(f"{mismatch.file}: {mismatch.why}")
        self.mismatch = mismatch
