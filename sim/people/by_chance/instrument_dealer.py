"""Who spins, throws and draws as chance has it, not always rightly."""

from collections.abc import Callable, Mapping
from typing import Final

from firmware.core.games.craps.shooter import INITIAL
from firmware.core.table.felt import UNKNOWN_SPOT
from firmware.core.vocabulary.instruments import Instrument
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.mishaps import MishapChance
from sim.people.person import Person
from sim.people.result_maker import DICE_FACES
from sim.people.status_queries import bets_shown

THROWS_MS: Final = 2000
SPIN_PAUSE_MS: Final = 1500
TOO_FEW_REVOLUTIONS: Final = 2
"""Turns of a wheel of fortune that make no result (121)."""


class InstrumentDealer:
    """Brings the result about that a table waits for, and waits until it has it."""

    def __init__(self, person: Person, mishap_chance: MishapChance) -> None:
        self._person = person
        self._actor = person.actor
        self._result_maker = person.result_maker
        self._mishap_chance = mishap_chance
        self._result_makers: Mapping[str, Callable[[Status, Instrument], None]] = {
            "number": self._spin_wheel,
            "segment": self._spin_wheel,
            "dice": self._throw_dice,
            "balls": self._draw_balls,
        }

    def bring_result(self, status: Status) -> None:
        """Bring the result about."""
        instrument = self._result_maker.instrument
        if instrument is not None:
            self._result_makers[instrument.result_kind](status, instrument)

    def pass_dice(self, status: Status) -> None:
        """On the come-out, pass the dice to a player who has bet pass or don't pass (95.8, 95.11).

        Without such a player the shooter bets pass.
        """
        if "point" in status.game_values or all(
            open_choice.do is not Key.CHOOSE_SHOOTER for open_choice in status.choices
        ):
            return
        shooter_spot = status.game_values.get("shooter", {}).get("spot")
        shooter_spots = {place.spot for place, _ in bets_shown(status) if place.on in INITIAL}
        if shooter_spot in shooter_spots or UNKNOWN_SPOT in shooter_spots:
            return
        shooter_choices = [choice for choice in status.choices if choice.spot in shooter_spots]
        if shooter_choices:
            self._person.decisions.key_choice(status, shooter_choices[0])
        elif shooter_spot is not None:
            lowest_limit = self._person.layout.limits_of("pass").min_cents
            self._person.player_chips.bet(Place(int(shooter_spot), "pass"), lowest_limit)

    def _throw_dice(self, status: Status, instrument: Instrument) -> None:
        self._actor.pause(THROWS_MS)
        dice = self._result_maker.random_symbols(instrument)
        if self._mishap_chance.should_happen("no_roll"):
            self._actor.hands.press_key(Key.NO_RESULT)
        elif instrument.readings > 1 and self._mishap_chance.should_happen("misread"):
            self._result_maker.key_symbols(dice, instrument, readings=1)
            # Each face is one higher, so that the second reading never equals the first.
            second_reading = tuple(
                DICE_FACES[int(dice_face) % len(DICE_FACES)] for dice_face in dice
            )
            self._result_maker.key_symbols(second_reading, instrument, readings=1)
        else:
            self._result_maker.key_symbols(dice, instrument)
            self._actor.wait_until(
                lambda current: (current.ask, current.round) != (status.ask, status.round)
            )

    def _spin_wheel(self, status: Status, instrument: Instrument) -> None:
        symbols, wheel = (
            self._result_maker.random_symbols(instrument),
            self._actor.hands.table.wheel,
        )
        self._actor.pause(SPIN_PAUSE_MS)
        is_short = (
            wheel is not None
            and wheel.counts_revolutions
            and self._mishap_chance.should_happen("short_spin")
        )
        self._result_maker.produce_result(
            status, instrument, symbols, TOO_FEW_REVOLUTIONS if is_short else None
        )
        if wheel is None:
            self._actor.wait_until(lambda current: current.ask != status.ask)
        else:
            self._result_maker.wait_for_result()

    def _draw_balls(self, status: Status, instrument: Instrument) -> None:
        self._actor.pause(THROWS_MS)
        self._result_maker.produce_result(
            status, instrument, self._result_maker.random_symbols(instrument)
        )
        self._result_maker.wait_for_result()
