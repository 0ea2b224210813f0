"""The facts of a table at which a linked jackpot is won, and its keeper's lines."""

from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine

from firmware.floor.facts import LANE_START, Fact, LanePosition
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.ledger_line import first_line, fold_message
from firmware.floor.jackpot.signed_line import SignedLine
from firmware.shell.history.journal_entries import Attested
from firmware.shell.jackpot.signed_messages import sign_message
from tests.kits.floor.jackpots import TERMS, fed, hit

SHARES: Final = {"started": {"game": "caribbean-stud", "options": {"progressive_link": "grand"}}}


def locked(number: int, cents: int) -> dict[str, Any]:
    lock = {"bets": 1, "version": 1, "generation": 1, "shown": cents}
    return {"LotLocked": {"round": number, **lock}}


def called(number: int, **more: Any) -> dict[str, Any]:
    return {"LotCalled": {"table": "table-7", "round": number, **more}}


def facts(*bodies: dict[str, Any]) -> list[Fact]:
    at = [LanePosition(0, number) for number in range(len(bodies))]
    return [*map(Fact, at, [LANE_START, *at], bodies)]


def begin_jackpot(store: Engine) -> JackpotStore:
    jackpot = JackpotStore(store, "grand")
    jackpot.add_terms(sign_message(TERMS, Ed25519PrivateKey.generate()))
    jackpot.insert(SignedLine(first_line([TERMS])), 1)
    return jackpot


def count(jackpot: JackpotStore, number: int, paid: int, journal: str = "aa") -> None:
    """Have the keeper count a hit; its round is ten times its number."""
    line = jackpot.newest_line
    assert line is not None
    message = hit(number, paid, journal=journal) if paid else fed(number, journal=journal)
    line, grant = fold_message(line, message, [TERMS])
    assert jackpot.insert(SignedLine(line, Attested(message, "", ""), grant=grant), 1)
