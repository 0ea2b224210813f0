"""The status: the table's state for other processes."""

from collections.abc import Sequence

import msgspec

from firmware import __version__
from firmware.core.display.players import limits_together
from firmware.core.display.show import panel as panel_of
from firmware.core.table.decisions import focus, open_choices
from firmware.core.table.keying import place_being_keyed
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.counters import Meters
from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.room_status import RoomStatus
from firmware.core.vocabulary.status import ShoeStatus, Status
from firmware.shell.service.bets_status import spots_status, standing_status
from firmware.shell.service.due_status import choice_status, due_status, instrument_status
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
        state, game = table.state, table.state.game
        return Status(
            version=__version__,
            board="sim" if panel.simulated else "pi",
            table=self._name,
            game=self._game,
            language=self._words.language,
            phase=state.phase.name.lower(),
            stopped=state.stopped,
            round=state.round.number,
            ask=panel.ask,
            spots=spots_status(state, panel),
            cards={hand: [c.name for c in cards] for hand, cards in game.cards.items()},
            shoe=ShoeStatus(state.shoe.left, state.shoe.size, state.shoe.cut),
            dealer=self._screens.dealer(panel),
            players=self._screens.players(panel),
            figures=panel.figures,
            keys=tuple(sorted(panel.keys)),
            keying=place_being_keyed(state) if state.phase is Phase.OPEN else None,
            due=due_status(state),
            choices=tuple(choice_status(state, choice) for choice in open_choices(state)),
            focus=focus(state),
            late=tuple((place.spot, place.on) for place, _ in state.round.bets.late),
            faults=tuple(map(self.fault, state.device.trouble.faults)),
            results=tuple(results),
            instrument=instrument_status(state),
            standing=standing_status(state),
            told={text.key.partition(".")[2]: _plain(text) for text in game.told()},
            key_switch=state.device.key_switch,
            doors_open=tuple(sorted(state.device.doors_open)),
            head=state.device.head,
            testing=state.testing,
            tournament=state.rules.tournament,
            covered=tuple(sorted((place.spot, place.on) for place in state.felt.covered)),
            dealt=dict(game.dealt),
            tally={hand: self.say(score) for hand, score in game.tally.items()},
            limits=tuple(map(self.say, limits_together(state))),
            lot=game.lot.cents if game.offers_lot else None,
            lot_closed=state.link.closed if game.linked else None,
            linked=game.linked,
            refused=None if state.refused is None else self.say(state.refused),
            bank=game.bank_spot,
            named=tuple(card.name for card in state.gesture.low),
            room=_room(state),
        )

    def covered(self, status: Status, panel: Panel) -> Status:
        """Return a status under an overlay that shows `panel`."""
        spots = {
            spot: msgspec.structs.replace(
                seen, light=panel.spots[spot].value, pulsing=spot in panel.pulsing
            )
            for spot, seen in status.spots.items()
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
    from firmware.shell.poker_room.status import room_status

    return room_status(state)


def _plain(text: Text) -> dict[str, str | int]:
    return {name: value for name, value in text.values.items() if not isinstance(value, Text)}
