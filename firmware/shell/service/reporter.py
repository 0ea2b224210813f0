"""Says how the table is: its state, as it is told to others."""

from collections.abc import Sequence
from typing import Final

import msgspec

from firmware import __version__
from firmware.core.game.course import Choice, Stake, To
from firmware.core.game.game import Game
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.wheel_of_fortune import WheelOfFortune, arranged
from firmware.core.table.decisions import focus, offered, open_choices
from firmware.core.table.keying import place_being_keyed
from firmware.core.table.table import Table
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.money import UNCOUNTED, Cents
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.shell.status import (
    BetStatus,
    ChoiceStatus,
    DueStatus,
    FaultStatus,
    InstrumentStatus,
    ShoeStatus,
    SpotStatus,
    StakeStatus,
    StandingStatus,
    Status,
)
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words

WORST_FIRST: Final = ("lose", "surrender", "win", "push")
"""Outcomes, where the hands of one bet differ."""


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
            faults=tuple(map(self.fault, table.trouble.faults.values())),
            results=tuple(results),
            instrument=_instrument(table),
            standing=_standing(table),
            moving=_moving(table),
            told={text.key.partition(".")[2]: _plain(text) for text in table.game.told()},
            key_switch=table.key_switch,
            doors_open=tuple(sorted(table.doors_open)),
            testing=table.testing,
            covered=tuple(sorted((place.spot, place.on) for place in table.felt.covered)),
            dealt=dict(table.game.dealt),
            lot=table.game.lot if table.game.offers_lot else None,
        )

    def covered(self, status: Status, panel: Panel) -> Status:
        """Return a status as it looks while `panel` covers the table's own."""
        spots = {
            spot: msgspec.structs.replace(
                told, light=panel.spots[spot].value, pulsing=spot in panel.pulsing
            )
            for spot, told in status.spots.items()
        }
        return msgspec.structs.replace(
            status,
            spots=spots,
            dealer=self._screens.dealer(panel),
            players=self._screens.players(panel),
            figures=panel.figures,
            keys=tuple(sorted(panel.keys)),
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

    def fault(self, fault: Fault) -> FaultStatus:
        """Return a fault in the table's language."""
        words, remedy = self._words.say(fault.words), self._words.say(fault.remedy)
        return FaultStatus(fault.part, fault.code, words, remedy, fault.gone, fault.values)


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
    kept = table.bets.carried if settled else table.game.carried
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
