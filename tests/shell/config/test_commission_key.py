"""A table that marks commissions knows amounts, and has the key that collects them."""

from typing import Any

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.shell.config.config import read_config
from firmware.shell.config.defaults import default_document
from firmware.shell.config.faults import ConfigError
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

HOUSE = pack_of("""
[baccarat.switches]
commission_due = { allowed = ["once", "shoe"], usual = "once", article = "5324.21" }
""")


def document(due: str) -> dict[str, Any]:
    return default_document("baccarat", HOUSE, commission_due=due)


def faults(document: dict[str, Any]) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        read_config(document, rule_pack=HOUSE)
    return [fault.key for fault in refused.value.faults]


@each("due, has_key", [("once", False), ("shoe", True)])
def test_only_a_table_that_marks_has_the_key(*, due: str, has_key: bool) -> None:
    wiring = read_config(document(due), rule_pack=HOUSE).wiring
    assert (Key.COLLECT_COMMISSION in wiring.keys.meanings()) is has_key


def test_missing_key_is_named() -> None:
    without = document("shoe")
    del without["keys"]["inputs"][Key.COLLECT_COMMISSION]
    assert faults(without) == ["keys.inputs.commission"]


def test_marks_need_known_amounts() -> None:
    unseen = document("shoe")
    unseen["table"]["amounts"] = "unseen"
    assert "table.amounts" in faults(unseen)
