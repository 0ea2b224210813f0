"""The card registry: the card, deck and batch of each tag.

A deck is a file `NAME.csv` of its own: a line of its data, then a tag and its card a line.

    deck,batch,jokers,cut
    12,2026-11,0,yes
    uid,card
    04A1B2C3D4E580,AS
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from drivers.tags.mistakes import RegistryError, mistake, not_text, unfit
from firmware.core.vocabulary.cards import JOKER, PACK, TILE_SET, Card, parse_card
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import Unfit

HEAD: Final = "deck,batch,jokers,cut"
COLUMNS: Final = "uid,card"
CUT: Final = "CUT"
"""How the cut card is written."""
MOST_JOKERS: Final = 4
TILES: Final = "tiles"
"""Stands in place of how many jokers, for a set of tiles."""
LARGEST_BYTES: Final = 1 << 16
_BEGINNING: Final = Text("registry.beginning", {"head": HEAD, "columns": COLUMNS})
_NAME: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,31}")
_RANDOM, _CASCADE = "08", "88"
"""First bytes that no card of a deck has: of a random UID of 4 bytes, and of the cascade mark of a
longer one (NXP AN10927).
"""


class Tagged(NamedTuple):
    """A card with a tag in it; None is the cut card."""

    card: Card | None
    deck: str
    batch: str


class DeckRegistry(Mapping[bytes, Tagged]):
    """Cards by the 4, 7 or 8 bytes of their tag's UID; a view of `cards`, which may grow."""

    def __init__(self, cards: Mapping[bytes, Tagged]) -> None:
        self._cards = cards

    def __getitem__(self, uid: bytes) -> Tagged:
        return self._cards[uid]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)


@dataclass(slots=True)
class Deck:
    """One deck as far as it is enrolled."""

    name: str
    batch: str
    jokers: int = 0
    cut: bool = False
    tiles: bool = False
    """Whether it is no deck of cards but the set of 32 tiles (100)."""
    cards: dict[bytes, Card | None] = field(default_factory=dict)

    @property
    def pack(self) -> Sequence[Card | None]:
        """Every card of the deck, suit by suit, then the jokers and the cut card; or every tile."""
        cards = TILE_SET if self.tiles else (*PACK, *(JOKER,) * self.jokers)
        return (*cards, *(None,) * self.cut)

    @property
    def missing(self) -> list[Card | None]:
        """The cards that have no tag yet, in the order of the pack."""
        left = Counter(self.cards.values())
        missing = []
        for card in self.pack:
            if left[card]:
                left[card] -= 1
            else:
                missing.append(card)
        return missing

    def text(self) -> str:
        """Return the deck as its file has it."""
        jokers = TILES if self.tiles else str(self.jokers)
        head = f"{self.name},{self.batch},{jokers},{'yes' if self.cut else 'no'}"
        rows = (f"{uid.hex().upper()},{written(card)}" for uid, card in self.cards.items())
        return "\n".join((HEAD, head, COLUMNS, *rows, ""))


def written(card: Card | None) -> str:
    """Return a card as the file has it."""
    return CUT if card is None else card.name


def is_name(text: str) -> bool:
    """Return whether a deck or a batch may be called so."""
    return _NAME.fullmatch(text) is not None


def load_decks(directory: Path) -> DeckRegistry:
    """Read every deck of a directory; each must be complete, and no tag may occur twice.

    Raises OSError, or RegistryError with every mistake.
    """
    cards: dict[bytes, Tagged] = {}
    faults: list[Text] = []
    paths = sorted(directory.glob("*.csv"))
    if not paths:
        faults.append(mistake(directory, Text("registry.no_deck")))
    for path in paths:
        try:
            deck = load_deck(path)
        except RegistryError as error:
            faults += error.faults
            continue
        faults += _beside(deck, path, cards)
        cards |= {uid: Tagged(card, deck.name, deck.batch) for uid, card in deck.cards.items()}
    if faults:
        raise RegistryError(faults)
    return DeckRegistry(cards)


def _beside(deck: Deck, path: Path, cards: Mapping[bytes, Tagged]) -> Iterator[Text]:
    missing = deck.missing
    if missing:
        names = ", ".join(map(written, missing[:5])) + (", …" if len(missing) > 5 else "")
        yield mistake(path, Text("registry.missing", {"count": len(missing), "names": names}))
    for line, uid in enumerate(deck.cards, start=4):
        if uid in cards:
            other = cards[uid]
            values = {"name": written(other.card), "deck": other.deck, "uid": uid.hex().upper()}
            yield mistake(path, Text("registry.other_deck", dict(values)), line)


def load_deck(path: Path) -> Deck:
    """Read one deck, whole or not. Raises OSError, or RegistryError with every mistake."""
    data = path.read_bytes()
    if len(data) > LARGEST_BYTES:
        too_long = Text("registry.too_long", {"most": str(LARGEST_BYTES)})
        raise RegistryError([mistake(path, too_long)])
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise RegistryError([not_text(path, error)]) from None
    if lines[:1] != [HEAD] or lines[2:3] != [COLUMNS]:
        raise RegistryError([mistake(path, _BEGINNING, 1)])
    try:
        deck = _head(lines[1], path.stem)
    except Unfit as error:
        raise RegistryError([mistake(path, error.why, 2)]) from None
    faults = [mistake(path, why, line) for line, why in _read_cards(deck, lines[3:])]
    if faults:
        raise RegistryError(faults)
    return deck


def _head(line: str, stem: str) -> Deck:
    fields = line.split(",")
    if len(fields) != 4:
        raise unfit("columns", given=line, columns=HEAD)
    name, batch, jokers, cut = fields
    if name != stem or not is_name(name):
        raise unfit("deck_name", given=name, name=stem)
    if not is_name(batch):
        raise unfit("batch", given=batch)
    if jokers not in (TILES, *map(str, range(MOST_JOKERS + 1))) or cut not in ("yes", "no"):
        raise unfit("jokers", most=str(MOST_JOKERS), tiles=TILES)
    tiles = jokers == TILES
    return Deck(name, batch, 0 if tiles else int(jokers), cut == "yes", tiles)


def _read_cards(deck: Deck, lines: Sequence[str]) -> Iterator[tuple[int, Text]]:
    """Fill the deck; yield its mistakes, by their lines in the file."""
    for number, line in enumerate(lines, start=4):
        try:
            uid, card = _card(line)
        except Unfit as error:
            yield number, error.why
            continue
        if uid in deck.cards:
            values = {"uid": uid.hex().upper(), "name": written(deck.cards[uid])}
            yield number, Text("registry.same_deck", dict(values))
        elif card not in deck.missing:
            yield number, Text("registry.surplus", {"name": written(card)})
        else:
            deck.cards[uid] = card


def _card(line: str) -> tuple[bytes, Card | None]:
    uid, comma, name = line.partition(",")
    if not comma:
        raise unfit("columns", given=line, columns=COLUMNS)
    return parse_uid(uid), None if name == CUT else _named(name)


def _named(name: str) -> Card:
    try:
        return parse_card(name)
    except ValueError:
        raise unfit("card", given=name) from None


def parse_uid(text: str) -> bytes:
    """Return a UID of 4 or 7 bytes (ISO/IEC 14443), or of 8 (ISO/IEC 15693).

    Raises Unfit on one that no card has.
    """
    if not re.fullmatch(r"[0-9A-F]{8}|[0-9A-F]{14}|E0[0-9A-F]{14}", text):
        raise unfit("card_uid", given=text)
    if text.startswith((_RANDOM, _CASCADE) if len(text) == 8 else _CASCADE):
        raise unfit("passing_uid", given=text)
    return bytes.fromhex(text)
