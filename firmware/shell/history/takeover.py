"""How a table goes on whose configuration was changed: between rounds, and at no other time.

In a round the journal's events were decided by the configuration that it names. Decided again by
another one they could lock other bets and pay other amounts.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from firmware.core.table.shoe import ShoeMemory
from firmware.core.table.state import Checkpoint
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.history.records import Setting

NAMES: Final = {
    "spots": "table.spots",
    "late_entry": "table.late_entry",
    "denominations": "table.denominations_cents",
    "amounts": "table.amounts",
    "smallest_chip": "table.smallest_chip_cents",
    "progressive_link": "lot.name",
    "implausible": "table.implausible_cents",
    "sensed": "presence",
    "keys": "keys.inputs",
    "tournament": "tournament",
}
"""A table's rules, and its smallest chip, as its configuration names them."""


def changed(old: Setting, new: Setting) -> tuple[str, ...]:
    """Return the keys of the configuration by which two tables decide otherwise.

    The program and its rule pack may differ: that is for the replay to find.
    """
    one, other = _plain(old), _plain(new)
    return tuple(name for name in {**one, **other} if one.get(name) != other.get(name))


def taken_over(table: Table, old: Setting, new: Setting) -> Checkpoint:
    """Return the state in which `table`, as it is by `old`, goes on by `new`.

    Of other packs none has been shuffled yet; a wheel, dice or balls have none.
    """
    now, keys = table.checkpoint(), changed(old, new)
    others = table.state.game.decks and any(key.startswith("game.") for key in keys)
    return _unshuffled(now) if others else now


def _unshuffled(table: Checkpoint) -> Checkpoint:
    aside = table.aside and _unshuffled(table.aside)
    return replace(table, phase=Phase.CLOSED.name, shoe=ShoeMemory(cut=True), aside=aside)


def check_fits(table: Table, old: Setting, new: Setting) -> None:
    """Raise CannotBeDone if `table`, as it is by `old`, can't go on by `new`."""
    keys = changed(old, new)
    if "table.game" in keys:
        raise CannotBeDone(Text("takeover.game", {"game": new.game, "other": old.game}))
    if "tournament" in keys:
        raise CannotBeDone(Text("takeover.tournament"))
    if keys and not table.state.between_rounds:
        again = Text("takeover.fresh" if new.table.simulated else "takeover.finish")
        raise CannotBeDone(Text("takeover.round", {"keys": ", ".join(keys), "again": again}))


def _plain(setting: Setting) -> dict[str, Any]:
    return dict(_flat(setting))


def _flat(setting: Setting) -> Iterator[tuple[str, Any]]:
    yield "table.game", setting.game
    options = msgspec.json.decode(msgspec.json.encode(setting.options))
    yield from ((NAMES.get(name, f"game.{name}"), value) for name, value in options.items())
    rules = msgspec.structs.asdict(setting.table)
    limits = rules.pop("limits")
    yield from ((f"limits.{bet}", limit) for bet, limit in limits.items())
    yield from ((NAMES.get(name, name), value) for name, value in rules.items())
