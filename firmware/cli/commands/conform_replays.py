"""The replays by the word of a unit's kind: parts of a table, and slot machines."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.part_replay import PartReplay, UnitReplay
from firmware.shell.conformance.replay_kinds import REPLAY_KINDS, replay_kind
from firmware.shell.conformance.unit_registries import NO_TAGS, Tags
from firmware.shell.words.words import Words

SLOT_MACHINE: Final = "sas"


def open_replay(
    word: str,
    lines: Iterable[CapturedLine],
    options: Mapping[str, Any],
    words: Words,
    tags: Tags = NO_TAGS,
) -> UnitReplay:
    """Return the replay of a capture to the kind of that word.

    Raises RequestFailed, ConfigError, RegistryError or OSError.
    """
    if word == SLOT_MACHINE:
        from firmware.slots.conformance import SasReplay

        return SasReplay(lines, options)
    return PartReplay(replay_kind(word), lines, options, words, tags)


def replay_words() -> tuple[str, ...]:
    """Return the words of the kinds that can be replayed."""
    return (*REPLAY_KINDS, SLOT_MACHINE)
