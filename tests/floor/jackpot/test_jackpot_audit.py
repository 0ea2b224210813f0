"""A lot recomputed from what its tables have recorded: the first thing that is not so is named."""

from random import Random

from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import JackpotTableMessage
from firmware.core.vocabulary.money import Cents
from firmware.floor.jackpot.audit import (
    AuditDifference,
    RecordedMessages,
    differing_update,
    first_difference,
)
from firmware.floor.jackpot.ledger_line import LedgerLine, first_line, fold_message, jackpot_update
from tests.kits.examples import examples
from tests.kits.floor.jackpots import TERMS, A, B, fed, hit

Evening = tuple[list[LedgerLine], dict[tuple[str, int], JackpotTableMessage]]
CAPPED = replace(TERMS, ceiling_cents=Cents(100_400))


def an_evening(seed: int) -> Evening:
    """Fold messages of two tables by chance, hits among them that know of too old a lot."""
    chance, lines, messages = Random(seed), [first_line([CAPPED])], {}
    for _ in range(40):
        last, journal = lines[-1], chance.choice((A, B))
        n = last.cursors.get(journal, 0) + 1
        if chance.random() < 0.2:
            of = chance.randint(max(1, last.generation - 1), last.generation)
            paid, percent = chance.randint(0, 110_000), chance.choice((10, 100))
            message: JackpotTableMessage = hit(n, paid, percent, journal, generation=of)
        else:
            message = fed(n, chance.randint(0, 9), journal)
        messages[journal, n] = message
        lines.append(fold_message(last, message, [CAPPED]).ledger_line)
    return lines, messages


def audited(lines: list[LedgerLine], messages: RecordedMessages) -> AuditDifference | None:
    return first_difference(lines, messages, [CAPPED])


def test_what_the_keepers_fold_is_what_the_tables_journals_come_to() -> None:
    for seed in range(examples(50, 2000)):
        assert audited(*an_evening(seed)) is None


def test_one_unit_too_many_is_named_with_its_line() -> None:
    lines, messages = an_evening(1)
    lines[7] = replace(lines[7], pool=lines[7].pool + 1)
    found = audited(lines, messages)
    assert found is not None
    assert (found.version, found.words.key) == (8, "linked.audit.pool")
    assert found.words.values["found"] == found.words.values["expected"] + 1


def test_a_message_that_is_counted_twice_or_left_out_is_named() -> None:
    lines, messages = an_evening(1)
    for wrong in ([*lines[:5], replace(lines[4], version=6)], [*lines[:5], *lines[6:]]):
        found = audited(wrong, messages)
        assert found is not None
        assert found.version == 6


def test_a_payment_that_a_table_has_not_recorded_so_is_named() -> None:
    lines, messages = an_evening(2)
    place = next(key for key, one in messages.items() if not one.message_number % 2)
    messages[place] = replace(messages[place], bets=messages[place].bets + 1)
    found = audited(lines, messages)
    assert found is not None
    assert found.is_altered


def test_a_line_whose_message_no_bundle_holds_is_not_proven_and_not_altered() -> None:
    lines, messages = an_evening(3)
    del messages[lines[5].journal, lines[5].message_number]
    found = audited(lines, messages)
    assert found is not None
    assert (found.version, found.is_altered) == (6, False)


def test_what_a_table_was_shown_must_be_in_the_store() -> None:
    lines, _ = an_evening(4)
    seen = [jackpot_update(line, [CAPPED], (), 1) for line in lines]
    den = CAPPED.rate[1]
    assert differing_update(seen, lines, den) is None
    seen[9] = replace(seen[9], cents=Cents(seen[9].cents + 1))
    assert differing_update(seen, lines, den) == seen[9]
    assert differing_update(seen[:9], lines[:8], den) == seen[8]
