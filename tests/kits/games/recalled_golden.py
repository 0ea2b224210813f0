"""Golden rounds as a journal has them recalled, without wires."""

from itertools import chain
from typing import Any

from firmware.core.table.card_picker import keys_to_card
from firmware.core.table.decisions import focused_spot, open_choices
from firmware.core.vocabulary.cards import CARDS_BY_NAME, TILES_BY_NAME, Card
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.shell.history.journal_entries import Setting
from firmware.shell.recall import RecalledRound
from firmware.shell.recall.story import ReplayedStory
from firmware.shell.rules.pack_files import find_pack, home_pack
from firmware.shell.script import SCRIPTED_OPTIONS
from tests.kits.games.bare_table import BareTable
from tests.kits.games.journaled import journaled_seat

TABLE_ITSELF = 0
"""The step at which a table is refused, that is never opened."""


class KeyedTable(BareTable):
    """A table whose dealer chooses spots and cards by keys, so that its journal has the choice."""

    def _turn_to(self, spot: int, low: tuple[Card, ...]) -> None:
        state = self.table.state
        for _ in open_choices(state):
            if focused_spot(state) != spot:
                self._tell(KeyPressed(Key.NEXT_PLACE))
        for card in low:
            for key in (*keys_to_card(card, state.game.pack), Key.PICK_CARD):
                self._tell(KeyPressed(key))


def is_recallable(golden: dict[str, Any]) -> bool:
    """Return whether the core's table alone can play a round: not one with acts by people, cards
    that there are none of, or another game's instrument.
    """
    script = golden["script"]
    instrument = home_pack(script["game"]).game_class(script["game"]).INSTRUMENT
    own_result = instrument.result_kind if instrument else None
    acts = [(act, what) for step in script["steps"] for act, what in step.items()]
    names = [what for act, what in acts if act in ("cards", "tiles")]
    return (
        TABLE_ITSELF not in golden.get("refused", ())
        and all(
            act in (own_result, "revolutions") or hasattr(BareTable, f"_{act}") for act, _ in acts
        )
        and {*chain.from_iterable(names)} <= {*CARDS_BY_NAME, *TILES_BY_NAME}
    )


def recalled_golden(golden: dict[str, Any]) -> list[RecalledRound]:
    """Play a golden round at the core's table, and return what its journal recalls."""
    script = golden["script"]
    table = journaled_seat(script)
    KeyedTable(script, table).play(script["steps"])
    game = script["game"]
    pack = find_pack(script["rules"]) if "rules" in script else home_pack(game)
    options = SCRIPTED_OPTIONS.get(game, {}) | script.get("options", {})
    setting = Setting("", "", pack.digest, pack.name, game, options, table.state.rules)
    story = ReplayedStory(setting)
    for number, entry in enumerate(table.entries, start=1):
        story.take(number, entry)
    return [*story.assemble_rounds()]
