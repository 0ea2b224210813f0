"""A whole table, and a shoe on its wire that starts again, or seems to."""

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.table_kit import STOPPED
from tests.kits.faults.faulty_table import FaultyTable

START = bytes.fromhex("053053033630") * 3
"""`S` with SEQ 0."""


class Recorder:
    """A person's device between the shoe and the controller."""

    def __init__(self, table: FaultyTable) -> None:
        self.tape = b""
        self.play = b""
        self._shoe = table.sim.shoe
        self._transmit = self._shoe.transmit
        self._shoe.transmit = self._between  # type: ignore[method-assign]

    def _between(self) -> bytes:
        if self.play:
            played, self.play = self.play, b""
            return played
        said = self._transmit()
        self.tape += said
        return said


def test_taped_round_stops_at_first_byte() -> None:
    table = FaultyTable()
    recorder = Recorder(table)
    table.deal_two()
    table.goes_on()
    table.hands.wait(1000)
    recorder.play = START + recorder.tape
    left = table.virtual.core_table.state.shoe.cards_left
    before = table.cards
    table.hands.wait(3000)
    assert table.phase is STOPPED
    assert ("shoe", "shoe_restarted") in table.faults
    assert table.cards == before
    assert table.virtual.core_table.state.shoe.cards_left < left


def test_power_cycle_needs_a_count() -> None:
    table = FaultyTable()
    table.deal_two()
    table.sim.shoe.power_on()
    table.hands.wait(1000)
    assert (table.phase, table.faults) == (STOPPED, [("shoe", "shoe_restarted")])
    assert table.prompt() == "fault.shoe_restarted"
    table.supervise(Key.CLEAR_FAULTS)
    table.hands.press_key(Key.CONFIRM)
    assert table.phase is Phase.ROUND
    assert table.cards == {"player": ["9S"], "banker": ["2D"]}
