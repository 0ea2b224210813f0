"""A lot recomputed from what its tables have recorded: the first thing that is not so is named."""

from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import JackpotDecision, JackpotTableMessage
from firmware.core.vocabulary.money import Cents
from firmware.floor.jackpot.audit import (
    AuditDifference,
    RecordedMessages,
    differing_update,
    first_difference,
)
from firmware.floor.jackpot.ledger_line import (
    LedgerLine,
    first_line,
    fold_message,
    jackpot_update,
    pass_over,
    take_back,
)
from firmware.floor.jackpot.signed_line import SignedLine
from firmware.shell.history.journal_entries import Attested
from firmware.shell.jackpot.signed_messages import SignedMessage, sign_message
from tests.kits.examples import examples
from tests.kits.floor.jackpots import TERMS, A, B, fed, hit

Evening = tuple[list[SignedLine], dict[tuple[str, int], JackpotTableMessage]]
PEOPLE = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
CAPPED = replace(TERMS, ceiling_cents=Cents(100_400))


def an_evening(seed: int) -> Evening:
    """Fold messages of two tables by chance, hits among them that know of too old a lot, and what
    people decide on some of them.
    """
    chance, lines, messages = Random(seed), [SignedLine(first_line([CAPPED]))], {}
    numbers = {A: 0, B: 0}
    for _ in range(40):
        last, journal = lines[-1].line, chance.choice((A, B))
        numbers[journal] += 1
        n = numbers[journal]
        if chance.random() < 0.2:
            of = chance.randint(max(1, last.generation - 1), last.generation)
            paid, percent = chance.randint(0, 110_000), chance.choice((10, 100))
            message: JackpotTableMessage = hit(n, paid, percent, journal, generation=of)
        else:
            message = fed(n, chance.randint(0, 9), journal)
        messages[journal, n] = message
        lines += _folded(last, message, chance)
    return lines, messages


def _folded(last: LedgerLine, message: JackpotTableMessage, chance: Random) -> list[SignedLine]:
    attested = Attested(message, "", "")
    passes = decided(message, counts=False)
    if chance.random() < 0.1:
        passed = pass_over(last, message.journal, message.message_number)
        return [SignedLine(passed, attested, passes)]
    line, granted = fold_message(last, message, [CAPPED])
    folded = SignedLine(line, attested, grant=granted)
    if granted or chance.random() < 0.9:
        return [folded]
    return [folded, SignedLine(take_back(line, message, [CAPPED]), attested, passes)]


def decided(message: JackpotTableMessage, *, counts: bool) -> SignedMessage:
    number = message.message_number
    return sign_message(JackpotDecision(message.jackpot, message.journal, number, counts), *PEOPLE)


def audited(lines: list[SignedLine], messages: RecordedMessages) -> AuditDifference | None:
    return first_difference(lines, messages, [CAPPED])


def test_fold_equals_the_journals() -> None:
    for seed in range(examples(25, 2000)):
        assert audited(*an_evening(seed)) is None


def test_extra_unit_named_with_its_line() -> None:
    lines, messages = an_evening(1)
    lines[7] = replace(lines[7], line=replace(lines[7].line, pool=lines[7].line.pool + 1))
    found = audited(lines, messages)
    assert found is not None
    assert (found.version, found.words.key) == (8, "linked.audit.pool")
    assert found.words.values["found"] == found.words.values["expected"] + 1


def test_wrong_message_count_is_named() -> None:
    lines, messages = an_evening(1)
    for wrong in (
        [*lines[:5], replace(lines[4], line=replace(lines[4].line, version=6))],
        [*lines[:5], *lines[6:]],
    ):
        found = audited(wrong, messages)
        assert found is not None
        assert found.version == 6


def test_payment_not_recorded_is_named() -> None:
    lines, messages = an_evening(2)
    line = next(one.line for one in lines[1:] if one.decision is None)
    place = line.journal, line.message_number
    messages[place] = replace(messages[place], bets=messages[place].bets + 1)
    found = audited(lines, messages)
    assert found is not None
    assert found.is_altered


def test_line_without_bundle_unproven() -> None:
    lines, messages = an_evening(3)
    del messages[lines[5].line.journal, lines[5].line.message_number]
    found = audited(lines, messages)
    assert found is not None
    assert (found.version, found.is_altered) == (6, False)


def test_shown_line_must_be_stored() -> None:
    lines = [signed_line.line for signed_line in an_evening(4)[0]]
    seen = [jackpot_update(line, [CAPPED], 1) for line in lines]
    den = CAPPED.rate[1]
    assert differing_update(seen, lines, den) is None
    seen[9] = replace(seen[9], cents=Cents(seen[9].cents + 1))
    assert differing_update(seen, lines, den) == seen[9]
    assert differing_update(seen[:9], lines[:8], den) == seen[8]
    cursors = {lines[3].journal: lines[3].message_number}
    own = jackpot_update(lines[3], [CAPPED], 1, cursors)
    assert differing_update([own], lines, den) is None
    other = replace(own, cursors={lines[3].journal: cursors[lines[3].journal] + 1})
    assert differing_update([other], lines, den) == other


def test_decision_of_one_person_named() -> None:
    lines, messages = an_evening(1)
    at = next(n for n, signed_line in enumerate(lines) if signed_line.decision)
    decision = lines[at].decision
    assert decision is not None
    lines[at] = replace(lines[at], decided=sign_message(decision, PEOPLE[0]))
    found = audited(lines, messages)
    assert found is not None
    assert found.words.key == "linked.audit.decision"
