"""The configuration of the table to serve: from its file, or a default one."""

from pathlib import Path

from drivers.tags.chip_registry import ChipRegistry, load_chips
from drivers.tags.deck_registry import DeckRegistry, load_decks
from drivers.tags.registry_errors import RegistryError
from drivers.wiring import Wiring
from firmware.cli.args.language import environment_language
from firmware.cli.rule_packs import pack_of_file
from firmware.cli.serving.assembly import configured_table
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import default_table
from firmware.shell.config.faults import ConfigError, ConfigFault
from firmware.shell.config.language import in_language
from firmware.shell.config.settings import Config
from firmware.shell.device.directories import DEFAULT_GAME
from firmware.shell.trust.pack_signature import signature_fault
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.words.os_words import os_failure


def choose_config(
    config_path: Path | None,
    requested_game: str | None,
    language: str | None,
    rules: Path | None = None,
) -> Config:
    """Return the configuration, by its own rule pack or that of the file `rules`. Raises
    ConfigError or RulesError; RequestFailed if it is of another game.

    Its language is `language`, else the configured one, else the environment's.
    """
    rule_pack = pack_of_file(rules)
    if config_path is None:
        config = default_table(requested_game or DEFAULT_GAME, rule_pack)
        return in_language(config, language or environment_language())
    config = load_config(config_path, rule_pack)
    require_signed_rules(config)
    if requested_game not in (None, config.table.game):
        raise RequestFailed(
            Text("run.other_game", {"game": requested_game, "other": config.table.game})
        )
    return in_language(config, language or config.language)


def load_registries(wiring: Wiring) -> tuple[ChipRegistry, DeckRegistry]:
    """Return the registered chips and cards that the table's readers know.

    Raises OSError, or RegistryError with every line that is wrong.
    """
    chip_registry = load_chips(wiring.chips.registry) if wiring.chips else ChipRegistry({})
    deck_tags = [load_decks(directory) for directory in wiring.deck_directories()]
    return chip_registry, DeckRegistry(
        {
            tag_uid: tagged_card
            for tags_of_deck in deck_tags
            for tag_uid, tagged_card in tags_of_deck.items()
        }
    )


def require_trust(config: Config) -> None:
    """Raise ConfigError if a real table has no maker's key."""
    if config.trust is None:
        raise ConfigError([ConfigFault("trust", Text("config.trust_missing"))])


def require_signed_rules(config: Config) -> None:
    """Raise ConfigError if a table trusts a rules office that has not signed its rule pack."""
    if config.rules_key is None:
        return
    try:
        fault = signature_fault(config.rule_pack, config.rules_key)
    except TrustRefused as error:
        fault = error.why
    except OSError as error:
        fault = os_failure(error)
    if fault is not None:
        raise ConfigError([ConfigFault("rules.pack", fault)])


def unservable_reason(
    config_path: Path | None, served_config: Config, *, simulated: bool
) -> Text | None:
    """Return why a restart with the file's present text would fail, None if it would not."""
    if config_path is None:
        return None
    try:
        config = load_config(config_path)
        configured_table(config, simulated=simulated)
        require_signed_rules(config)
        if not simulated:
            require_trust(config)
            load_registries(config.wiring)
    except RegistryError as error:
        return Text("technician.registry", {"why": error.why})
    except OSError as error:
        return Text("technician.registry", {"why": os_failure(error)})
    except RequestFailed as error:
        return error.why
    # the journal is of one game: another needs other copies
    served_game, configured_game = served_config.table.game, config.table.game
    if served_game != configured_game and config.journal.copies == served_config.journal.copies:
        return Text("technician.other_game", {"game": served_game, "other": configured_game})
    return None
