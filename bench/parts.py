"""(e) Each part: its bytes in a round, and the share that they are of what its wire can carry.

A round of the examples is played at a dealer's pace on virtual time, through the real loop and
drivers. The bytes are those on the wire, I2C addresses included.
"""

from collections import Counter
from pathlib import Path
from typing import Any, Final

from bench.sample import UNVERIFIED, Sample
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import load_config
from firmware.shell.words.words import Words
from sim.play.virtual_table import VirtualTable

EXAMPLES: Final = ("baccarat", "rfid", "odds-only", "budget")
CARDS: Final = ("4S", "KD", "2H", "7C")
PAUSE_MS: Final = 4000
"""Between two acts of the dealer's."""
I2C_BYTES_A_SECOND: Final = 400_000 / 9
"""In fast mode; the ninth bit of a byte is its acknowledgement."""
BITS_A_BYTE: Final = 10
"""On a serial line, start and stop included."""


class PlayedExample:
    """An example in service on virtual time, its bets open."""

    def __init__(self, example: str) -> None:
        config = load_config(Path(__file__).parents[1] / "examples" / f"{example}.toml")
        self._serial = config.wiring.serial_parts()
        self._table = VirtualTable(config, Words.load("fr"), lambda _event, _rulings: None)
        self._table.power_on()
        self._table.hands.press_key(Key.CONFIRM)
        self._table.hands.wait(PAUSE_MS)

    def now_s(self) -> float:
        return self._table.now() / 1000

    def bytes_moved(self) -> Counter[str]:
        """Return the bytes on the wire so far, part by part."""
        moved: Counter[str] = Counter()
        for part_name, meter in self._table.meter_by_part.items():
            addresses = 0 if part_name in self._serial else meter.transfers
            moved[part_name] = meter.bytes_out + meter.bytes_in + addresses
        return moved

    def capacity(self, part_name: str) -> float:
        """Return the bytes a second that the part's wire can carry."""
        serial_part = self._serial.get(part_name)
        return serial_part.baud / BITS_A_BYTE if serial_part else I2C_BYTES_A_SECOND

    def play_round(self) -> None:
        """Three bets, the close, the cards, pay and take, at a dealer's pace."""
        hands = self._table.hands
        for spot in (1, 2, 3):
            hands.lay_chip(Place(spot, "banker"), Cents(2500))
            hands.wait(PAUSE_MS)
        hands.press_key(Key.NO_MORE_BETS)
        for name in CARDS:
            hands.wait(PAUSE_MS // 2)
            hands.draw_card(parse_card(name))
        hands.wait(PAUSE_MS)
        hands.clear_stacks()
        hands.press_key(Key.CONFIRM)
        hands.wait(PAUSE_MS)


def measure(_folder: Path, rounds: int = 10) -> Sample:
    """Play every example; return the bytes of each of its parts."""
    lines: list[str] = []
    fields: dict[str, Any] = {}
    for example in EXAMPLES:
        played = PlayedExample(example)
        played.play_round()
        began_s, moved_before = played.now_s(), played.bytes_moved()
        for _ in range(rounds):
            played.play_round()
        span_s = played.now_s() - began_s
        lines.append(f"{example}, a round of {span_s / rounds:.0f} s:")
        for part_name, moved in (played.bytes_moved() - moved_before).items():
            share = moved / (span_s * played.capacity(part_name))
            lines.append(f"  {part_name}: {moved / rounds:,.0f} bytes, {share:.1%} of its wire")
            fields[f"{example} {part_name}"] = {"bytes_a_round": moved / rounds, "share": share}
    return Sample("parts", [*lines, UNVERIFIED], fields)
