"""A ledger line with its message, signed by the keeper: the same octets in store and stream."""

from collections.abc import Sequence

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import (
    JackpotDecision,
    JackpotGrant,
    JackpotHit,
    JackpotTableMessage,
    JackpotTerms,
)
from firmware.floor.jackpot.ledger_line import (
    FoldResult,
    LedgerLine,
    OutOfOrder,
    first_line,
    fold_message,
    pass_over,
    take_back,
)
from firmware.shell.history.journal_entries import Attested
from firmware.shell.jackpot.signed_messages import SignedMessage
from firmware.shell.trust.keys import is_signed_by

SIGNED_PREFIX = b"croupier jackpot line\n"
"""Begins the signed octets, so that no other signature of a keeper fits."""


class SignedLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line, the message or decision that made it, and the grant of a hit."""

    line: LedgerLine
    attested: Attested | None = None
    decided: SignedMessage | None = None
    grant: JackpotGrant | None = None
    signature: str = ""
    """The keeper's, hex, of all the others."""

    @property
    def message(self) -> JackpotTableMessage | None:
        return self.attested.message if self.attested else None

    @property
    def decision(self) -> JackpotDecision | None:
        decision = self.decided.message if self.decided else None
        return decision if isinstance(decision, JackpotDecision) else None


def encode_line(signed_line: SignedLine) -> bytes:
    return msgspec.json.encode(signed_line, order="deterministic")


def decode_line(octets: bytes | str) -> SignedLine:
    """Raise msgspec.MsgspecError or UnicodeDecodeError if the octets are none."""
    return msgspec.json.decode(octets, type=SignedLine)


def sign_line(signed_line: SignedLine, keeper_key: Ed25519PrivateKey) -> SignedLine:
    return replace(signed_line, signature=keeper_key.sign(_signed_octets(signed_line)).hex())


def is_sound(signed_line: SignedLine, keeper_public: bytes) -> bool:
    """Return whether the keeper has signed a line."""
    try:
        signature = bytes.fromhex(signed_line.signature)
    except ValueError:
        return False
    return is_signed_by(keeper_public, _signed_octets(signed_line), signature)


def follows(
    previous: SignedLine | None, signed_line: SignedLine, all_terms: Sequence[JackpotTerms]
) -> bool:
    """Return whether a line follows from the line before by its message or decision; None is
    before the first.
    """
    made = FoldResult(signed_line.line, signed_line.grant)
    try:
        if previous is None:
            return made == FoldResult(first_line(all_terms))
        return made in _possible_results(previous.line, signed_line, all_terms)
    except OutOfOrder:
        return False


def _possible_results(
    line: LedgerLine, signed_line: SignedLine, all_terms: Sequence[JackpotTerms]
) -> list[FoldResult]:
    message, decision = signed_line.message, signed_line.decision
    if message is not None and (decision is None or decision.counts):
        return [fold_message(line, message, all_terms)]
    if decision is None or decision.counts:
        return []
    passed = FoldResult(pass_over(line, decision.journal, decision.message_number))
    # a hit that was granted is paid, and is not taken back
    if message is None or isinstance(message, JackpotHit):
        return [passed]
    return [passed, FoldResult(take_back(line, message, all_terms))]


def _signed_octets(signed_line: SignedLine) -> bytes:
    return SIGNED_PREFIX + encode_line(replace(signed_line, signature=""))
