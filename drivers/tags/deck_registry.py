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

from drivers.tags.registry_errors import RegistryError, located_mistake, not_text, unfit_field
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, TILE_SET, Card, parse_card
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue

DECK_HEADER: Final = "deck,batch,jokers,cut"
COLUMNS: Final = "uid,card"
CUT_CARD_MARK: Final = "CUT"
"""How the cut card is written."""
MOST_JOKERS: Final = 4
TILES_WORD: Final = "tiles"
"""In place of the number of jokers, for a set of tiles."""
LARGEST_BYTES: Final = 1 << 16
_BEGINNING: Final = Text("registry.beginning", {"head": DECK_HEADER, "columns": COLUMNS})
_DECK_NAME: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,31}")
_RANDOM_UID_PREFIX, _CASCADE_PREFIX = "08", "88"
"""First bytes that no card of a deck has: of a random UID of 4 bytes, and of the cascade mark of a
longer one (NXP AN10927).
"""


class TaggedCard(NamedTuple):
    """A card with a tag in it; None is the cut card."""

    card: Card | None
    deck: str
    batch: str


class DeckRegistry(Mapping[bytes, TaggedCard]):
    """Cards by the 4, 7 or 8 bytes of their tag's UID; a view of `cards`, which may grow."""

    def __init__(self, cards: Mapping[bytes, TaggedCard]) -> None:
        self._cards = cards

    def __getitem__(self, uid: bytes) -> TaggedCard:
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
    cut_card: bool = False
    tiles: bool = False
    """Whether it is no deck of cards but the set of 32 tiles (100)."""
    cards: dict[bytes, Card | None] = field(default_factory=dict)

    @property
    def pack(self) -> Sequence[Card | None]:
        """Every card of the deck, suit by suit, then the jokers and the cut card; or every tile."""
        cards = TILE_SET if self.tiles else (*FULL_PACK, *(JOKER_CARD,) * self.jokers)
        return (*cards, *(None,) * self.cut_card)

    @property
    def missing_cards(self) -> list[Card | None]:
        """The cards that have no tag yet, in the order of the pack."""
        unused_tags = Counter(self.cards.values())
        missing_cards = []
        for card in self.pack:
            if unused_tags[card]:
                unused_tags[card] -= 1
            else:
                missing_cards.append(card)
        return missing_cards

    def text(self) -> str:
        """Return the deck as its file has it."""
        jokers = TILES_WORD if self.tiles else str(self.jokers)
        deck_row = f"{self.name},{self.batch},{jokers},{'yes' if self.cut_card else 'no'}"
        rows = (f"{uid.hex().upper()},{card_name(card)}" for uid, card in self.cards.items())
        return "\n".join((DECK_HEADER, deck_row, COLUMNS, *rows, ""))


def card_name(card: Card | None) -> str:
    """Return a card as the file has it."""
    return CUT_CARD_MARK if card is None else card.name


def is_valid_name(text: str) -> bool:
    """Return whether a deck or a batch may be called so."""
    return _DECK_NAME.fullmatch(text) is not None


def load_decks(directory: Path) -> DeckRegistry:
    """Read every deck of a directory; each must be complete, and no tag may occur twice.

    Raises OSError, or RegistryError with every mistake.
    """
    cards: dict[bytes, TaggedCard] = {}
    faults: list[Text] = []
    deck_paths = sorted(directory.glob("*.csv"))
    if not deck_paths:
        faults.append(located_mistake(directory, Text("registry.no_deck")))
    for path in deck_paths:
        try:
            deck = load_deck(path)
        except RegistryError as error:
            faults += error.faults
            continue
        faults += _registry_conflicts(deck, path, cards)
        cards |= {uid: TaggedCard(card, deck.name, deck.batch) for uid, card in deck.cards.items()}
    if faults:
        raise RegistryError(faults)
    return DeckRegistry(cards)


def _registry_conflicts(
    deck: Deck, path: Path, cards: Mapping[bytes, TaggedCard]
) -> Iterator[Text]:
    missing_cards = deck.missing_cards
    if missing_cards:
        names = ", ".join(map(card_name, missing_cards[:5])) + (
            ", …" if len(missing_cards) > 5 else ""
        )
        yield located_mistake(
            path, Text("registry.missing", {"count": len(missing_cards), "names": names})
        )
    # Three header lines come before the first card.
    for line, uid in enumerate(deck.cards, start=4):
        if uid in cards:
            tagged_elsewhere = cards[uid]
            values = {
                "name": card_name(tagged_elsewhere.card),
                "deck": tagged_elsewhere.deck,
                "uid": uid.hex().upper(),
            }
            yield located_mistake(path, Text("registry.other_deck", dict(values)), line)


def load_deck(path: Path) -> Deck:
    """Read one deck, whole or not. Raises OSError, or RegistryError with every mistake."""
    data = path.read_bytes()
    # A deck has some 60 lines: this is another file, perhaps a huge one.
    if len(data) > LARGEST_BYTES:
        too_long = Text("registry.too_long", {"most": str(LARGEST_BYTES)})
        raise RegistryError([located_mistake(path, too_long)])
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise RegistryError([not_text(path, error)]) from None
    if lines[:1] != [DECK_HEADER] or lines[2:3] != [COLUMNS]:
        raise RegistryError([located_mistake(path, _BEGINNING, 1)])
    try:
        deck = _parse_deck_head(lines[1], path.stem)
    except InvalidValue as error:
        raise RegistryError([located_mistake(path, error.why, 2)]) from None
    faults = [located_mistake(path, reason, line) for line, reason in _read_cards(deck, lines[3:])]
    if faults:
        raise RegistryError(faults)
    return deck


def _parse_deck_head(line: str, file_stem: str) -> Deck:
    fields = line.split(",")
    if len(fields) != 4:
        raise unfit_field("registry.columns", given=line, columns=DECK_HEADER)
    name, batch, jokers, cut_card = fields
    if name != file_stem or not is_valid_name(name):
        raise unfit_field("registry.deck_name", given=name, name=file_stem)
    if not is_valid_name(batch):
        raise unfit_field("registry.batch", given=batch)
    if jokers not in (TILES_WORD, *map(str, range(MOST_JOKERS + 1))) or cut_card not in (
        "yes",
        "no",
    ):
        raise unfit_field("registry.jokers", most=str(MOST_JOKERS), tiles=TILES_WORD)
    tiles = jokers == TILES_WORD
    return Deck(name, batch, 0 if tiles else int(jokers), cut_card == "yes", tiles)


def _read_cards(deck: Deck, lines: Sequence[str]) -> Iterator[tuple[int, Text]]:
    """Fill the deck; yield its mistakes, by their lines in the file."""
    for number, line in enumerate(lines, start=4):
        try:
            uid, card = _parse_card_row(line)
        except InvalidValue as error:
            yield number, error.why
            continue
        if uid in deck.cards:
            values = {"uid": uid.hex().upper(), "name": card_name(deck.cards[uid])}
            yield number, Text("registry.same_deck", dict(values))
        # More of a card than the deck has, its jokers counted.
        elif card not in deck.missing_cards:
            yield number, Text("registry.surplus", {"name": card_name(card)})
        else:
            deck.cards[uid] = card


def _parse_card_row(line: str) -> tuple[bytes, Card | None]:
    uid, separator, name = line.partition(",")
    if not separator:
        raise unfit_field("registry.columns", given=line, columns=COLUMNS)
    return parse_uid(uid), None if name == CUT_CARD_MARK else _parse_card_name(name)


def _parse_card_name(name: str) -> Card:
    try:
        return parse_card(name)
    except ValueError:
        raise unfit_field("registry.card", given=name) from None


def parse_uid(text: str) -> bytes:
    """Return a UID of 4 or 7 bytes (ISO/IEC 14443), or of 8 (ISO/IEC 15693).

    Raises InvalidValue on one that no card has.
    """
    if not re.fullmatch(r"[0-9A-F]{8}|[0-9A-F]{14}|E0[0-9A-F]{14}", text):
        raise unfit_field("registry.card_uid", given=text)
    if text.startswith(
        (_RANDOM_UID_PREFIX, _CASCADE_PREFIX) if len(text) == 8 else _CASCADE_PREFIX
    ):
        raise unfit_field("registry.changing_uid", given=text)
    return bytes.fromhex(text)
