"""The status: the table's state for other processes."""

from collections.abc import Sequence

import msgspec

from firmware import __version__
from firmware.core.display.players import limits_together
from firmware.core.display.show import panel as panel_of
from firmware.core.game.course import Choice, Stake, To
from firmware.core.game.game import Game
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.wheel_of_fortune import WheelOfFortune, arranged
from firmware.core.table.decisions import focus, offered, open_choices
from firmware.core.table.keying import place_being_keyed
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.counters import Meters
from firmware.core.vocabulary.money import UNCOUNTED, Cents
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.core.vocabulary.status import (
    BetStatus,
    ChoiceStatus,
    DueStatus,
    FaultStatus,
    InstrumentStatus,
    RoomStatus,
    ShoeStatus,
    SpotStatus,
    StakeStatus,
    StandingStatus,
    Status,
)
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words


class Reporter:
    """Renders a table's state in the table's language."""

    def __init__(self, name: str, game: str, words: Words) -> None:
        self._name = name
        self._game = game
        self._words = words
        self._screens = Screens(words)

    def panel(self, table: Table) -> Panel:
        """Return what the table shows."""
        return panel_of(table)

    def meters(self, table: Table) -> Meters | None:
        """Return the meters, None if they are not known."""
        return table.state.meters

    def status(self, table: Table, panel: Panel, results: Sequence[str]) -> Status:
        """Return the table's status; the service adds parts, port and notes."""
        return Status(
            version=__version__,
            board="sim" if panel.simulated else "pi",
            table=self._name,
            game=self._game,
            language=self._words.language,
            phase=table.state.phase.name.lower(),
            stopped=table.state.stopped,
            round=table.state.round.number,
            ask=panel.ask,
            spots=_spots(table.state, panel),
            cards={hand: [c.name for c in cards] for hand, cards in table.state.game.cards.items()},
            shoe=ShoeStatus(table.state.shoe.left, table.state.shoe.size, table.state.shoe.cut),
            dealer=self._screens.dealer(panel),
            players=self._screens.players(panel),
            figures=panel.figures,
            keys=tuple(sorted(panel.keys)),
            keying=place_being_keyed(table.state) if table.state.phase is Phase.OPEN else None,
            due=_due(table.state),
            choices=tuple(_choice(table.state, choice) for choice in open_choices(table.state)),
            focus=focus(table.state),
            late=tuple((place.spot, place.on) for place, _ in table.state.round.bets.late),
            faults=tuple(map(self.fault, table.state.device.trouble.faults)),
            results=tuple(results),
            instrument=_instrument(table.state),
            standing=_standing(table.state),
            told={text.key.partition(".")[2]: _plain(text) for text in table.state.game.told()},
            key_switch=table.state.device.key_switch,
            doors_open=tuple(sorted(table.state.device.doors_open)),
            head=table.state.device.head,
            testing=table.state.testing,
            tournament=table.state.rules.tournament,
            covered=tuple(sorted((place.spot, place.on) for place in table.state.felt.covered)),
            dealt=dict(table.state.game.dealt),
            tally={hand: self.say(score) for hand, score in table.state.game.tally.items()},
            limits=tuple(map(self.say, limits_together(table.state))),
            lot=table.state.game.lot.cents if table.state.game.offers_lot else None,
            lot_closed=table.state.link.closed if table.state.game.linked else None,
            linked=table.state.game.linked,
            refused=None if table.state.refused is None else self.say(table.state.refused),
            bank=table.state.game.bank_spot,
            named=tuple(card.name for card in table.state.gesture.low),
            room=_room(table.state),
        )

    def covered(self, status: Status, panel: Panel) -> Status:
        """Return a status under an overlay that shows `panel`."""
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
        """Return the announced result in short form; None if it was another announcement."""
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


def _room(state: State) -> RoomStatus | None:
    """Return the status of a poker table; no other table loads its engine."""
    if not state.game.PANEL:
        return None
    from firmware.shell.service.room_status import room_status

    return room_status(state)


def _due(state: State) -> DueStatus | None:
    due = state.game.due if state.phase is Phase.ROUND else None
    if isinstance(due, To):
        return DueStatus(due.spot, due.nth, due.hand, due.burnt)
    return None if due is None else DueStatus(None, due.nth, due.drawn)


def _choice(state: State, choice: Choice) -> ChoiceStatus:
    return ChoiceStatus(
        choice.spot,
        choice.do.value,
        choice.hand,
        choice.bettor,
        choice.picks,
        tuple(_stake(state, choice, stake) for stake in choice.stakes),
    )


def _stake(state: State, choice: Choice, stake: Stake) -> StakeStatus:
    if not state.rules.amounts.known:
        return StakeStatus(stake.on, None, None, None)
    laid = offered(state, (Place(choice.spot, stake.on), choice.bettor))
    return StakeStatus(stake.on, stake.least, stake.most, laid)


def _instrument(state: State) -> InstrumentStatus | None:
    game, keyed = state.game, state.gesture.keyed
    if not isinstance(game, InstrumentGame):
        return None
    return InstrumentStatus(
        game.INSTRUMENT.step,
        game.shown,
        (*keyed.symbols, *filter(None, [keyed.digits])),
        state.device.spin,
        _symbols(game),
    )


def _symbols(game: Game) -> tuple[str, ...]:
    match game:
        case Roulette():
            return game.numbers
        case WheelOfFortune():
            return tuple(arranged(game.options["segments"]))
    return ()


def _standing(state: State) -> tuple[StandingStatus, ...]:
    """Return the carried-over bets: of this round, once it is settled, else of those before."""
    settled = state.phase is Phase.ROUND and state.round.bets.settled
    kept = state.round.bets.carried if settled else state.game.carried
    bets = [Bet(place, cents, who) for (place, who), cents in kept.items()]
    told = map(state.rules.amounts.bet, state.game.at_stake or bets)
    return tuple(StandingStatus(*bet.place, _counted(bet.cents), bet.bettor) for bet in told)


def _plain(text: Text) -> dict[str, str | int]:
    return {name: value for name, value in text.values.items() if not isinstance(value, Text)}


def _spots(state: State, panel: Panel) -> dict[int, SpotStatus]:
    bets: dict[int, list[BetStatus]] = {spot: [] for spot in panel.spots}
    locked = state.round.bets.locked.values() if state.phase is Phase.ROUND else state.felt.bets()
    for bet in map(state.rules.amounts.bet, locked):
        bets[bet.place.spot].append(_bet(state, bet))
    return {
        spot: SpotStatus(light.value, spot in panel.pulsing, tuple(bets[spot]))
        for spot, light in panel.spots.items()
    }


def _bet(state: State, bet: Bet) -> BetStatus:
    told, bets = BetStatus(bet.place.on, _counted(bet.cents), bet.bettor), state.round.bets
    lines, due = bets.lines_of(bet.stack), bets.due(bet.stack)
    if not lines:
        return told
    return msgspec.structs.replace(
        told,
        outcome=bets.outcome(bet.stack),
        returned=_told(state, sum(line.returned for line in lines)),
        paid=_told(state, sum(line.paid for line in lines)),
        due=None if due is None else _told(state, due),
    )


def _counted(cents: Cents) -> Cents | None:
    return None if cents == UNCOUNTED else cents


def _told(state: State, cents: int) -> Cents | None:
    """Return a non-zero amount as None if amounts are unknown."""
    return None if cents and not state.rules.amounts.known else Cents(cents)
