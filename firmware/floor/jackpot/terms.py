"""The terms of a linked jackpot: written by a person, signed by two of them, then by the keeper."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import JackpotDecision, JackpotTerms
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.jackpot.signed_messages import (
    REQUIRED_PERSONS,
    SignedMessage,
    sign_message,
    valid_signers,
)
from firmware.shell.words.decode_words import decode_reason

NAME_KEY: Final = "jackpot"
FORMER_NAME_KEY: Final = "lot"
"""Still read, for files of terms from before it was renamed."""


def read_terms(terms_file: Path) -> JackpotTerms:
    """Return the terms of a TOML file. Raises OSError; RequestFailed with the first mistake."""
    plain_fields = _toml_fields(terms_file)
    name = plain_fields.pop(NAME_KEY, plain_fields.get(FORMER_NAME_KEY))
    if name is None:
        raise _wrong_terms(terms_file, Text("decode.missing", {"name": NAME_KEY}))
    # in the signed message both keys are the former ones: tables of earlier programs read it too
    message_fields = {**plain_fields, "lot": name, "lot_message": "LotTerms"}
    try:
        terms = msgspec.convert(message_fields, JackpotTerms)
    except msgspec.ValidationError as error:
        raise _wrong_terms(terms_file, decode_reason(error)) from None
    fault_key = _first_fault(terms)
    if fault_key is not None:
        raise _wrong_terms(terms_file, Text(fault_key))
    return terms


def has_former_key(terms_file: Path) -> bool:
    """Return whether a file of terms has the jackpot's name under its former key."""
    return FORMER_NAME_KEY in _toml_fields(terms_file)


def _toml_fields(terms_file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(terms_file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise _wrong_terms(terms_file, Text("linked.terms.no_toml")) from None


def _first_fault(terms: JackpotTerms) -> str | None:
    """Return the key of the message for the first mistake."""
    units_per_bet, units_per_cent = terms.rate
    if units_per_bet < 0 or units_per_cent < 1 or terms.reserve_rate < 0:
        return "linked.terms.rate"
    if terms.bets_per_round < 1:
        return "linked.terms.bets"
    if not 0 <= terms.reset_cents <= terms.ceiling_cents >= terms.begin_cents >= 0:
        return "linked.terms.ceiling"
    return "linked.terms.from" if terms.first_generation < 1 else None


def _wrong_terms(terms_file: Path, reason: Text) -> RequestFailed:
    return RequestFailed(Text("linked.terms.wrong", {"path": str(terms_file), "why": reason}))


def add_signature(
    message: JackpotTerms | JackpotDecision, signed_file: Path, private_key: Ed25519PrivateKey
) -> SignedMessage:
    """Sign terms or a decision in a file, created if there is none. Raises OSError; RequestFailed
    if it has another message.

    Each person signs the file that he has read, not the other person's copy.
    """
    already_signed = read_signed(signed_file) if signed_file.exists() else SignedMessage(message)
    if already_signed.message != message:
        raise RequestFailed(Text("linked.terms.others", {"path": str(signed_file)}))
    both_signatures = {**already_signed.signatures, **sign_message(message, private_key).signatures}
    signed_terms = msgspec.structs.replace(already_signed, signatures=both_signatures)
    write_atomically(signed_file, msgspec.json.encode(signed_terms) + b"\n")
    return signed_terms


def read_signed(terms_file: Path) -> SignedMessage:
    """Return signed terms. Raises OSError; RequestFailed if the file is not signed terms."""
    try:
        return msgspec.json.decode(terms_file.read_bytes(), type=SignedMessage)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RequestFailed(Text("linked.terms.unsigned", {"path": str(terms_file)})) from None


def accept_terms(
    signed_terms: SignedMessage,
    terms_file: Path,
    person_keys: frozenset[str],
    known_terms: Sequence[JackpotTerms],
    generation: int,
    private_key: Ed25519PrivateKey,
) -> SignedMessage:
    """Return new terms with the keeper's signature too. Raises RequestFailed if they are not
    acceptable: without two signatures, with another fraction of a cent, or for a jackpot that has
    begun.
    """
    new_terms = signed_terms.message
    if (
        not isinstance(new_terms, JackpotTerms)
        or len(valid_signers(signed_terms) & person_keys) < REQUIRED_PERSONS
    ):
        raise RequestFailed(
            Text("linked.terms.two", {"path": str(terms_file), "count": REQUIRED_PERSONS})
        )
    if any(new_terms.rate[1] != earlier_terms.rate[1] for earlier_terms in known_terms):
        raise _wrong_terms(terms_file, Text("linked.terms.den"))
    if new_terms.first_generation <= generation:
        raise _wrong_terms(terms_file, Text("linked.terms.begun", {"number": generation}))
    both_signatures = {**signed_terms.signatures, **sign_message(new_terms, private_key).signatures}
    return msgspec.structs.replace(signed_terms, signatures=both_signatures)
