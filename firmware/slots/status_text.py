"""The status of a bank as lines of text."""

from collections.abc import Iterator

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words
from firmware.slots.message_keys import LINK_KEYS
from firmware.slots.status import BankStatus, MachineStatus


def status_lines(bank_status: BankStatus, words: Words) -> Iterator[Text]:
    """Yield the bank, its jackpot, and a line for each machine."""
    yield Text("slots.head", {"bank": bank_status.bank, "machines": len(bank_status.machines)})
    if bank_status.panel_text:
        yield bank_status.panel_text
    for machine_status in bank_status.machines:
        yield _machine_line(machine_status, words)


def _machine_line(machine_status: MachineStatus, words: Words) -> Text:
    amount_texts = {
        "coin_in": words.format_money(machine_status.coin_in_cents)
        if machine_status.coin_in_cents is not None
        else "–",
        "paid": words.format_money(machine_status.paid_cents)
        if machine_status.paid_cents is not None
        else "–",
        "plays": "–" if machine_status.games_played is None else str(machine_status.games_played),
    }
    link_text = Text(LINK_KEYS[machine_status.link_state])
    return Text(
        "slots.machine", {"machine": machine_status.machine, "link": link_text, **amount_texts}
    )
