"""The status: the table's state for other processes."""

from collections.abc import Sequence

import msgspec

from firmware import __version__
from firmware.core.display.panel import table_panel as panel_of
from firmware.core.display.player_lines import grouped_limit_lines
from firmware.core.table.amount_entry import place_being_keyed
from firmware.core.table.commissions import lammers
from firmware.core.table.decisions import focused_spot, open_choices
from firmware.core.table.fault_state import Fault
from firmware.core.table.payments import unseen_payments
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.poker_status import PokerStatus
from firmware.core.vocabulary.status import ShoeStatus, Status
from firmware.shell.service.bets_status import carried_status, spots_status
from firmware.shell.service.due_status import choice_status, due_status, instrument_status
from firmware.shell.words.house_words import house_phrases
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words


class StatusReporter:
    """Renders a table's state in the table's language."""

    def __init__(self, name: str, game: str, words: Words) -> None:
        self._table_name = name
        self._game_name = game
        self._words = words
        self._screens = DisplayScreens(words)
        self._house = {
            language: house_phrases(phrases, game) for language, phrases in words.house.items()
        }

    def table_panel(self, table: Table) -> Panel:
        """Return the table's panel."""
        return panel_of(table)

    def known_meters(self, table: Table) -> Meters | None:
        """Return the meters, None if they are not known."""
        return table.state.meters

    def table_status(self, table: Table, panel: Panel, results: Sequence[str]) -> Status:
        """Return the table's status; the service adds parts, port and notes."""
        state, game = table.state, table.state.game
        status = Status(
            version=__version__,
            board="sim" if panel.simulated else "pi",
            table=self._table_name,
            game=self._game_name,
            language=self._words.language,
            house=self._house,
            phase=state.phase.name.lower(),
            stopped=state.stopped,
            round=state.round.number,
            ask=panel.ask,
            spots=spots_status(state, panel),
            cards={
                hand: [hand_card.name for hand_card in cards] for hand, cards in game.cards.items()
            },
            shoe=ShoeStatus(
                state.shoe.cards_left - game.cards_gone_unread(),
                state.shoe.card_count,
                state.shoe.cut_card_out,
            ),
            dealer=self._screens.dealer_lines(panel),
            dealer_keys=_message_keys(panel),
            players=self._screens.player_lines(panel),
            figures=panel.figures,
            keys=tuple(sorted(panel.keys)),
            late=tuple((place.spot, place.on) for place, _ in state.round.bets.late_stacks),
            faults=tuple(map(self.fault_status, state.device.trouble.faults)),
            results=tuple(results),
        )
        return self._with_game(_with_entries(_with_device(status, state), state), state)

    def _with_game(self, status: Status, state: State) -> Status:
        """Add the values, the limits and the jackpot of the game."""
        game = state.game
        return msgspec.structs.replace(
            status,
            carried_bets=carried_status(state),
            game_values={
                text.key.partition(".")[2]: _plain_values(text) for text in game.status_lines()
            },
            tournament=state.rules.tournament,
            dealt=dict(game.dealt),
            tally={hand: self.rendered(score) for hand, score in game.hand_tallies.items()},
            limits=tuple(map(self.rendered, grouped_limit_lines(state))),
            lot=game.jackpot.cents if game.offers_jackpot else None,
            lot_closed=state.link.closed_reason if game.has_linked_jackpot else None,
            linked=game.has_linked_jackpot,
            refused=None if state.last_refusal is None else self.rendered(state.last_refusal),
            result=self._round_result(state),
            bank=game.bank_spot,
            room=_poker_status(state),
        )

    def covered_status(self, status: Status, panel: Panel) -> Status:
        """Return a status under an overlay that shows `panel`."""
        spots = {
            spot: msgspec.structs.replace(
                spot_status, light=panel.spots[spot].value, pulsing=spot in panel.pulsing
            )
            for spot, spot_status in status.spots.items()
        }
        return msgspec.structs.replace(
            status,
            spots=spots,
            dealer=self._screens.dealer_lines(panel),
            dealer_keys=_message_keys(panel),
            players=self._screens.player_lines(panel),
            figures=panel.figures,
            keys=tuple(sorted(panel.keys)),
        )

    def spoken_status(self, status: Status, table: Table, panel: Panel) -> Status:
        """Return a status, whose language is another one, with its sentences in this one's."""
        state = table.state
        return msgspec.structs.replace(
            status,
            dealer=self._screens.dealer_lines(panel),
            players=self._screens.player_lines(panel),
            faults=tuple(map(self.fault_status, state.device.trouble.faults)),
            limits=tuple(map(self.rendered, grouped_limit_lines(state))),
            refused=None if state.last_refusal is None else self.rendered(state.last_refusal),
            result=self._round_result(state),
        )

    def _round_result(self, state: State) -> str | None:
        is_known = state.phase is Phase.ROUND and state.game.finished
        return self.rendered(state.game.result()) if is_known else None

    def rendered(self, text: Text) -> str:
        """Return a text in the table's language."""
        return self._words.render(text)

    def short_result(self, announced: Text) -> str | None:
        """Return the announced result in short form; None if it was another announcement."""
        text_kind, _, name = announced.key.partition(".")
        if text_kind == "winner":
            return name
        if text_kind != "result":
            return None
        result_value = announced.values.get("result", announced.values.get("number"))
        return self._words.render(announced) if result_value is None else str(result_value)

    def fault_status(self, fault: Fault) -> FaultStatus:
        """Return a fault in the table's language."""
        words, remedy = self._words.render(fault.words), self._words.render(fault.remedy)
        return FaultStatus(
            fault.part, fault.code, words, remedy, fault.gone, fault.values, fault.words.key
        )


def _message_keys(panel: Panel) -> tuple[str, ...]:
    return tuple(text.key for text in panel.dealer)


def _with_device(status: Status, state: State) -> Status:
    """Add the state of the keys, doors and sensors."""
    return msgspec.structs.replace(
        status,
        key_switch=state.device.key_switch,
        doors_open=tuple(sorted(state.device.doors_open)),
        head=state.device.head,
        testing=state.testing,
        covered=tuple(sorted((place.spot, place.on) for place in state.felt.covered)),
        prices=dict(state.felt.prices),
    )


def _with_entries(status: Status, state: State) -> Status:
    """Add what the table waits for: amounts, cards, results, decisions, payments."""
    return msgspec.structs.replace(
        status,
        keying=place_being_keyed(state) if state.phase is Phase.OPEN else None,
        due=due_status(state),
        choices=tuple(choice_status(state, choice) for choice in open_choices(state)),
        focus=focused_spot(state),
        instrument=instrument_status(state),
        named=tuple(card.name for card in state.key_entry.low),
        lammers=tuple((spot, cents, name) for (spot, name), cents in lammers(state).items()),
        unseen=tuple((unseen.place.spot, unseen.place.on) for unseen in unseen_payments(state)),
    )


def _poker_status(state: State) -> PokerStatus | None:
    """Return the status of a poker table; no other table loads its engine."""
    if not state.game.PANEL_KEYS:
        return None
    # late: other tables never load the poker engine
    from firmware.shell.poker_room.status import poker_status

    return poker_status(state)


def _plain_values(text: Text) -> dict[str, str | int]:
    return {name: value for name, value in text.values.items() if not isinstance(value, Text)}
