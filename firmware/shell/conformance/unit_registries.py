"""The cards and chips that a unit outside a table knows."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from drivers.kind import Registries
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip, load_chips
from drivers.tags.deck_registry import DeckRegistry, TaggedCard, load_decks
from firmware.shell.conformance.replay_kinds import ReplayKind
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words


class Tags(NamedTuple):
    """Cards and chips by the octets of their UID."""

    cards: Mapping[bytes, TaggedCard] = {}
    chips: Mapping[bytes, RegisteredChip] = {}


NO_TAGS: Final = Tags()


def unit_registries(
    kind: ReplayKind, options: Mapping[str, Any], words: Words, tags: Tags = NO_TAGS
) -> Registries:
    """Return these tags and those of the registry in the options; without one, no others.

    Raises OSError, RegistryError.
    """
    registry = Path(options["registry"]) if "registry" in options else None
    chips, cards = dict(tags.chips), dict(tags.cards)
    if registry and kind.section == "chips":
        chips.update(load_chips(registry))
    elif registry:
        cards.update(load_decks(registry))
    return Registries(ChipRegistry(chips), DeckRegistry(cards), DisplayScreens(words))
