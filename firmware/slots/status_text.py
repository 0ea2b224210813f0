"""How a bank is, in words for a person."""

from collections.abc import Iterator

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words
from firmware.slots.status import MachineStatus, Status


def bank_told(found: Status, words: Words) -> Iterator[Text]:
    """Yield the bank, its lot and its machines."""
    yield Text("slots.head", {"bank": found.bank, "machines": len(found.machines)})
    if found.panel:
        yield found.panel
    for one in found.machines:
        yield _machine(one, words)


def _machine(one: MachineStatus, words: Words) -> Text:
    amounts = {
        "coin_in": words.money(one.coin_in_cents) if one.coin_in_cents is not None else "–",
        "paid": words.money(one.paid_cents) if one.paid_cents is not None else "–",
        "plays": "–" if one.plays is None else str(one.plays),
    }
    link = Text(f"slots.link.{one.link}")
    return Text("slots.machine", {"machine": one.machine, "link": link, **amounts})
