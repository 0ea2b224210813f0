"""Which table is to be served: by a configuration's file, or one of the default ones."""

from dataclasses import replace
from pathlib import Path

from drivers.tags.chips import ChipRegistry, load_chips
from drivers.tags.decks import DeckRegistry, load_decks
from drivers.tags.mistakes import RegistryError
from drivers.wiring import Wiring
from firmware.cli.args.language import of_environment
from firmware.cli.serving.assembly import seat_table
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.config import load
from firmware.shell.config.defaults import default_table
from firmware.shell.config.faults import ConfigError, ConfigFault
from firmware.shell.config.settings import Config
from firmware.shell.device.directories import USUAL
from firmware.shell.words.os_words import os_failure


def chosen(path: Path | None, game: str | None, language: str | None) -> Config:
    """Return the chosen table. Raises ConfigError; CannotBeDone on another game.

    Its language is `language`, or else the configured one, or else the environment's.
    """
    if path is None:
        config = default_table(game or USUAL)
        return replace(config, language=language or of_environment())
    config = load(path)
    if game not in (None, config.table.game):
        raise CannotBeDone(Text("run.other_game", {"game": game, "other": config.table.game}))
    return replace(config, language=language or config.language)


def registries(wiring: Wiring) -> tuple[ChipRegistry, DeckRegistry]:
    """Return the house's chips and cards, none if the table reads none.

    Raises OSError, or RegistryError with every line that is wrong.
    """
    chips = load_chips(wiring.chips.registry) if wiring.chips else ChipRegistry({})
    decks = [load_decks(directory) for directory in wiring.decks()]
    return chips, DeckRegistry({tag: card for cards in decks for tag, card in cards.items()})


def trust_given(config: Config) -> None:
    """Raise ConfigError if a real table has no maker's key."""
    if config.trust is None:
        raise ConfigError([ConfigFault("trust", Text("config.trust_missing"))])


def unfit(path: Path | None, served: Config, *, simulated: bool) -> Text | None:
    """Return why the table can't be served with the file's present text, if it can't."""
    if path is None:
        return None
    try:
        config = load(path)
        seat_table(config, simulated=simulated)
        if not simulated:
            trust_given(config)
            registries(config.wiring)
    except RegistryError as error:
        return Text("technician.registry", {"why": error.why})
    except OSError as error:
        return Text("technician.registry", {"why": os_failure(error)})
    except CannotBeDone as error:
        return error.why
    game, other = served.table.game, config.table.game
    if game != other and config.journal.copies == served.journal.copies:
        return Text("technician.other_game", {"game": game, "other": other})
    return None
