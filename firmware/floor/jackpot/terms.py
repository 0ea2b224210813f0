"""The terms of a linked lot: written by a person, signed by two of them, then by the keeper."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import LotTerms
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.device.atomic_file import write_whole
from firmware.shell.jackpot.signed import PERSONS, Signed, sign, signers
from firmware.shell.words.decode_words import decode_reason


def written(path: Path) -> LotTerms:
    """Return the terms of a TOML file. Raises OSError, or CannotBeDone with what is wrong."""
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8")) | {"lot_message": "LotTerms"}
        terms = msgspec.convert(plain, LotTerms)
    except msgspec.ValidationError as error:
        raise _wrong(path, decode_reason(error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise _wrong(path, Text("linked.terms.no_toml")) from None
    name = _fault(terms)
    if name is not None:
        raise _wrong(path, Text(f"linked.terms.{name}"))
    return terms


def _fault(terms: LotTerms) -> str | None:
    num, den = terms.rate
    if num < 0 or den < 1 or terms.reserve_rate < 0:
        return "rate"
    if not 0 <= terms.reset_cents <= terms.ceiling_cents >= terms.begin_cents >= 0:
        return "ceiling"
    return "from" if terms.begins < 1 else None


def _wrong(path: Path, why: Text) -> CannotBeDone:
    return CannotBeDone(Text("linked.terms.wrong", {"path": str(path), "why": why}))


def add_signature(terms: LotTerms, out: Path, key: Ed25519PrivateKey) -> Signed:
    """Sign terms in a file, made if there is none. Raises OSError; CannotBeDone if it has others.

    Each person signs what he has read himself, and not what somebody else has signed.
    """
    before = read_signed(out) if out.exists() else Signed(terms)
    if before.message != terms:
        raise CannotBeDone(Text("linked.terms.others", {"path": str(out)}))
    both = {**before.signatures, **sign(terms, key).signatures}
    found = msgspec.structs.replace(before, signatures=both)
    write_whole(out, msgspec.json.encode(found) + b"\n")
    return found


def read_signed(path: Path) -> Signed:
    """Return what was signed. Raises OSError, or CannotBeDone if it is nothing signed."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Signed)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise CannotBeDone(Text("linked.terms.unsigned", {"path": str(path)})) from None


def accepted(
    signed: Signed,
    path: Path,
    people: frozenset[str],
    known: Sequence[LotTerms],
    generation: int,
    key: Ed25519PrivateKey,
) -> Signed:
    """Return new terms with the keeper's signature too. Raises CannotBeDone on any that may not
    count: without two signatures, with another fraction of a cent, or for a lot that has begun.
    """
    terms = signed.message
    if not isinstance(terms, LotTerms) or len(signers(signed) & people) < PERSONS:
        raise CannotBeDone(Text("linked.terms.two", {"path": str(path), "count": PERSONS}))
    if any(terms.rate[1] != other.rate[1] for other in known):
        raise _wrong(path, Text("linked.terms.den"))
    if terms.begins <= generation:
        raise _wrong(path, Text("linked.terms.begun", {"number": generation}))
    both = {**signed.signatures, **sign(terms, key).signatures}
    return msgspec.structs.replace(signed, signatures=both)
