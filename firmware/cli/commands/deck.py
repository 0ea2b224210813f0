"""`croupier deck`: enrols the cards of a deck over the table's own reader."""

import select
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Final, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from drivers.pn532 import HsuLink, I2cLink, TagReader
from drivers.tags.decks import Deck, Tagged, is_name, load_deck, load_decks
from drivers.wiring import CardWiring, Pn532Hsu, Pn532I2c
from firmware.cli.commands.exits import BAD_INPUT, INTERRUPTED, UNFIT
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import Config, ConfigError, load
from firmware.shell.device.directories import state_directory
from firmware.shell.parts.enrolment import Accepted, Enrolment, Refused, save, shown
from firmware.shell.words.words import Words
from hal.clock import MonotonicClock
from hal.errors import HardwareError, PortTaken
from hal.pi.board import PiBoard
from hal.ports import Clock, Millis
from sim.chips.i2c import SimI2CBus
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_wires import SimPn532I2c

UNDO: Final = "u"
CARD_MS: Final = 400
"""How long a simulated hand takes between two cards."""


@dataclass(frozen=True)
class DeckOptions:
    """What the command line asked for."""

    config: Path
    deck: str
    batch: str
    jokers: int
    tiles: bool
    cut: bool
    language: str
    simulated: bool
    registry: Path | None


class Hand(Protocol):
    """Whoever passes the cards."""

    def pass_next(self, enrolment: Enrolment) -> None:
        """Be given a turn."""
        ...


def enrol(options: DeckOptions) -> int:
    """Enrol one deck; go on with one that was begun. Return the exit status."""
    words = Words.load(options.language)
    try:
        return _enrol(options, words)
    except ConfigError as error:
        return _complain(BAD_INPUT, *error.lines(words))
    except _Unfit as unfit:
        return _complain(BAD_INPUT, words.say(unfit.why))
    except PortTaken:
        return _complain(UNFIT, words.say(Text("deck.port_taken")))
    except HardwareError as error:
        return _complain(UNFIT, str(error))
    except OSError as error:
        return _complain(UNFIT, f"{error.filename}: {error.strerror}")
    except ValueError as error:
        return _complain(BAD_INPUT, str(error))
    except KeyboardInterrupt:
        _print(words.say(Text("deck.interrupted")))
        return INTERRUPTED


def check(directory: Path, language: str) -> int:
    """Say every fault of a registry, or list its decks."""
    words = Words.load(language)
    try:
        registry = load_decks(directory)
    except OSError as error:
        return _complain(UNFIT, f"{directory}: {error.strerror}")
    except ValueError as error:
        return _complain(BAD_INPUT, str(error))
    decks: dict[tuple[str, str], int] = {}
    for tagged in registry.values():
        decks[tagged.deck, tagged.batch] = decks.get((tagged.deck, tagged.batch), 0) + 1
    for (deck, batch), count in decks.items():
        _print(words.say(Text("deck.listed", {"deck": deck, "batch": batch, "cards": count})))
    return 0


class _Unfit(Exception):
    """What was asked for can't be done; `why` in words."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.why = Text(key, dict(values))


def _enrol(options: DeckOptions, words: Words) -> int:
    if not (is_name(options.deck) and is_name(options.batch)):
        raise _Unfit("deck.bad_name")
    config = load(options.config)
    shoe = config.wiring.shoe
    if not isinstance(shoe, Pn532Hsu | Pn532I2c):
        raise _Unfit("deck.no_reader")
    directory = options.registry or shoe.registry
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{options.deck}.csv"
    enrolment = Enrolment(_begun(path, options), _others(directory, path))
    clock = MonotonicClock()
    with ExitStack() as stack:
        reader, hand = _reader(stack, shoe, options, clock)
        _guide(enrolment, path, reader, hand, words, clock)
    return 0 if config.trust is None else _seal(options, config, path, words)


def _seal(options: DeckOptions, config: Config, path: Path, words: Words) -> int:
    from firmware.cli.commands.trusting import default_state, seal_deck

    state = state_directory(simulated=True) if options.simulated else default_state()
    return seal_deck(path, options.config, config, state, words)


def _begun(path: Path, options: DeckOptions) -> Deck:
    wanted = Deck(options.deck, options.batch, options.jokers, options.cut, options.tiles)
    if not path.exists():
        return wanted
    deck = load_deck(path)
    if (deck.batch, deck.pack) != (wanted.batch, wanted.pack):
        raise _Unfit("deck.other_deck", deck=deck.name, batch=deck.batch)
    return deck


def _others(directory: Path, path: Path) -> dict[bytes, Tagged]:
    decks = (load_deck(other) for other in sorted(directory.glob("*.csv")) if other != path)
    return {
        uid: Tagged(card, deck.name, deck.batch)
        for deck in decks
        for uid, card in deck.cards.items()
    }


def _reader(
    stack: ExitStack, shoe: CardWiring, options: DeckOptions, clock: Clock
) -> tuple[TagReader, Hand | None]:
    if options.simulated:
        chip = SimPn532()
        return TagReader(I2cLink(SimI2CBus(SimPn532I2c(chip)))), _SimHand(chip, options.deck, clock)
    board = PiBoard()
    stack.callback(board.close)
    if isinstance(shoe, Pn532Hsu):
        return TagReader(HsuLink(board.serial(shoe.port, shoe.baud))), None
    return TagReader(I2cLink(board.i2c(load(options.config).wiring.i2c_bus))), None


class _SimHand:
    """A simulated hand that passes one tagged card after the other."""

    def __init__(self, chip: SimPn532, deck: str, clock: Clock) -> None:
        self._chip = chip
        self._clock = clock
        self._deck = sum(deck.encode()) & 0xFF
        self._lying: bytes | None = None
        self._moves_at = clock.now()

    def pass_next(self, enrolment: Enrolment) -> None:
        """Lay the next card, and take it away once it was enrolled."""
        now = self._clock.now()
        if now < self._moves_at:
            return
        self._moves_at = Millis(now + CARD_MS // 2)
        if self._lying is None:
            number = len(enrolment.deck.cards)
            self._lying = bytes((0x04, self._deck, number, 0x5C, 0x2A, 0x63, 0x80))
            self._chip.put(self._lying)
        elif self._lying in enrolment.deck.cards:
            self._chip.take(self._lying)
            self._lying = None


def _guide(
    enrolment: Enrolment,
    path: Path,
    reader: TagReader,
    hand: Hand | None,
    words: Words,
    clock: Clock,
) -> None:
    """Ask for every card until all have their tag; each is on disk before the next is asked for."""
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
            sleep(max(0, reader.due - clock.now()) / 1000)
    _print(words.say(Text("deck.done", {"path": str(path)})))


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
    """What the person sees: the card that is asked for, how far it is, and what was said."""

    def __init__(self, progress: Progress, enrolment: Enrolment, words: Words) -> None:
        self._progress = progress
        self._enrolment = enrolment
        self._words = words
        self._task = progress.add_task("", total=len(enrolment.deck.pack))

    def say(self, text: Text) -> None:
        """Say something, and leave it standing."""
        self._progress.console.print(self._words.say(text), highlight=False)

    def show(self) -> None:
        """Show which card is asked for."""
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


def _complain(status: int, *lines: str) -> int:
    for line in lines:
        print(f"croupier deck: {line}", file=sys.stderr)  # noqa: T201
    return status


def _print(text: str) -> None:
    print(text)  # noqa: T201
