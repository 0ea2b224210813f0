"""What a poker table brings at a golden hand: its refusals, alarms, prompts and rulings, by their
message keys.
"""

import json
from collections.abc import Iterator
from typing import Any

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.prompts import dealer_lines
from firmware.core.poker_room.engine.ruling_text import room_ruling_texts
from firmware.core.poker_room.engine.rulings import AlarmRaised
from firmware.core.poker_room.engine.terms import POKER_ROOM, read_terms
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.script import PokerScript
from firmware.shell.script_file import POKER_GAMES, scripts_in_text
from sim.play.poker_script import ACT_MAKERS


def hand_messages(script: dict[str, Any]) -> set[str]:
    """Return the messages of a hand's table, or of the refusal of its options."""
    [(_, read)] = scripts_in_text(json.dumps(script).encode(), "script", POKER_GAMES)
    assert isinstance(read, PokerScript)
    try:
        bounds = default_pack().rules(POKER_ROOM).bounds
        terms = read_terms(read.game, read.options, read.spots, bounds=bounds)
    except OptionRefused as refused:
        return {refused.why.key}
    return {text.key for text in _texts(PokerEngine(terms), read)}


def _texts(table: PokerEngine, script: PokerScript) -> Iterator[Text]:
    for number, step in enumerate(script.steps, start=1):
        for act in ACT_MAKERS[step.kind](getattr(step, step.kind)):
            rulings = table.handle(act, number)
            for ruling in rulings:
                yield from _ruling_texts(ruling)
            if any(isinstance(ruling, Refused | AlarmRaised) for ruling in rulings):
                break
        yield from dealer_lines(table.poker_state)


def _ruling_texts(ruling: Ruling) -> Iterator[Text]:
    match ruling:
        case Refused(why=why) | AlarmRaised(why=why):
            yield why
        case Announced(words=text):
            yield text
        case _:
            yield from room_ruling_texts(ruling)
