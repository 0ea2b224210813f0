"""`croupier deck`: enrols the cards of a deck over the table's own reader."""

import select
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Annotated, Final, Literal, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from drivers.pn532 import HsuLink, I2cLink, TagReader
from drivers.pn532.kind import Pn532HsuWiring, Pn532Wiring
from drivers.tags.deck_registry import Deck, TaggedCard, is_valid_name, load_deck, load_decks
from drivers.wiring import PartWiring
from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import FolderPath, PlainName
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import load_config
from firmware.shell.config.settings import Config
from firmware.shell.device.directories import simulation_name, state_directory
from firmware.shell.parts.enrolment import (
    DeckEnrolment,
    TagAccepted,
    TagRefused,
    card_text,
    save_deck,
)
from firmware.shell.words.words import Words
from hal.clock import MonotonicClock
from hal.errors import PortTaken
from hal.pi.board import PiBoard
from hal.ports import Clock

UNDO_KEY: Final = "u"
READER_POLL_MS: Final = 5
"""The longest wait between two polls of the reader; nothing else wakes this loop."""


@mutually_exclusive("jokers", "tiles")
@dataclass(frozen=True, kw_only=True)
class EnrolOptions:
    """The options of the command."""

    config: Path
    deck: PlainName
    batch: Annotated[str, Option(value_key="command.value.batch")]
    jokers: Literal[0, 1, 2, 3, 4] = 0
    tiles: bool = False
    cut: bool = False
    registry: FolderPath | None = None
    board: Literal["sim", "pi"] = "sim"

    @property
    def is_simulated(self) -> bool:
        """Whether a simulated hand passes simulated cards over a simulated reader."""
        return self.board == "sim"


class CardPasser(Protocol):
    """The hand that passes cards over a simulated reader."""

    def pass_card(self, enrolment: DeckEnrolment) -> None:
        """Pass the card that is due; called once a poll."""
        ...


def enrol(words: Words, enrol_options: EnrolOptions) -> int:
    """Enrol one deck, or the rest of one whose file exists already."""
    try:
        return _enrol_deck(enrol_options, words)
    except PortTaken:
        raise CannotServe(Text("deck.port_taken")) from None
    except KeyboardInterrupt:  # each card is on disk: the same command continues
        print(words.render(Text("deck.interrupted")))
        raise


def check(words: Words, registry: FolderPath) -> int:
    """List the decks of a registry. Raises RegistryError with every fault."""
    card_counts = Counter(
        (tagged_card.deck, tagged_card.batch) for tagged_card in load_decks(registry).values()
    )
    for (deck, batch), card_count in card_counts.items():
        print(
            words.render(Text("deck.listed", {"deck": deck, "batch": batch, "cards": card_count}))
        )
    return 0


def _enrol_deck(enrol_options: EnrolOptions, words: Words) -> int:
    if not (is_valid_name(enrol_options.deck) and is_valid_name(enrol_options.batch)):
        raise RequestFailed(Text("deck.bad_name"))
    config = load_config(enrol_options.config)
    shoe_wiring = config.wiring.shoe
    if not isinstance(shoe_wiring, Pn532Wiring):
        raise RequestFailed(Text("deck.no_reader"))
    registry_path = enrol_options.registry or shoe_wiring.registry
    # before the first card: each one is saved as soon as it is read
    registry_path.mkdir(parents=True, exist_ok=True)
    deck_path = registry_path / f"{enrol_options.deck}.csv"
    enrolment = DeckEnrolment(
        _begun_deck(deck_path, enrol_options), _cards_of_other_decks(registry_path, deck_path)
    )
    clock = MonotonicClock()
    with ExitStack() as exit_stack:
        reader, card_passer = _open_reader(exit_stack, shoe_wiring, enrol_options, clock)
        _ask_for_cards(enrolment, deck_path, reader, card_passer, words, clock)
    return 0 if config.trust is None else _seal_deck_file(enrol_options, config, deck_path, words)


def _seal_deck_file(
    enrol_options: EnrolOptions, config: Config, deck_path: Path, words: Words
) -> int:
    from firmware.cli.commands.signed_files import default_state_path, seal_deck

    named_simulation = simulation_name(enrol_options.config, None)
    state_path = (
        state_directory(named_simulation)
        if enrol_options.is_simulated
        else default_state_path(None)
    )
    return seal_deck(deck_path, enrol_options.config, config, state_path, words)


def _begun_deck(deck_path: Path, enrol_options: EnrolOptions) -> Deck:
    new_deck = Deck(
        enrol_options.deck,
        enrol_options.batch,
        enrol_options.jokers,
        enrol_options.cut,
        enrol_options.tiles,
    )
    if not deck_path.exists():
        return new_deck
    begun_deck = load_deck(deck_path)
    # the same file name, but other cards: to go on would mix two decks
    if (begun_deck.batch, begun_deck.pack) != (new_deck.batch, new_deck.pack):
        placeholders = {"deck": begun_deck.name, "batch": begun_deck.batch}
        raise RequestFailed(Text("deck.other_deck", placeholders))
    return begun_deck


def _cards_of_other_decks(registry_path: Path, deck_path: Path) -> dict[bytes, TaggedCard]:
    other_decks = (
        load_deck(other_path)
        for other_path in sorted(registry_path.glob("*.csv"))
        if other_path != deck_path
    )
    return {
        tag_uid: TaggedCard(tagged_card, other_deck.name, other_deck.batch)
        for other_deck in other_decks
        for tag_uid, tagged_card in other_deck.cards.items()
    }


def _open_reader(
    exit_stack: ExitStack, shoe_wiring: PartWiring, enrol_options: EnrolOptions, clock: Clock
) -> tuple[TagReader, CardPasser | None]:
    if enrol_options.is_simulated:
        from sim.people.enrolment_hand import simulated_reader

        return simulated_reader(enrol_options.deck, clock)
    raspberry_board = PiBoard()
    exit_stack.callback(raspberry_board.close)
    if isinstance(shoe_wiring, Pn532HsuWiring):
        return TagReader(HsuLink(raspberry_board.serial(shoe_wiring.port, shoe_wiring.baud))), None
    return TagReader(
        I2cLink(raspberry_board.i2c(load_config(enrol_options.config).wiring.i2c_bus))
    ), None


def _ask_for_cards(
    enrolment: DeckEnrolment,
    deck_path: Path,
    reader: TagReader,
    card_passer: CardPasser | None,
    words: Words,
    clock: Clock,
) -> None:
    """Ask for every card until all have tags; each is on disk before the next is asked for."""
    reader.start(clock.now())
    with _enrol_progress(enrolment, words) as enrol_display:
        while not enrolment.is_complete:
            if card_passer is not None:
                card_passer.pass_card(enrolment)
            if _is_undo_typed() and enrolment.deck.cards:
                enrol_display.print_message(
                    Text("deck.undone", {"card": card_text(enrolment.undo_last())})
                )
                save_deck(enrolment.deck, deck_path)
            _take_tag(enrolment, deck_path, reader.poll(clock.now()), enrol_display)
            enrol_display.show_next_card()
            # the reader may be due later, but what is typed is looked for every READER_POLL_MS
            sleep(max(0, min(reader.due - clock.now(), READER_POLL_MS)) / 1000)
    print(words.render(Text("deck.done", {"path": str(deck_path)})))


def _take_tag(
    enrolment: DeckEnrolment,
    deck_path: Path,
    tags_in_field: frozenset[bytes] | None,
    enrol_display: "_EnrolDisplay",
) -> None:
    match enrolment.take_tags(tags_in_field or frozenset()):
        case TagAccepted(card):
            save_deck(enrolment.deck, deck_path)
            enrol_display.print_message(Text("deck.taken", {"card": card_text(card)}))
        case TagRefused(refusal_text):
            enrol_display.print_message(refusal_text)


def _is_undo_typed() -> bool:
    """Return whether somebody has typed `u` and Enter."""
    # readline waits for a whole line: it is called only when one is there
    if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
        return False
    return sys.stdin.readline().strip().lower() == UNDO_KEY


class _EnrolDisplay:
    """The person's display: the next card, the progress, and messages."""

    def __init__(self, progress: Progress, enrolment: DeckEnrolment, words: Words) -> None:
        self._progress = progress
        self._enrolment = enrolment
        self._words = words
        self._progress_task = progress.add_task("", total=len(enrolment.deck.pack))

    def print_message(self, message_text: Text) -> None:
        """Print a message above the progress."""
        self._progress.console.print(self._words.render(message_text), highlight=False)

    def show_next_card(self) -> None:
        """Show the next card."""
        enrolment = self._enrolment
        card_request = "" if enrolment.is_complete else self._card_request()
        enrolled_count = len(enrolment.deck.cards)
        self._progress.update(
            self._progress_task, completed=enrolled_count, description=card_request
        )

    def _card_request(self) -> str:
        return self._words.render(Text("deck.ask", {"card": card_text(self._enrolment.next_card)}))


@contextmanager
def _enrol_progress(enrolment: DeckEnrolment, words: Words) -> Iterator[_EnrolDisplay]:
    progress_columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*progress_columns, console=Console(highlight=False)) as progress:
        yield _EnrolDisplay(progress, enrolment, words)
