"""The terms that a keeper begins with, verified each time it starts."""

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.terms import accept_terms, read_signed
from firmware.shell.jackpot.signed_messages import is_signed_by_keeper
from firmware.shell.trust.keys import public_octets


def open_jackpot(
    database: Engine,
    jackpot_name: str,
    keeper_key: Ed25519PrivateKey,
    terms_file: Path | None,
    people: frozenset[str],
) -> JackpotStore:
    """Return a jackpot with its terms. Raises OSError; RequestFailed if new ones are not
    acceptable, if stored ones are not as they were signed, or if it has none.
    """
    jackpot_store = JackpotStore(database, jackpot_name)
    if terms_file is not None:
        _add_terms(jackpot_store, terms_file, people, keeper_key)
    signed_terms, keeper_public = jackpot_store.signed_terms, public_octets(keeper_key).hex()
    if not signed_terms:
        raise RequestFailed(Text("linked.audit.no_lot", {"name": jackpot_name}))
    if not all(is_signed_by_keeper(signed, keeper_public, people) for signed in signed_terms):
        raise RequestFailed(Text("linked.terms.altered", {"name": jackpot_name}))
    return jackpot_store


def _add_terms(
    jackpot_store: JackpotStore,
    terms_file: Path,
    people: frozenset[str],
    keeper_key: Ed25519PrivateKey,
) -> None:
    signed_terms, newest_line = read_signed(terms_file), jackpot_store.newest_line
    # a restart reads the same file again
    if any(signed_terms.message == known_terms for known_terms in jackpot_store.all_terms):
        return
    generation = newest_line.generation if newest_line else 0
    jackpot_store.add_terms(
        accept_terms(
            signed_terms, terms_file, people, jackpot_store.all_terms, generation, keeper_key
        )
    )
