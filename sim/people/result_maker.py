"""Wheels, dice and balls at a simulated table: spun, thrown, drawn, keyed where no part sees."""

from random import Random
from typing import Final

from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from sim.people.actor import Actor
from sim.people.layout import TableLayout

WHEEL_REST_MS: Final = 300
"""How long it takes until it is known that a wheel is at rest."""
LONGEST_MS: Final = 75_000
"""Longer than any draw."""
WHEEL_RESULT_MS: Final = 15_000
"""Longer than any wheel takes to report its result."""
RESULT_POLL_MS: Final = 100
"""How often people look up while a wheel turns or balls are drawn."""
NOTICED_MS: Final = 1500
"""How long the table may take to show that a draw may begin."""
DICE_FACES: Final = "123456"
KENO_BALLS: Final = range(1, 81)


class ResultMaker:
    """Produces results. `random_source` is the instrument's, not the thrower's."""

    def __init__(self, actor: Actor, layout: TableLayout, random_source: Random) -> None:
        self.instrument = layout.game.INSTRUMENT
        self._actor = actor
        self._hands = actor.hands
        self._table = actor.hands.table
        self._layout = layout
        self._random_source = random_source

    def throw_result(self, symbols: Symbols = (), revolutions: int | None = None) -> None:
        """Spin, throw or draw, with these symbols if given; does not wait for the result.

        Raises RequestFailed.
        """
        instrument, wheel = self.instrument, self._table.wheel
        if instrument is None:
            raise RequestFailed(Text("person.nothing_to_throw"))
        reason = self._layout.game.symbols_refusal(symbols) if symbols else None
        if reason is not None:
            raise RequestFailed(reason)
        if wheel and wheel.is_spinning:
            raise RequestFailed(Text("person.turning"))
        if self._table.blower:
            self._wait_for_draw()
        status = self._actor.read_status()
        self.produce_result(
            status, instrument, symbols or self.random_symbols(instrument), revolutions
        )

    def produce_result(
        self,
        status: Status,
        instrument: Instrument,
        symbols: Symbols,
        revolutions: int | None = None,
    ) -> None:
        """Produce a result, keyed if no part reads it; does not wait for a spin."""
        if instrument.result_kind == "balls":
            self._load_balls(status, instrument, symbols)
        elif self._table.wheel is None:
            self.key_symbols(symbols, instrument)
        else:
            self._turn_wheel(status, symbols[0], revolutions)

    def random_symbols(self, instrument: Instrument) -> Symbols:
        """Return a random result."""
        match instrument.result_kind:
            case "dice":
                return tuple(
                    self._random_source.choice(DICE_FACES) for _ in range(instrument.symbols)
                )
            case "balls":
                return tuple(map(str, self._random_source.sample(KENO_BALLS, instrument.symbols)))
        return (self._random_source.choice(self._layout.symbols),)

    def key_symbols(
        self, symbols: Symbols, instrument: Instrument, readings: int | None = None
    ) -> None:
        """Key a result, as often as it is read."""
        multiples = instrument.readings if readings is None else readings
        self._hands.key_result(symbols, readings=multiples, faces=instrument.keyed_by_face)

    def wait_for_result(self) -> None:
        """Wait, with a time-out, until the table has the result of a spin."""
        status_before, wheel = self._actor.read_status(), self._table.wheel
        dealer_lines, rested_ms = status_before.dealer, 0
        while rested_ms < (WHEEL_RESULT_MS if wheel else LONGEST_MS):
            self._actor.wait(RESULT_POLL_MS)
            current = self._actor.read_status()
            if (current.ask, current.round) != (status_before.ask, status_before.round):
                return
            # The display also changes during a spin: only a change after it shows a result.
            if wheel and wheel.is_spinning:
                dealer_lines, rested_ms = current.dealer, 0
            elif current.dealer != dealer_lines:
                return
            rested_ms += RESULT_POLL_MS

    def _wait_for_draw(self) -> None:
        """Wait until the table lets its machine draw, as after a sale. Raises RequestFailed."""
        if not self._actor.wait_until(lambda current: Key.START_SPIN in current.keys, NOTICED_MS):
            raise RequestFailed(Text("person.no_draw_yet"))

    def _turn_wheel(self, status: Status, symbol: str, revolutions: int | None) -> None:
        wheel = self._table.wheel
        if wheel is None:
            return
        wheel.prepare()
        self._hands.wait(WHEEL_REST_MS)
        wheel.spin(symbol, revolutions)
        self._press_spin(status)

    def _load_balls(self, status: Status, instrument: Instrument, balls: Symbols) -> None:
        if self._table.blower:
            self._table.blower.load_balls(tuple(map(int, balls)))
        elif Key.START_SPIN not in status.keys:
            self.key_symbols(balls, instrument)
        self._press_spin(status)

    def _press_spin(self, status: Status) -> None:
        """Start the wheel or the draw, where the table does that."""
        if Key.START_SPIN in status.keys:
            self._hands.press_key(Key.START_SPIN)
            self._actor.wait_until(lambda current: _start_count(current) != _start_count(status))


def _start_count(status: Status) -> int:
    return status.instrument.starts if status.instrument else 0
