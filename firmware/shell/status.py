"""The table as it is told to others: over the control socket, to the terminal, to a person."""

from collections.abc import Sequence
from typing import Final

import msgspec

from firmware import __version__
from firmware.core.counting import UNCOUNTED
from firmware.core.course import Choice, Stake, To
from firmware.core.deciding import focus, offered, open_choices
from firmware.core.events import Place
from firmware.core.game import Game
from firmware.core.games.roulette import Roulette
from firmware.core.games.wheel_of_fortune import WheelOfFortune, arranged
from firmware.core.instrument_game import InstrumentGame
from firmware.core.keying import place_being_keyed
from firmware.core.money import Cents
from firmware.core.panel import Panel, Text
from firmware.core.phase import Phase
from firmware.core.rulings import Bet
from firmware.core.table import Table
from firmware.shell.screens import Screens
from firmware.shell.words import Words

WORST_FIRST: Final = ("lose", "surrender", "win", "push")
"""Outcomes, where the hands of one bet differ."""


class BetStatus(msgspec.Struct, frozen=True):
    """A bet as it lies on the felt, or as it was locked; amounts are None where nobody knows them.

    Once it is settled it has its `outcome` (of several hands the worst), what of the stake goes
    back, and what the house adds.
    """

    on: str
    cents: Cents | None
    bettor: str | None = None
    outcome: str | None = None
    returned: Cents | None = None
    paid: Cents | None = None


class SpotStatus(msgspec.Struct, frozen=True):
    """One spot: its light and its bets."""

    light: str
    pulsing: bool
    bets: tuple[BetStatus, ...]


class DueStatus(msgspec.Struct, frozen=True):
    """The card that is due: the `nth` of a spot's hand, the dealer's spot being 0, or one to burn.

    Baccara's hands are of no spot and have names.
    """

    spot: int | None
    nth: int
    hand: int | str | None = None
    burnt: bool = False


class StakeStatus(msgspec.Struct, frozen=True):
    """Chips that a decision costs, and what is laid for it so far; None where nobody counts."""

    on: str
    least: Cents | None
    most: Cents | None
    laid: Cents | None


class ChoiceStatus(msgspec.Struct, frozen=True):
    """Something that may be decided now, by the name of its key."""

    spot: int
    do: str
    hand: int | None = None
    bettor: str | None = None
    picks: bool = False
    """Whether cards must be named with it."""
    stakes: tuple[StakeStatus, ...] = ()


class StandingStatus(msgspec.Struct, frozen=True):
    """A bet that stands over to the next round; a ticket of Keno is one without chips."""

    spot: int
    on: str
    cents: Cents | None
    bettor: str | None = None


class InstrumentStatus(msgspec.Struct, frozen=True):
    """A wheel, dice or balls: what is shown, what is keyed of it so far."""

    step: str
    """What it shows: number, segment, dice or balls."""
    shown: tuple[str, ...] = ()
    """The result of this round, once there is one."""
    keyed: tuple[str, ...] = ()
    starts: int = 0
    """How often it was started."""
    symbols: tuple[str, ...] = ()
    """A wheel's numbers, or the symbols of its parts."""


class ShoeStatus(msgspec.Struct, frozen=True):
    """How many cards are left, and whether the cut card has come; never which."""

    left: int
    of: int
    cut: bool


class FaultStatus(msgspec.Struct, frozen=True):
    """A fault in words, and what to do about it."""

    part: str
    code: str
    words: str
    remedy: str
    gone: bool = False
    """Whether its cause is over, or a technician has seen to it: it waits for the supervisor."""


class PartStatus(msgspec.Struct, frozen=True):
    """A part and how it is; counts are since the service started."""

    name: str
    kind: str
    up: bool
    losses: int
    last_error: str
    proof: str | None = None
    """What its last self-test came to, one of `drivers.part.Proof`; None where there is none."""
    tests: int = 0
    identity: str = ""
    heard_ms_ago: int | None = None
    """How long ago the unit last gave a sign of life, where it gives any."""
    round_trip_ms: int = 0
    transfers: int = 0
    bytes_out: int = 0
    bytes_in: int | None = 0
    """None for the shoe, which may need more of them to name one card than another."""
    errors: int = 0
    mended: dict[str, int] = {}
    """What the driver mended by itself, by name: dropped bytes, retries and their like."""


class Status(msgspec.Struct, frozen=True):
    """Everything that anyone may know of the table now. Cards are those that are public."""

    version: str
    board: str
    table: str
    game: str
    language: str
    phase: str
    stopped: bool
    round: int
    act: str
    """The key of the words that stand first on the dealer's display: the one next act."""
    spots: dict[int, SpotStatus]
    cards: dict[str, list[str]]
    """Hand by hand: the dealer's, a spot's under its number, `3.2` the second one of spot 3."""
    shoe: ShoeStatus
    dealer: tuple[str, ...]
    players: tuple[str, ...]
    figures: Cents | None
    keys: tuple[str, ...]
    late: tuple[tuple[int, str], ...]
    faults: tuple[FaultStatus, ...]
    results: tuple[str, ...]
    """The last results, oldest first: player, banker or tie; the symbols that a wheel, dice or
    balls have shown; of other games as announced."""
    keying: tuple[int, str] | None = None
    """The spot and bet whose amount the dealer keys next, where he keys any."""
    due: DueStatus | None = None
    choices: tuple[ChoiceStatus, ...] = ()
    """What may be decided now; the first is whose turn it is."""
    focus: int | None = None
    """The spot that a decision's key counts for; 0 is the dealer's."""
    paying: tuple[int, str, str | None] | None = None
    """The spot, bet and bettor to be paid next."""
    instrument: InstrumentStatus | None = None
    standing: tuple[StandingStatus, ...] = ()
    moving: tuple[int, str, str | None, str] | None = None
    """The spot, bet and bettor to be moved next, and the bet that it becomes."""
    told: dict[str, dict[str, str | int]] = {}
    """What is always shown of the game: its point, its shooter, the draw on sale."""
    parts: tuple[PartStatus, ...] = ()
    shoe_port: str = ""
    notes: tuple[str, ...] = ()
    """What the journal found and mended."""


def hand_name(hand: str) -> Text:
    """Return the words of a hand, by its name among the cards of a status."""
    spot, _, number = hand.partition(".")
    if not spot.isdecimal():
        return Text(f"hand.{hand}")
    if not number:
        return Text("hand.spot", {"spot": int(spot)})
    return Text("hand.spot_hand", {"spot": int(spot), "hand": int(number)})


class Reporter:
    """Says a table's state in the table's language."""

    def __init__(self, name: str, game: str, words: Words) -> None:
        self._name = name
        self._game = game
        self._words = words
        self._screens = Screens(words)

    def status(self, table: Table, panel: Panel, results: Sequence[str]) -> Status:
        """Return the table as it is; parts, port and notes are the service's to add."""
        return Status(
            version=__version__,
            board="sim" if panel.simulated else "pi",
            table=self._name,
            game=self._game,
            language=self._words.language,
            phase=table.under.name.lower(),
            stopped=table.phase is Phase.FAULT,
            round=table.round,
            act=panel.dealer[0].key,
            spots=_spots(table, panel),
            cards={hand: [c.name for c in cards] for hand, cards in table.game.cards.items()},
            shoe=ShoeStatus(table.shoe.left, table.shoe.size, table.cut),
            dealer=self._screens.dealer(panel),
            players=self._screens.players(panel),
            figures=panel.figures,
            keys=tuple(sorted(panel.keys)),
            keying=place_being_keyed(table) if table.under is Phase.OPEN else None,
            due=_due(table),
            choices=tuple(_choice(table, choice) for choice in open_choices(table)),
            focus=focus(table),
            paying=_paying(table),
            late=tuple((place.spot, place.on) for place, _ in table.bets.late),
            faults=self._faults(table),
            results=tuple(results),
            instrument=_instrument(table),
            standing=_standing(table),
            moving=_moving(table),
            told={text.key.partition(".")[2]: _plain(text) for text in table.game.told()},
        )

    def say(self, text: Text) -> str:
        """Return a text in the table's language."""
        return self._words.say(text)

    def result(self, announced: Text) -> str | None:
        """Return the result that was announced, shortly; None where it was something else."""
        kind, _, name = announced.key.partition(".")
        if kind == "winner":
            return name
        if kind != "result":
            return None
        shown = announced.values.get("result", announced.values.get("number"))
        return self._words.say(announced) if shown is None else str(shown)

    def _faults(self, table: Table) -> tuple[FaultStatus, ...]:
        say = self._words.say
        faults = table.trouble.faults.values()
        return tuple(
            FaultStatus(f.part, f.code, say(f.words), say(f.remedy), f.gone) for f in faults
        )


def _due(table: Table) -> DueStatus | None:
    due = table.game.due if table.under is Phase.ROUND else None
    if isinstance(due, To):
        return DueStatus(due.spot, due.nth, due.hand, due.burnt)
    return None if due is None else DueStatus(None, due.nth, due.drawn)


def _choice(table: Table, choice: Choice) -> ChoiceStatus:
    return ChoiceStatus(
        choice.spot,
        choice.do.value,
        choice.hand,
        choice.bettor,
        choice.picks,
        tuple(_stake(table, choice, stake) for stake in choice.stakes),
    )


def _stake(table: Table, choice: Choice, stake: Stake) -> StakeStatus:
    if table.rules.amounts == "unseen":
        return StakeStatus(stake.on, None, None, None)
    laid = offered(table, (Place(choice.spot, stake.on), choice.bettor))
    return StakeStatus(stake.on, stake.least, stake.most, laid)


def _paying(table: Table) -> tuple[int, str, str | None] | None:
    line = table.bets.paying if table.phase is Phase.ROUND else None
    return (*line.bet.place, line.bet.bettor) if line else None


def _instrument(table: Table) -> InstrumentStatus | None:
    game, keyed = table.game, table.keyed
    if not isinstance(game, InstrumentGame):
        return None
    return InstrumentStatus(
        game.INSTRUMENT.step,
        game.shown,
        (*keyed.symbols, *filter(None, [keyed.digits])),
        table.spin,
        _symbols(game),
    )


def _symbols(game: Game) -> tuple[str, ...]:
    match game:
        case Roulette():
            return game.numbers
        case WheelOfFortune():
            return tuple(arranged(game.options["segments"]))
    return ()


def _standing(table: Table) -> tuple[StandingStatus, ...]:
    """Return what stands over: from this round, once it is settled, or from those before."""
    settled = table.under is Phase.ROUND and table.bets.settled
    kept = table.bets.kept if settled else table.game.standing
    bets = [Bet(place, cents, who) for (place, who), cents in kept.items()]
    told = table.told_bets(table.game.at_stake or bets)
    return tuple(StandingStatus(*bet.place, _counted(bet.cents), bet.bettor) for bet in told)


def _moving(table: Table) -> tuple[int, str, str | None, str] | None:
    settled = table.phase is Phase.ROUND and table.bets.settled
    unmoved = table.unmoved() if settled else None
    if unmoved is None:
        return None
    (place, bettor), (to, _) = unmoved
    return *place, bettor, to.on


def _plain(text: Text) -> dict[str, str | int]:
    return {name: value for name, value in text.values.items() if not isinstance(value, Text)}


def _spots(table: Table, panel: Panel) -> dict[int, SpotStatus]:
    bets: dict[int, list[BetStatus]] = {spot: [] for spot in panel.spots}
    locked = table.bets.locked.values() if table.under is Phase.ROUND else table.felt.bets()
    for bet in table.told_bets(locked):
        bets[bet.place.spot].append(_bet(table, bet))
    return {
        spot: SpotStatus(light.value, spot in panel.pulsing, tuple(bets[spot]))
        for spot, light in panel.spots.items()
    }


def _bet(table: Table, bet: Bet) -> BetStatus:
    told = BetStatus(bet.place.on, _counted(bet.cents), bet.bettor)
    stack = bet.place, bet.bettor
    lines = [line for line in table.bets.lines if (line.bet.place, line.bet.bettor) == stack]
    if not lines:
        return told
    return msgspec.structs.replace(
        told,
        outcome=min((line.outcome for line in lines), key=WORST_FIRST.index),
        returned=_told(table, sum(line.returned for line in lines)),
        paid=_told(table, sum(line.paid for line in lines)),
    )


def _counted(cents: Cents) -> Cents | None:
    return None if cents == UNCOUNTED else cents


def _told(table: Table, cents: int) -> Cents | None:
    """Return an amount as it may be told: nothing is nothing, whatever lay there."""
    return None if cents and table.rules.amounts == "unseen" else Cents(cents)
