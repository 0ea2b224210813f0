"""`croupier recall --unseen`: the payments that no reader saw."""

from collections.abc import Iterator

import msgspec

from firmware.cli.args.errors import print_error
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.commands.progress import RecordProgress
from firmware.console.text.measures import local_time_text
from firmware.core.vocabulary.panel import Text
from firmware.shell.history.journal_entries import Entry, decode
from firmware.shell.journal import JournalDamaged, JournalReader
from firmware.shell.recall.unseen_payments import (
    RecordedPayment,
    RecordedPayments,
    unseen_payments,
)
from firmware.shell.words.words import Words


def print_unseen_payments(journal_reader: JournalReader, words: Words, *, as_json: bool) -> int:
    """Print the payments of the whole journal; return 1 if it is damaged."""
    recorded_payments: list[RecordedPayment] = []
    damage: JournalDamaged | None = None
    with RecordProgress(words.render(Text("replay.progress"))) as progress:
        try:
            recorded_payments += unseen_payments(_read_entries(journal_reader, progress))
        except JournalDamaged as error:
            damage = error
    if as_json:
        print(msgspec.json.encode(RecordedPayments(tuple(recorded_payments))).decode())
    elif not recorded_payments:
        print(words.render(Text("recall.all_seen")))
    else:
        for recorded_payment in recorded_payments:
            print(words.render(_payment_text(recorded_payment)))
    if damage:
        words_of_damage = words.render(Text("recall.damaged", {"number": damage.number}))
        return print_error("recall", EXIT_FINDINGS, words_of_damage)
    return 0


def _read_entries(journal_reader: JournalReader, progress: RecordProgress) -> Iterator[Entry]:
    for record_number, payload in journal_reader.records():
        progress.record_read(record_number)
        yield decode(payload)


def _payment_text(recorded_payment: RecordedPayment) -> Text:
    payment = recorded_payment.payment
    return Text(
        "recall.unseen",
        {
            "date": local_time_text(recorded_payment.wall),
            "number": payment.round,
            "words": Text("view.payment_unseen", payment.values),
        },
    )
