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
from drivers.pn532.kind import Pn532, Pn532Hsu
from drivers.tags.decks import Deck, Tagged, is_name, load_deck, load_decks
from drivers.wiring import PartWiring
from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import How, apart
from firmware.cli.args.types import Folder, Name
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.config import load
from firmware.shell.config.settings import Config
from firmware.shell.device.directories import simulation_of, state_directory
from firmware.shell.parts.enrolment import Accepted, Enrolment, Refused, save, shown
from firmware.shell.words.words import Words
from hal.clock import MonotonicClock
from hal.errors import PortTaken
from hal.pi.board import PiBoard
from hal.ports import Clock

UNDO: Final = "u"
POLLED_MS: Final = 5
"""How often the reader is polled at least: nothing else wakes this loop."""


@apart("jokers", "tiles")
@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The options of the command."""

    config: Path
    deck: Name
    batch: Annotated[str, How(value="batch")]
    jokers: Literal[0, 1, 2, 3, 4] = 0
    tiles: bool = False
    cut: bool = False
    registry: Folder | None = None
    board: Literal["sim", "pi"] = "sim"

    @property
    def simulated(self) -> bool:
        """Whether a simulated hand passes simulated cards."""
        return self.board == "sim"


class Hand(Protocol):
    """Whoever passes the cards."""

    def pass_next(self, enrolment: Enrolment) -> None:
        """Be given a turn."""
        ...


def enrol(words: Words, wanted: Wanted) -> int:
    """Enrol one deck; go on with one that was begun."""
    try:
        return _enrol(wanted, words)
    except PortTaken:
        raise CannotServe(Text("deck.port_taken")) from None
    except KeyboardInterrupt:
        print(words.say(Text("deck.interrupted")))
        raise


def check(words: Words, registry: Folder) -> int:
    """Say every fault of a registry, or list its decks."""
    decks = Counter((tagged.deck, tagged.batch) for tagged in load_decks(registry).values())
    for (deck, batch), count in decks.items():
        print(words.say(Text("deck.listed", {"deck": deck, "batch": batch, "cards": count})))
    return 0


def _enrol(wanted: Wanted, words: Words) -> int:
    if not (is_name(wanted.deck) and is_name(wanted.batch)):
        raise CannotBeDone(Text("deck.bad_name"))
    config = load(wanted.config)
    shoe = config.wiring.shoe
    if not isinstance(shoe, Pn532):
        raise CannotBeDone(Text("deck.no_reader"))
    directory = wanted.registry or shoe.registry
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{wanted.deck}.csv"
    enrolment = Enrolment(_begun(path, wanted), _others(directory, path))
    clock = MonotonicClock()
    with ExitStack() as stack:
        reader, hand = _reader(stack, shoe, wanted, clock)
        _guide(enrolment, path, reader, hand, words, clock)
    return 0 if config.trust is None else _seal(wanted, config, path, words)


def _seal(wanted: Wanted, config: Config, path: Path, words: Words) -> int:
    from firmware.cli.commands.trusting import default_state, seal_deck

    simulated = simulation_of(wanted.config, None)
    state = state_directory(simulated) if wanted.simulated else default_state(None)
    return seal_deck(path, wanted.config, config, state, words)


def _begun(path: Path, wanted: Wanted) -> Deck:
    new = Deck(wanted.deck, wanted.batch, wanted.jokers, wanted.cut, wanted.tiles)
    if not path.exists():
        return new
    deck = load_deck(path)
    if (deck.batch, deck.pack) != (new.batch, new.pack):
        values = {"deck": deck.name, "batch": deck.batch}
        raise CannotBeDone(Text("deck.other_deck", values))
    return deck


def _others(directory: Path, path: Path) -> dict[bytes, Tagged]:
    decks = (load_deck(other) for other in sorted(directory.glob("*.csv")) if other != path)
    return {
        uid: Tagged(card, deck.name, deck.batch)
        for deck in decks
        for uid, card in deck.cards.items()
    }


def _reader(
    stack: ExitStack, shoe: PartWiring, wanted: Wanted, clock: Clock
) -> tuple[TagReader, Hand | None]:
    if wanted.simulated:
        from sim.people.passing_hand import simulated_reader

        return simulated_reader(wanted.deck, clock)
    board = PiBoard()
    stack.callback(board.close)
    if isinstance(shoe, Pn532Hsu):
        return TagReader(HsuLink(board.serial(shoe.port, shoe.baud))), None
    return TagReader(I2cLink(board.i2c(load(wanted.config).wiring.i2c_bus))), None


def _guide(
    enrolment: Enrolment,
    path: Path,
    reader: TagReader,
    hand: Hand | None,
    words: Words,
    clock: Clock,
) -> None:
    """Ask for every card until all have tags; each is on disk before the next is asked for."""
    reader.start(clock.now())
    with _progress(enrolment, words) as told:
        while not enrolment.done:
            if hand is not None:
                hand.pass_next(enrolment)
            if _asks_to_undo() and enrolment.deck.cards:
                told.say(Text("deck.undone", {"card": shown(enrolment.undo())}))
                save(enrolment.deck, path)
            _look(enrolment, path, reader.poll(clock.now()), told)
            told.show()
            sleep(max(0, min(reader.due - clock.now(), POLLED_MS)) / 1000)
    print(words.say(Text("deck.done", {"path": str(path)})))


def _look(enrolment: Enrolment, path: Path, field: frozenset[bytes] | None, told: "_Told") -> None:
    match enrolment.saw(field or frozenset()):
        case Accepted(card):
            save(enrolment.deck, path)
            told.say(Text("deck.taken", {"card": shown(card)}))
        case Refused(why):
            told.say(why)


def _asks_to_undo() -> bool:
    """Return whether somebody has typed `u` and Enter."""
    if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
        return False
    return sys.stdin.readline().strip().lower() == UNDO


class _Told:
    """The display for the person: the next card, the progress, and messages."""

    def __init__(self, progress: Progress, enrolment: Enrolment, words: Words) -> None:
        self._progress = progress
        self._enrolment = enrolment
        self._words = words
        self._task = progress.add_task("", total=len(enrolment.deck.pack))

    def say(self, text: Text) -> None:
        """Print a message that stays."""
        self._progress.console.print(self._words.say(text), highlight=False)

    def show(self) -> None:
        """Show the next card."""
        enrolment = self._enrolment
        asked = "" if enrolment.done else self._ask()
        done = len(enrolment.deck.cards)
        self._progress.update(self._task, completed=done, description=asked)

    def _ask(self) -> str:
        return self._words.say(Text("deck.ask", {"card": shown(self._enrolment.due)}))


@contextmanager
def _progress(enrolment: Enrolment, words: Words) -> Iterator[_Told]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(highlight=False)) as progress:
        yield _Told(progress, enrolment, words)
