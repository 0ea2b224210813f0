"""The panel and the attendants' view, as HTML in the words of a language."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.words.words import Words
from firmware.slots.alarms import in_percent
from firmware.slots.requests import How, ask_bank
from firmware.slots.returns import Return
from firmware.slots.status import MachineStatus, Status
from firmware.slots.terms import WHOLE


def asked(socket: Path) -> Status | None:
    """Return how the bank at a socket is; None if its host does not answer."""
    try:
        found = ask_bank(socket, How())
    except ControlError:
        return None
    return found if isinstance(found, Status) else None


def lot(found: Status | None, words: Words) -> str:
    """Return the lot alone. An amount that may be old is never shown."""
    if found is None or found.lot_cents is None:
        return _tag("p", "–", "lot")
    return _tag("p", words.money(found.lot_cents), "lot")


def bank(found: Status | None, words: Words) -> str:
    """Return the lot, the alarms and each machine."""
    if found is None:
        return _tag("p", words.say(Text("slots.panel_lost")), "alarm")
    alarms = [_tag("li", words.say(alarm), "alarm") for alarm in found.alarms]
    notes = [_tag("li", words.say(note), "note") for note in found.notes]
    tiles = [_tile(one, words) for one in found.machines]
    said = "".join(alarms + notes) or _tag("li", words.say(Text("slots.well")), "well")
    return f"{lot(found, words)}<ul class=said>{said}</ul><ol class=tiles>{''.join(tiles)}</ol>"


def _tile(one: MachineStatus, words: Words) -> str:
    lines = [_tag("h2", str(one.machine)), _tag("p", words.say(Text(f"slots.link.{one.link}")))]
    lines += [_tag("p", words.say(line), "figure") for line in _figures(one)]
    kind = "lost" if one.link not in ("up", "new") else "" if one.feeds else "held"
    return f'<li class="{kind}{" playing" if one.playing else ""}">{"".join(lines)}</li>'


def _figures(one: MachineStatus) -> Iterator[Text]:
    if one.coin_in_cents is not None and one.paid_cents is not None:
        yield Text("slots.tile.in", {"in_cents": Cents(one.coin_in_cents)})
        yield Text("slots.tile.paid", {"paid_cents": Cents(one.paid_cents)})
        yield Text("slots.tile.plays", {"plays": one.plays or 0})
    yield from map(_of_return, one.returns)


def _of_return(one: Return) -> Text:
    values = {"actual": in_percent(one.actual), "base": in_percent(one.base)}
    key = "slots.tile.returned" if one.game == WHOLE else "slots.tile.game_returned"
    return Text(key, {"game": one.game, **values})


def _tag(name: str, said: str, kind: str = "") -> str:
    return f'<{name} class="{kind}">{escape(said)}</{name}>'
