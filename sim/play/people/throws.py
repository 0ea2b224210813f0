"""Wheels, dice, tiles and balls of a script."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import UNSET

from firmware.core.table.results import may_key_result
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import HALF_A_THROW_MS, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import FaultShown, Refused
from firmware.shell.script import TableStep
from sim.play.people.scene import ScriptScene

WHEEL_REST_MS: Final = 150
"""How long it takes until it is known that a wheel is at rest."""
LONGEST_MS: Final = 60_000
"""Longer than any spin or draw of the simulated parts."""


class ScriptThrows:
    """Acts by the name of their step."""

    def __init__(self, scene: ScriptScene) -> None:
        self._scene = scene
        self._table = scene.table
        self._hands = scene.hands
        self._game = scene.state.game
        self._step_handlers: dict[str, Callable[[Any], None]] = {
            "dice": lambda step: self._key_result(tuple(map(str, step.dice))),
            "no_roll": lambda _: self._no_roll(),
            "number": lambda step: self._spin_wheel(step.number, step),
            "segment": lambda step: self._spin_wheel(step.segment, step),
            "balls": lambda step: self._draw_balls(tuple(map(str, step.balls))),
        }

    def has_step(self, step_kind: str) -> bool:
        """Return whether this game has such a step."""
        instrument = self._game.INSTRUMENT
        if instrument is None:
            return step_kind == "tiles" and self._deals_tiles
        return step_kind == instrument.result_kind or (
            step_kind == "no_roll" and instrument.result_kind == "dice"
        )

    @property
    def _deals_tiles(self) -> bool:
        return bool(self._game.REDEALS_IMPOSSIBLE)

    def do_step(self, step: TableStep) -> None:
        """Do one step of this game's, unless the moment or the instrument forbids it."""
        scene = self._scene
        if scene.state.stopped:
            scene.refuse_stopped()
        elif scene.state.running_phase is Phase.OPEN and not self._game.THROW_CLOSES_BETS:
            scene.refuse("why.bets_open")
        elif step.kind == "tiles":
            self._deal_tiles(tuple(step.tiles or ()))
        elif not may_key_result(scene.state):
            scene.refuse("why.no_result_due")
        else:
            self._step_handlers[step.kind](step)

    # dice, and other results that the dealer keys

    def _no_roll(self) -> None:
        """Key a coup nul, and leave it at that: the key pressed again at once would say why."""
        self._hands.press_key(Key.NO_RESULT)
        self._hands.wait(HALF_A_THROW_MS)

    def _key_result(self, symbols: Symbols) -> None:
        instrument = self._game.INSTRUMENT
        if instrument is None or self._alarm_if_impossible(symbols):
            return
        self._hands.key_result(
            symbols, readings=instrument.readings, faces=instrument.keyed_by_face
        )

    def _alarm_if_impossible(self, symbols: Symbols) -> bool:
        """Say, as the table would, why an instrument can't show this; return whether it can't."""
        reason = self._game.symbols_refusal(symbols)
        if reason is not None:
            self._scene.alarm(reason)
        return reason is not None

    # wheels

    def _spin_wheel(self, symbol: str, step: TableStep) -> None:
        revolutions = None if step.revolutions is UNSET else step.revolutions
        wheel = self._table.sim_table.wheel
        if self._alarm_if_impossible((symbol,)):
            return
        if not (wheel and wheel.counts_revolutions) and self._is_invalid(symbol, revolutions):
            self._hands.press_key(Key.NO_RESULT)
        elif wheel is None:
            self._key_result((symbol,))
        else:
            wheel.prepare()
            self._hands.wait(WHEEL_REST_MS)
            self._press_spin()
            wheel.spin(symbol, revolutions)
            self._table.wait_for(self._has_result, LONGEST_MS)

    def _is_invalid(self, symbol: str, revolutions: int | None) -> bool:
        """Return whether the dealer must say that the turns, which nothing counts, were too few."""
        return self._game.result_refusal(ResultSeen((symbol,), revolutions)) is not None

    def _press_spin(self) -> None:
        if Key.START_SPIN in self._scene.state.rules.keys:
            self._hands.press_key(Key.START_SPIN)

    def _has_result(self) -> bool:
        """Return whether the instrument has sent a result or a fault."""
        is_reported = any(
            isinstance(ruling, FaultShown | Refused) for ruling in self._scene.rulings
        )
        return (
            is_reported
            or self._scene.state.game.finished
            or self._scene.state.running_phase is not Phase.ROUND
        )

    # balls

    def _draw_balls(self, balls: Symbols) -> None:
        blower = self._table.sim_table.blower
        if self._alarm_if_impossible(balls):
            return
        if blower is None:
            self._key_result(balls)
            return
        before = self._scene.state.round.number
        self._press_spin()
        blower.run_draw(tuple(map(int, balls)))
        self._table.wait_for(lambda: self._has_draw_ended(before), LONGEST_MS)

    def _has_draw_ended(self, before: int) -> bool:
        is_reported = any(isinstance(ruling, FaultShown) for ruling in self._scene.rulings)
        return is_reported or self._scene.state.round.number > before

    # tiles

    def _deal_tiles(self, tiles: Sequence[str]) -> None:
        """Deal a whole set of tiles; another one raises an alarm and is not dealt."""
        known = {tile.name: tile for tile in self._game.pack}
        if self._game.due is None:
            self._scene.refuse("why.no_card_due")
        elif sorted(tiles) != sorted(tile.name for tile in self._game.pack):
            self._scene.alarm(Text("no_result.tiles", {"card": " ".join(tiles[:1])}))
        else:
            for tile in tiles:
                self._hands.draw_card(known[tile])
