"""The directory of one table: the files that its service reads."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import tomlkit

from drivers.tags.deck_registry import Deck, TaggedCard
from firmware.core.game.game import Game
from firmware.core.game.options import ROUNDING, SMALLEST_CHIP
from firmware.core.vocabulary.cards import JOKER_CARD, TILE_SET
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import default_document
from firmware.shell.config.language import in_language
from firmware.shell.config.rules_section import SECTION as RULES_SECTION
from firmware.shell.config.settings import Config
from firmware.shell.rules.pack_files import PACK_SUFFIX, default_pack, find_pack
from sim.bench.seats import seat_tags
from sim.bench.tagged_decks import game_tags
from sim.people.layout import BACK_BETTOR
from sim.people.rack import HouseChips, house_chips, registry_csv

PORT_KEY: Final = "port"
STATE_FOLDER: Final = "state"
TABLE_KEYS: Final[Mapping[str, str]] = {SMALLEST_CHIP: "smallest_chip_cents", ROUNDING: "rounding"}
"""Options of a script that a configuration has among those of its table."""


@dataclass(frozen=True)
class Seating:
    """The choice of a table: a configuration's, or the default of a game."""

    game: str = "baccarat"
    config: Path | None = None
    spots: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    language: str | None = None
    rules: Path | None = None
    """The file of the rule pack that holds in place of the configuration's."""
    amounts: tuple[Cents, ...] = ()
    """Amounts that need chips of their own: they are no denominations."""


class TableDir:
    """A table's own configuration, chips and decks, in `path`, with every port in it.

    Raises RequestFailed, ConfigError or RulesError if there can't be such a table.
    """

    def __init__(self, path: Path, seating: Seating) -> None:
        self.path = path
        self.config_path = path / "table.toml"
        self.config = self._configured(seating)
        self.game: Game = self.config.open_game()
        self.tags = game_tags(self.config.wiring.shoe, self.game)
        self.house_chips = self._house_chips(seating.amounts)
        (path / "chips.csv").write_text(registry_csv(self.house_chips), encoding="utf-8")
        self._write_decks("decks", self.tags)
        self._write_decks("seats", seat_tags(self.config.wiring.seats))

    @property
    def state(self) -> Path:
        """The service's state directory."""
        return self.path / STATE_FOLDER

    @property
    def voice(self) -> Path:
        """The phrases of the table's voice, as pages play them."""
        return self.path / "voice"

    @property
    def far_end(self) -> Path:
        """The socket of the simulated parts."""
        return self.path / "far-end"

    @property
    def journal_copies(self) -> list[Path]:
        """The folders of the journal: simulated media are folders of the state directory, named as
        the real ones.
        """
        return [self.state / path.relative_to(path.anchor) for path in self.config.journal.copies]

    def socket_path(self, name: str | None = None) -> Path:
        """Return the path of the control socket, or of another socket in its directory."""
        return self.state / (name or Path(self.config.control.name))

    def port_path(self, section: str) -> Path:
        """Return the name of a serial port."""
        return self.path / section

    def set_language(self, language: str) -> Config:
        """Configure another language; return the configuration. Raises ConfigError, and changes
        nothing, if the table has no words in it.
        """
        in_language(self.config, language)
        document = tomlkit.parse(self.config_path.read_text(encoding="utf-8"))
        document["language"] = language
        self.config_path.write_text(tomlkit.dumps(document), encoding="utf-8")
        self.config = load_config(self.config_path)
        return self.config

    def _configured(self, seating: Seating) -> Config:
        document = _document(seating)
        for section, part in document.items():
            if isinstance(part, dict) and PORT_KEY in part:
                part[PORT_KEY] = str(self.port_path(section))
        if "chips" in document:
            document["chips"]["registry"] = str(self.path / "chips.csv")
        if "seats" in document:
            document["seats"]["registry"] = str(self.path / "seats")
        shoe = document.get("shoe", {})
        if "registry" in shoe:
            shoe["registry"] = str(self.path / "decks")
        if "commands" in shoe:
            shoe["commands"] = True
        document.pop("trust", None)
        self.config_path.write_text(tomlkit.dumps(document), encoding="utf-8")
        return load_config(self.config_path)

    def _house_chips(self, odd_amounts: tuple[Cents, ...]) -> HouseChips:
        table = self.config.table
        if self.config.game_class.SHARED_LAYOUT:
            spots = range(1, table.spots + 1)
            has_colours = self.game.has_colour_chips
            return house_chips(
                table.denominations, (None,), spots, odd_amounts, has_colours=has_colours
            )
        return house_chips(table.denominations, (None, BACK_BETTOR), (), odd_amounts)

    def _write_decks(self, folder: str, tags: Mapping[bytes, TaggedCard]) -> None:
        directory = self.path / folder
        directory.mkdir()
        for name, deck in _decks_of(tags).items():
            (directory / f"{name}.csv").write_text(deck.text(), encoding="utf-8")


def _document(seating: Seating) -> dict[str, Any]:
    """Return the configuration as its file has it."""
    if seating.config is not None:
        document = tomllib.loads(seating.config.read_text(encoding="utf-8"))
        pack_file = document.get(RULES_SECTION, {}).get("pack", "")
        if pack_file.endswith(PACK_SUFFIX):  # beside that file, not beside the table's own
            document[RULES_SECTION]["pack"] = str((seating.config.parent / pack_file).resolve())
    else:
        document = _default_document(seating)
    if seating.rules is not None:
        document[RULES_SECTION] = {"pack": _pack_reference(seating.rules)}
    if seating.language is not None:
        document["language"] = seating.language
    return document


def _pack_reference(rules: Path) -> str:
    """Return a pack as the table's own file names it, which is in another folder: by its name, or
    by the whole path of its file.
    """
    return str(rules.resolve() if rules.suffix == PACK_SUFFIX else rules)


def _default_document(seating: Seating) -> dict[str, Any]:
    pack = find_pack(str(seating.rules)) if seating.rules else default_pack()
    if seating.game not in pack.served_games:
        names = ", ".join(pack.served_games)
        raise RequestFailed(Text("sheet.no_game", {"game": seating.game, "games": names}))
    seat_limits = pack.rules(seating.game).seats_at(seating.options)
    spots = seating.spots
    if spots is not None and not 1 <= spots <= seat_limits.most:
        raise RequestFailed(Text("web.no_spots", {"spots": spots, "most": seat_limits.most}))
    game_options = {
        name: value for name, value in seating.options.items() if name not in TABLE_KEYS
    }
    document = default_document(seating.game, pack, spots=spots, **game_options)
    if "late_entry" in document["table"]:
        document["table"]["late_entry"] = "allow"
    chip_cents = seating.options.get(SMALLEST_CHIP, 1)
    for bet, (min_cents, max_cents) in seating.limits.items():
        document.setdefault("limits", {})[bet] = {
            "min_cents": -(-min_cents // chip_cents) * chip_cents,
            "max_cents": max_cents // chip_cents * chip_cents,
        }
    document["table"] |= _chip_settings(seating, document["table"]["denominations_cents"])
    return document


def _chip_settings(seating: Seating, denominations: Sequence[int]) -> dict[str, Any]:
    """Return how the table pays with its chips, of which the smallest makes up the others."""
    settings = {
        key: seating.options[name] for name, key in TABLE_KEYS.items() if name in seating.options
    }
    chip_cents = seating.options.get(SMALLEST_CHIP)
    if chip_cents is None:
        return settings
    larger_chips = [
        value for value in denominations if value > chip_cents and not value % chip_cents
    ]
    return settings | {"denominations_cents": [*larger_chips, chip_cents]}


def _decks_of(tags: Mapping[bytes, TaggedCard]) -> dict[str, Deck]:
    """Return the decks of these tags; the cut card is one of the first deck's."""
    decks: dict[str, Deck] = {}
    # The cut card last, since it joins the first deck.
    for uid, (card, name, batch) in sorted(tags.items(), key=lambda tag: tag[1].card is None):
        deck_name = next(iter(decks)) if card is None else name
        decks.setdefault(deck_name, Deck(deck_name, batch)).cards[uid] = card
    for deck in decks.values():
        cards = list(deck.cards.values())
        deck.cut_card, deck.jokers = None in cards, cards.count(JOKER_CARD)
        deck.tiles = any(card in TILE_SET for card in cards)
    return decks
