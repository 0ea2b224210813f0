"""The messages of a lot's keeper at a table: who has signed them, and which of them count."""

from collections.abc import Iterable

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware.core.game.jackpot_link import Link
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import (
    LotAsk,
    LotGranted,
    LotGrantTaken,
    LotLapsed,
    LotSeen,
    LotTermsTaken,
)
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.jackpot.inbox import TOLD_EVERY_MS, Fits, LotMail, Trusted
from firmware.shell.jackpot.lease import LEASE_MS
from firmware.shell.jackpot.signed import Signed, sign
from firmware.shell.trust.keys import public_of
from hal.ports import Millis
from tests.kits.floor.lots import GAME, JOURNAL, TERMS, shown

KEEPER, ANNE, LUC, EVE = (Ed25519PrivateKey.generate() for _ in range(4))
NONCE = "a nonce"


class Desk:
    """A table's mail, whose link follows the events that come of it."""

    def __init__(self) -> None:
        self.link = Link()
        people = frozenset(public_of(key).hex() for key in (ANNE, LUC))
        trusted = Trusted(public_of(KEEPER).hex(), people)
        fits, ask = Fits("grand", GAME, 0, 1, 100), LotAsk("table-7", NONCE)
        self.mail = LotMail(fits, trusted, ask, JOURNAL, lambda: self.link)

    def look(self, now: int, *messages: Signed) -> list[type[Event]]:
        """Take messages; return the kinds of the events that a look then makes."""
        for message in messages:
            self.mail.take(message)
        return [self._follow(event) for event in self.mail.look(Millis(now))]

    def _follow(self, event: Event) -> type[Event]:
        match event:
            case LotTermsTaken(terms, table, journal):
                self.link = self.link.took(terms, table, journal)
            case LotSeen(line):
                self.link = self.link.heard(line)
            case LotGrantTaken(granted):
                self.link = self.link.granted(granted)
            case LotLapsed():
                self.link = self.link.lapsed()
        return type(event)


def terms() -> Signed:
    return sign(TERMS, KEEPER, ANNE, LUC)


def line(version: int, at: int, nonces: Iterable[str] = (), hits: int = 0) -> Signed:
    return sign(shown(version, 1000 * version, at=at, nonces=tuple(nonces), hits=hits), KEEPER)


def open_desk() -> Desk:
    desk = Desk()
    assert desk.look(0, terms(), line(5, 1, [NONCE])) == [LotTermsTaken, LotSeen]
    return desk


def test_only_a_line_that_answers_the_ask_of_this_start_opens_the_lot() -> None:
    desk = Desk()
    assert desk.look(0, terms(), line(5, 1)) == [LotTermsTaken]
    assert desk.look(10, line(6, 2, ["of an earlier start"])) == []
    assert desk.mail.ask == LotAsk("table-7", NONCE)
    assert desk.look(20, line(6, 3, [NONCE])) == [LotSeen]
    assert desk.mail.ask is None


def test_the_lease_ends_if_no_later_line_comes_and_a_line_sent_again_is_no_later_one() -> None:
    desk, again = open_desk(), line(5, 1, [NONCE])
    assert desk.look(LEASE_MS - 1, again) == []
    assert desk.look(LEASE_MS) == [LotLapsed]
    assert desk.look(LEASE_MS + 1, again) == []
    assert desk.look(LEASE_MS + 2, line(5, 2)) == [LotSeen]


def test_the_same_line_by_a_later_message_renews_the_lease_and_is_not_journaled() -> None:
    desk = open_desk()
    assert desk.look(LEASE_MS - 1, line(5, 2)) == []
    assert desk.look(LEASE_MS + 1) == []


def test_a_line_that_only_has_grown_waits_and_a_hit_does_not() -> None:
    desk = open_desk()
    assert desk.look(TOLD_EVERY_MS - 1, line(6, 2)) == []
    assert desk.look(TOLD_EVERY_MS) == [LotSeen]
    assert desk.look(TOLD_EVERY_MS + 1, line(7, 3, hits=1)) == [LotSeen]


def test_an_older_line_is_not_passed_on() -> None:
    desk = open_desk()
    assert desk.look(9000, line(4, 2)) == []


def test_what_is_not_signed_as_it_must_be_is_refused() -> None:
    good = terms()
    keys = (KEEPER,), (KEEPER, ANNE), (ANNE, LUC), (KEEPER, ANNE, EVE)
    forged = replace(good, message=replace(TERMS, begin_cents=1))
    for wrong in (*(sign(TERMS, *some) for some in keys), forged, sign(shown(1, 1), EVE)):
        with pytest.raises(CannotBeDone, match=r"linked\.unsigned"):
            Desk().mail.take(wrong)


def test_terms_for_another_kind_of_table_are_refused() -> None:
    others = {"game": "blackjack", "decks": 2, "stake_cents": 200, "progressive_table": 1}
    for name, value in others.items():
        with pytest.raises(CannotBeDone, match=r"linked\.misfit"):
            Desk().mail.take(sign(replace(TERMS, **{name: value}), KEEPER, ANNE, LUC))


def test_a_journal_counts_for_one_lot_alone() -> None:
    desk = Desk()
    desk.link = desk.link.took(replace(TERMS, lot="other"), "table-7", JOURNAL)
    with pytest.raises(CannotBeDone, match=r"linked\.other_journal"):
        desk.mail.take(terms())


def test_a_flood_leaves_the_newest_line() -> None:
    desk = open_desk()
    flood = [line(version, version) for version in range(6, 206)]
    assert desk.look(TOLD_EVERY_MS, *flood) == [LotSeen]
    assert desk.link.version == 205


def grant(n: int = 1, journal: str = JOURNAL) -> Signed:
    return sign(LotGranted("grand", 1, "table-7", journal, n, 5_014, 10_028, 0, 2), KEEPER)


def test_a_table_asks_until_the_grant_of_its_hit_has_come_and_records_that_once() -> None:
    desk = open_desk()
    desk.link, _ = desk.link.lock(1).over(1, [(1, 100, Cents(5_014))])
    assert desk.mail.ask == LotAsk("table-7", NONCE)
    assert desk.look(1, grant(2), grant(journal="cd" * 16)) == []
    assert desk.look(2, grant()) == [LotGrantTaken]
    assert desk.look(3, grant()) == []
    assert desk.mail.ask is None
