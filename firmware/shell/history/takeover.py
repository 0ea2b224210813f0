"""How a table takes over a changed configuration: between rounds, and at no other time.

In a round the journal's events were decided by the configuration that it names. Decided again by
another one they could lock other bets and pay other amounts.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.shoe import ShoeMemory
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.history.journal_entries import Setting
from firmware.shell.rules.pack_files import DEFAULT_PACK

CONFIGURATION_KEYS: Final = {
    "spots": "table.spots",
    "seats": "table.seats",
    "late_entry": "table.late_entry",
    "denominations": "table.denominations_cents",
    "amounts": "table.amounts",
    "smallest_chip": "table.smallest_chip_cents",
    "rounding": "table.rounding",
    "progressive_link": "lot.name",
    "implausible": "table.implausible_cents",
    "payments": "table.payments",
    "sensed": "presence",
    "keys": "keys.inputs",
    "tournament": "tournament",
}
"""A table's rules, and how it pays with its chips, as its configuration names them."""


def changed_keys(old: Setting, new: Setting) -> tuple[str, ...]:
    """Return the keys of the configuration by which two tables decide otherwise.

    The program and its own rule pack may differ: that is for the replay to find.
    """
    old_values, new_values = _flat_values(old), _flat_values(new)
    return tuple(
        name
        for name in {**old_values, **new_values}
        if old_values.get(name) != new_values.get(name)
    )


def takeover_checkpoint(table: Table, old: Setting, new: Setting) -> Checkpoint:
    """Return the checkpoint from which `table`, played by `old`, resumes by `new`.

    Other packs must be shuffled first; a wheel, dice or balls have no packs.
    """
    checkpoint, differing_keys = table.checkpoint(), changed_keys(old, new)
    has_other_packs = table.state.game.decks and any(
        key.startswith(("game.", "rules.")) for key in differing_keys
    )
    return _unshuffled(checkpoint) if has_other_packs else checkpoint


def _unshuffled(table: Checkpoint) -> Checkpoint:
    real_table = table.aside and _unshuffled(table.aside)
    return replace(table, phase=Phase.CLOSED.name, shoe=ShoeMemory(cut=True), aside=real_table)


def check_takeover(table: Table, old: Setting, new: Setting) -> None:
    """Raise RequestFailed if `table`, played by `old`, can't resume by `new`."""
    differing_keys = changed_keys(old, new)
    if "table.game" in differing_keys:
        raise RequestFailed(Text("takeover.game", {"game": new.game, "other": old.game}))
    if "tournament" in differing_keys:
        raise RequestFailed(Text("takeover.tournament"))
    if differing_keys and not table.state.between_rounds:
        remedy = Text("takeover.fresh" if new.table.simulated else "takeover.finish")
        raise RequestFailed(
            Text("takeover.round", {"keys": ", ".join(differing_keys), "again": remedy})
        )


def _flat_values(setting: Setting) -> dict[str, Any]:
    return dict(_flat_items(setting))


def _flat_items(setting: Setting) -> Iterator[tuple[str, Any]]:
    yield "table.game", setting.game
    is_own_pack = setting.pack == DEFAULT_PACK
    yield "rules.pack", setting.pack if is_own_pack else f"{setting.pack} {setting.rules}"
    # as JSON has them: a tuple of the configuration is a list in the journal
    options = msgspec.json.decode(msgspec.json.encode(setting.options))
    yield from (
        (CONFIGURATION_KEYS.get(name, f"game.{name}"), value) for name, value in options.items()
    )
    rules = msgspec.structs.asdict(setting.table)
    limits = rules.pop("limits")
    yield from ((f"limits.{bet}", limit) for bet, limit in limits.items())
    yield from ((CONFIGURATION_KEYS.get(name, name), value) for name, value in rules.items())
