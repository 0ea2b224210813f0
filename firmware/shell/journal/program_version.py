"""Which program wrote a record: only that one is sure to decide it alike."""

import msgspec


class ProgramVersion(msgspec.Struct, frozen=True):
    """A program by its version's number and the digest of all that it is made of, hex."""

    number: str
    digest: str
