"""The ledger's fuzz, small; and that it can fail."""

import pytest

from firmware.floor.ledger import chain_check, ledger
from firmware.floor.ledger.table_message import read_message
from tests.campaigns.fuzz.ledger_fuzz import campaign
from tests.kits.examples import examples


def test_no_absurd_message_ends_the_ledger_or_costs_another_table_a_record() -> None:
    found = campaign(examples(600, 4000), seed=7)
    assert found.wrong == []
    assert {"unreadable", "other_position"} <= found.reasons.keys()
    assert found.doubted


def test_an_error_that_escapes_the_ledger_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_down(*of: object) -> object:
        raise IndexError("planted")

    monkeypatch.setattr(ledger, "read_message", breaks_down)
    assert any("IndexError: planted" in fault for fault in campaign(64, seed=7).wrong)


def test_an_honest_record_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def loses(received: object, house: str, roster: object) -> object:
        message = read_message(received, house, roster)  # type: ignore[arg-type]
        return message._replace(rows=message.rows[:-1])

    monkeypatch.setattr(ledger, "read_message", loses)
    monkeypatch.setattr(chain_check, "check_journal", lambda *_: iter(()))
    assert any("honest records" in fault for fault in campaign(64, seed=7).wrong)
