"""The messages of a lot's keeper at a table: who has signed them, and which of them count."""

from collections.abc import Iterable

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import (
    JackpotGrant,
    JackpotGrantReceived,
    JackpotLeaseExpired,
    JackpotQuery,
    JackpotTermsReceived,
    JackpotUpdateReceived,
)
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.jackpot.jackpot_inbox import (
    UPDATE_INTERVAL_MS,
    JackpotInbox,
    JackpotRequirements,
    TrustedKeys,
)
from firmware.shell.jackpot.lease import LEASE_MS
from firmware.shell.jackpot.signed_messages import SignedMessage, sign_message
from firmware.shell.trust.keys import public_octets
from hal.ports import Millis
from tests.kits.floor.jackpots import GAME, JOURNAL, TERMS, shown

KEEPER, ANNE, LUC, EVE = (Ed25519PrivateKey.generate() for _ in range(4))
NONCE = "a nonce"


class Desk:
    """A table's mail, whose link follows the events that come of it."""

    def __init__(self) -> None:
        self.link = JackpotLink()
        people = frozenset(public_octets(key).hex() for key in (ANNE, LUC))
        trusted = TrustedKeys(public_octets(KEEPER).hex(), people)
        fits, ask = JackpotRequirements("grand", GAME, 0, 1, 100), JackpotQuery("table-7", NONCE)
        self.mail = JackpotInbox(fits, trusted, ask, JOURNAL, lambda: self.link)

    def look(self, now: int, *messages: SignedMessage) -> list[type[Event]]:
        """Take messages; return the kinds of the events that a look then makes."""
        for message in messages:
            self.mail.accept(message)
        return [self._follow(event) for event in self.mail.poll(Millis(now))]

    def _follow(self, event: Event) -> type[Event]:
        match event:
            case JackpotTermsReceived(terms, table, journal):
                self.link = self.link.with_terms(terms, table, journal)
            case JackpotUpdateReceived(line):
                self.link = self.link.with_update(line)
            case JackpotGrantReceived(granted):
                self.link = self.link.with_grant(granted)
            case JackpotLeaseExpired():
                self.link = self.link.with_lease_expired()
        return type(event)


def terms() -> SignedMessage:
    return sign_message(TERMS, KEEPER, ANNE, LUC)


def line(version: int, at: int, nonces: Iterable[str] = (), hits: int = 0) -> SignedMessage:
    return sign_message(
        shown(version, 1000 * version, at=at, nonces=tuple(nonces), hits=hits), KEEPER
    )


def open_desk() -> Desk:
    desk = Desk()
    assert desk.look(0, terms(), line(5, 1, [NONCE])) == [
        JackpotTermsReceived,
        JackpotUpdateReceived,
    ]
    return desk


def test_fresh_line_opens_the_jackpot() -> None:
    desk = Desk()
    assert desk.look(0, terms(), line(5, 1)) == [JackpotTermsReceived]
    assert desk.look(10, line(6, 2, ["of an earlier start"])) == []
    assert desk.mail.pending_query == JackpotQuery("table-7", NONCE)
    assert desk.look(20, line(6, 3, [NONCE])) == [JackpotUpdateReceived]
    assert desk.mail.pending_query is None


def test_later_line_renews_the_lease() -> None:
    desk, again = open_desk(), line(5, 1, [NONCE])
    assert desk.look(LEASE_MS - 1, again) == []
    assert desk.look(LEASE_MS) == [JackpotLeaseExpired]
    assert desk.look(LEASE_MS + 1, again) == []
    assert desk.look(LEASE_MS + 2, line(5, 2)) == [JackpotUpdateReceived]


def test_renewing_line_is_not_journaled() -> None:
    desk = open_desk()
    assert desk.look(LEASE_MS - 1, line(5, 2)) == []
    assert desk.look(LEASE_MS + 1) == []


def test_grown_line_waits_a_hit_does_not() -> None:
    desk = open_desk()
    assert desk.look(UPDATE_INTERVAL_MS - 1, line(6, 2)) == []
    assert desk.look(UPDATE_INTERVAL_MS) == [JackpotUpdateReceived]
    assert desk.look(UPDATE_INTERVAL_MS + 1, line(7, 3, hits=1)) == [JackpotUpdateReceived]


def test_older_line_is_not_passed_on() -> None:
    desk = open_desk()
    assert desk.look(9000, line(4, 2)) == []


def test_insufficient_signatures_refused() -> None:
    good = terms()
    keys = (KEEPER,), (KEEPER, ANNE), (ANNE, LUC), (KEEPER, ANNE, EVE)
    forged = replace(good, message=replace(TERMS, begin_cents=1))
    for wrong in (
        *(sign_message(TERMS, *some) for some in keys),
        forged,
        sign_message(shown(1, 1), EVE),
    ):
        with pytest.raises(RequestFailed, match=r"linked\.unsigned"):
            Desk().mail.accept(wrong)


def test_terms_of_another_table_refused() -> None:
    others = {"game": "blackjack", "decks": 2, "stake_cents": 200, "progressive_table": 1}
    for name, value in others.items():
        with pytest.raises(RequestFailed, match=r"linked\.misfit"):
            Desk().mail.accept(sign_message(replace(TERMS, **{name: value}), KEEPER, ANNE, LUC))


def test_journal_is_for_one_jackpot() -> None:
    desk = Desk()
    desk.link = desk.link.with_terms(replace(TERMS, jackpot="other"), "table-7", JOURNAL)
    with pytest.raises(RequestFailed, match=r"linked\.other_journal"):
        desk.mail.accept(terms())


def test_flood_leaves_the_newest_line() -> None:
    desk = open_desk()
    flood = [line(version, version) for version in range(6, 206)]
    assert desk.look(UPDATE_INTERVAL_MS, *flood) == [JackpotUpdateReceived]
    assert desk.link.version == 205


def grant(n: int = 1, journal: str = JOURNAL) -> SignedMessage:
    return sign_message(
        JackpotGrant("grand", 1, "table-7", journal, n, 5_014, 10_028, 0, 2), KEEPER
    )


def test_table_records_its_grant_once() -> None:
    desk = open_desk()
    desk.link, _ = desk.link.with_round_locked(1).with_round_ended(1, [(1, 100, Cents(5_014))])
    asked = desk.mail.pending_query
    assert asked is not None
    assert (asked.nonce, asked.newest) == (NONCE, shown(5, 5000, at=1, nonces=(NONCE,)))
    assert desk.look(1, grant(2), grant(journal="cd" * 16)) == []
    assert desk.look(2, grant()) == [JackpotGrantReceived]
    assert desk.look(3, grant()) == []
    assert desk.mail.pending_query is not None  # until a line includes the hit
    included = shown(6, 5000, cursor=1, at=2, generation=2, hits=1)
    assert desk.look(4, sign_message(included, KEEPER)) == [JackpotUpdateReceived]
    assert desk.mail.pending_query is None


def test_missing_cursor_ignores_broadcast() -> None:
    desk = open_desk()
    desk.link, _ = desk.link.with_round_locked(1).with_round_ended(1)
    assert desk.look(3000, to_all(6, 2), to_all(7, 3)) == []
    assert desk.mail.pending_query is not None
    own = sign_message(shown(6, 6000, cursor=1, at=4), KEEPER)
    assert desk.look(3001, own) == [JackpotUpdateReceived]
    assert (desk.link.cursor, desk.mail.pending_query) == (1, None)
    assert desk.look(LEASE_MS + 3000) == []
    assert desk.look(LEASE_MS + 3001, to_all(8, 5)) == [JackpotUpdateReceived]
    assert desk.link.version == 8


def to_all(version: int, at: int) -> SignedMessage:
    return sign_message(replace(shown(version, 1000 * version, at=at), cursors=None), KEEPER)
