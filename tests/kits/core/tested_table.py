"""A table in a test, and what of it must last."""

import msgspec
from msgspec.structs import replace

from firmware.core.table.checkpoint import INITIAL_CHECKPOINT, Checkpoint
from firmware.core.vocabulary.events import (
    TestBegun,
    TestEnded,
    decode_plain,
    encode_plain,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.table_kit import (
    BANK_WINS,
    STOPPED,
    Croupier,
)

BEGUN, ENDED = TestBegun(), TestEnded()


def in_test(phase: Phase | None) -> Croupier:
    """Return a table in that phase of a test, with bets and cards where it has any."""
    croupier = Croupier()
    croupier.tell(BEGUN)
    if phase is not Phase.CLOSED:
        croupier.press(Key.CONFIRM)
    if phase is Phase.SHOE_CHANGE:
        croupier.cut()
    if phase in (Phase.ROUND, STOPPED):
        croupier.bet_and_close()
        croupier.cards("4S KD")
    if phase is STOPPED:
        croupier.fault("chips", "lost")
    assert croupier.phase is phase
    return croupier


def one_round(croupier: Croupier) -> None:
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    croupier.chips(1, "banker", 0)
    croupier.press(Key.CONFIRM)


def is_real(checkpoint: Checkpoint) -> Checkpoint:
    """Return all of a table but what is so at the device, whatever is played."""
    return replace(checkpoint, device=INITIAL_CHECKPOINT.device)


def through_the_journal(checkpoint: Checkpoint) -> Checkpoint:
    written = msgspec.json.encode(checkpoint, enc_hook=encode_plain)
    return msgspec.json.decode(written, type=Checkpoint, dec_hook=decode_plain)
