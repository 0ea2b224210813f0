"""The panel and the attendants' view as HTML, in a language."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.words.words import Words
from firmware.slots.alarms import percent_text
from firmware.slots.message_keys import LINK_KEYS
from firmware.slots.requests import StatusRequest, query_bank
from firmware.slots.returns import GameReturn
from firmware.slots.status import BankStatus, MachineStatus
from firmware.slots.terms import WHOLE_MACHINE


def query_status(bank_socket: Path) -> BankStatus | None:
    """Return the status of the bank at a socket; None if its host does not answer."""
    try:
        bank_status = query_bank(bank_socket, StatusRequest())
    except ControlError:
        return None
    return bank_status if isinstance(bank_status, BankStatus) else None


def jackpot_view(bank_status: BankStatus | None, words: Words) -> str:
    """Return the jackpot alone, a dash if it is not known: an amount that may be old is never
    shown.
    """
    if bank_status is None or bank_status.jackpot_cents is None:
        return _html_tag("p", "–", "lot")
    return _html_tag("p", words.format_money(bank_status.jackpot_cents), "lot")


def bank_view(bank_status: BankStatus | None, words: Words) -> str:
    """Return the jackpot, the alarms and notes, and a tile for each machine."""
    if bank_status is None:
        return _html_tag("p", words.render(Text("slots.panel_lost")), "alarm")
    alarms = [_html_tag("li", words.render(alarm), "alarm") for alarm in bank_status.alarms]
    notes = [_html_tag("li", words.render(note_text), "note") for note_text in bank_status.notes]
    machine_tiles = [
        _machine_tile(machine_status, words) for machine_status in bank_status.machines
    ]
    message_list = "".join(alarms + notes) or _html_tag(
        "li", words.render(Text("slots.well")), "well"
    )
    jackpot, tiles = jackpot_view(bank_status, words), "".join(machine_tiles)
    return f"{jackpot}<ul class=said>{message_list}</ul><ol class=tiles>{tiles}</ol>"


def _machine_tile(machine_status: MachineStatus, words: Words) -> str:
    tile_lines = [
        _html_tag("h2", str(machine_status.machine)),
        _html_tag("p", words.render(Text(LINK_KEYS[machine_status.link_state]))),
    ]
    tile_lines += [
        _html_tag("p", words.render(figure_line), "figure")
        for figure_line in _machine_figures(machine_status)
    ]
    css_class = (
        "lost"
        if machine_status.link_state not in ("up", "new")
        else ""
        if machine_status.is_contributing
        else "held"
    )
    playing_class = " playing" if machine_status.is_game_in_progress else ""
    return f'<li class="{css_class}{playing_class}">{"".join(tile_lines)}</li>'


def _machine_figures(machine_status: MachineStatus) -> Iterator[Text]:
    if machine_status.coin_in_cents is not None and machine_status.paid_cents is not None:
        yield Text("slots.tile.in", {"in_cents": Cents(machine_status.coin_in_cents)})
        yield Text("slots.tile.paid", {"paid_cents": Cents(machine_status.paid_cents)})
        yield Text("slots.tile.plays", {"plays": machine_status.games_played or 0})
    yield from map(_return_line, machine_status.game_returns)


def _return_line(game_return: GameReturn) -> Text:
    text_values = {
        "actual": percent_text(game_return.actual_return),
        "base": percent_text(game_return.registered_return),
    }
    message_key = (
        "slots.tile.returned" if game_return.game == WHOLE_MACHINE else "slots.tile.game_returned"
    )
    return Text(message_key, {"game": game_return.game, **text_values})


def _html_tag(tag_name: str, tag_text: str, css_class: str = "") -> str:
    return f'<{tag_name} class="{css_class}">{escape(tag_text)}</{tag_name}>'
