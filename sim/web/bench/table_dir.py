"""The directory of one table: the files that its service reads."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import tomlkit

from drivers.tags.decks import Deck, Tagged
from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import JOKER, TILE_SET
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.config import load
from firmware.shell.config.defaults import default_document
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import game_kind, game_rules, open_game, served_games
from sim.bench.seats import seat_tags
from sim.bench.tagged import tags_of
from sim.people.cage import Cage
from sim.people.layout import BEHIND

PORTS: Final = "port"
ODD_CHIPS: Final = 20
"""Chips of each amount that the usual ones can't make up."""


@dataclass(frozen=True)
class Seating:
    """The choice of a table: a configuration's, or the default of a game."""

    game: str = "baccarat"
    config: Path | None = None
    spots: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    language: str | None = None
    amounts: tuple[Cents, ...] = ()
    """Amounts that need chips, besides the denominations."""


class TableDir:
    """A table's own configuration, chips and decks, in `path`, with every port in it.

    Raises CannotBeDone, ConfigError or RulesError if there can't be such a table.
    """

    def __init__(self, path: Path, seating: Seating) -> None:
        self.path = path
        self.config_path = path / "table.toml"
        self.config = self._configured(seating)
        self.game: Game = open_game(self.config.table.game, dict(self.config.game_options))
        self.tags = tags_of(self.config.wiring.shoe, self.game)
        self.cage = self._cage(seating.amounts)
        (path / "chips.csv").write_text(self.cage.text(), encoding="utf-8")
        self._enrol("decks", self.tags)
        self._enrol("seats", seat_tags(self.config.wiring.seats))

    @property
    def state(self) -> Path:
        """The service's state directory."""
        return self.path / "state"

    @property
    def voice(self) -> Path:
        """The phrases of the table's voice, as pages play them."""
        return self.path / "voice"

    @property
    def far_end(self) -> Path:
        """The socket of the simulated parts."""
        return self.path / "far-end"

    def socket(self, name: str | None = None) -> Path:
        """Return the control socket, or another beside it."""
        return self.state / (name or Path(self.config.control.name))

    def port(self, section: str) -> Path:
        """Return the name of a serial port."""
        return self.path / section

    def speak(self, language: str) -> Config:
        """Configure another language; return the configuration."""
        document = tomlkit.parse(self.config_path.read_text(encoding="utf-8"))
        document["language"] = language
        self.config_path.write_text(tomlkit.dumps(document), encoding="utf-8")
        self.config = load(self.config_path)
        return self.config

    def _configured(self, seating: Seating) -> Config:
        document = _document(seating)
        for section, part in document.items():
            if isinstance(part, dict) and PORTS in part:
                part[PORTS] = str(self.port(section))
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
        return load(self.config_path)

    def _cage(self, amounts: tuple[Cents, ...]) -> Cage:
        table = self.config.table
        shared = game_kind(table.game).LAYOUT
        cage = Cage(
            table.denominations,
            (None,) if shared else (None, BEHIND),
            range(1, table.spots + 1) if shared else (),
        )
        for kind in {chip._replace(cents=cents) for cents in amounts for chip in cage.values()}:
            if kind.cents not in table.denominations:
                cage.make(kind, ODD_CHIPS)
        return cage

    def _enrol(self, folder: str, tags: Mapping[bytes, Tagged]) -> None:
        directory = self.path / folder
        directory.mkdir()
        for name, deck in _decks(tags).items():
            (directory / f"{name}.csv").write_text(deck.text(), encoding="utf-8")


def _document(seating: Seating) -> dict[str, Any]:
    """Return the configuration as its file has it."""
    if seating.config is not None:
        document = tomllib.loads(seating.config.read_text(encoding="utf-8"))
    else:
        document = _usual(seating)
    if seating.language is not None:
        document["language"] = seating.language
    return document


def _usual(seating: Seating) -> dict[str, Any]:
    if seating.game not in served_games():
        names = ", ".join(served_games())
        raise CannotBeDone(Text("sheet.no_game", {"game": seating.game, "games": names}))
    seats = game_rules(seating.game).seats_at(seating.options)
    spots = seating.spots
    if spots is not None and not 1 <= spots <= seats.most:
        raise CannotBeDone(Text("web.no_spots", {"spots": spots, "most": seats.most}))
    document = default_document(seating.game, spots=spots, **seating.options)
    if "late_entry" in document["table"]:
        document["table"]["late_entry"] = "allow"
    for bet, (least, most) in seating.limits.items():
        document.setdefault("limits", {})[bet] = {"min_cents": least, "max_cents": most}
    return document


def _decks(tags: Mapping[bytes, Tagged]) -> dict[str, Deck]:
    """Return the decks of these tags; the cut card is one of the first deck's."""
    decks: dict[str, Deck] = {}
    for uid, (card, name, batch) in sorted(tags.items(), key=lambda tag: tag[1].card is None):
        of = next(iter(decks)) if card is None else name
        decks.setdefault(of, Deck(of, batch)).cards[uid] = card
    for deck in decks.values():
        cards = list(deck.cards.values())
        deck.cut, deck.jokers = None in cards, cards.count(JOKER)
        deck.tiles = any(card in TILE_SET for card in cards)
    return decks
