"""The acts that a person types in the laboratory: keys, cards, chips, doors, cables."""

from typing import Final

from firmware.cli.terminal.typed_keys import WordActions, apply_words
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.people.person import Person
from sim.usb.port import UsbPort
from sim.web.bench.bench import Bench
from sim.web.hands.fault_injector import FaultInjector

UNPLUG: Final = "unplug"
MOST_CENTS: Final = 100_000_000


class LabHands:
    """The hands of players, dealer and supervisor, and of who pulls cables, by typed lines.

    A line is one act of the list below, or keys and cards by their names, one after the other:

        put SPOT BET AMOUNT, take SPOT BET        chips
        switch on|off, door NAME open|shut        the supervisor's key, a door
        load, cut, throw SYMBOL …                 a shuffled pack, the cut card, a wheel or dice
        pull PART, plug PART                      its cable
        break PART FAULT, mend PART FAULT         any other fault of a simulated part
    """

    def __init__(
        self, person: Person, bench: Bench, faults: FaultInjector, bus_port: UsbPort | None
    ) -> None:
        self._person = person
        self._bench = bench
        self._faults = faults
        self._bus_port = bus_port

    def apply(self, line_words: list[str]) -> None:
        """Do the act of a line. Raises RequestFailed, ControlError."""
        match line_words:
            case ["put", spot, bet, amount]:
                chips = self._person.player_chips
                chips.bet(chips.place(_number(spot), bet), self._cents(amount))
            case ["take", spot, bet]:
                chips = self._person.player_chips
                chips.take_bet(chips.place(_number(spot), bet))
            case ["switch", ("on" | "off") as state]:
                self._person.panel_keys.turn_key_switch(is_on=state == "on")
            case ["door", name, ("open" | "shut") as state]:
                self._bench.sim_table.move_door(self._door(name), is_open=state == "open")
            case ["load"]:
                self._bench.hands.load_shoe()
            case ["cut"]:
                self._bench.hands.cut_card()
            case ["throw", *symbols]:
                self._person.result_maker.throw_result(tuple(symbols), None)
            case _:
                self._break_or_press(line_words)

    def _cents(self, typed: str) -> Cents:
        """Return an amount as cents. Raises RequestFailed."""
        config = self._bench.config
        cents = config.words_in(config.language).parsed_money(typed)
        if cents is None or not 0 < cents <= MOST_CENTS:
            raise RequestFailed(Text("lab.no_number", {"typed": typed}))
        return Cents(cents)

    def _break_or_press(self, line_words: list[str]) -> None:
        match line_words:
            case ["pull" | "plug" as act, "i2c"] if self._bus_port:
                (self._bus_port.unplug if act == "pull" else self._bus_port.plug)()
            case ["pull" | "plug" as act, part]:
                self._faults.set_fault(part, UNPLUG, active=act == "pull")
            case ["break" | "mend" as act, part, fault]:
                self._faults.set_fault(part, fault, active=act == "break")
            case _:
                hands = self._bench.hands
                actions = WordActions(
                    self._person.panel_keys.press_key, hands.draw_card, _refuse_word
                )
                apply_words(line_words, actions)

    def _door(self, name: str) -> Door:
        for door in self._bench.config.wiring.keys.doors.values():
            if door.value == name:
                return door
        raise RequestFailed(Text("lab.no_act", {"typed": name}))


def _refuse_word(word: str) -> None:
    raise RequestFailed(Text("lab.no_act", {"typed": word}))


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdecimal()):
        raise RequestFailed(Text("lab.no_number", {"typed": typed}))
    return int(typed)
