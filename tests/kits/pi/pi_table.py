"""A table in an emulated Pi, with its people: what a scenario is written with."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import Status
from sim.chips.ssd1306 import SimSsd1306
from sim.web.bench.bench import Bench
from sim.web.bench.table_dir import Seating, TableDir
from tests.kits.kernel.guest import Failed
from tests.kits.kernel.guest_table import GuestTable, faults, in_memory
from tests.kits.pi import built
from tests.kits.pi.display_code import shown_code
from tests.kits.pi.machine import Machine
from tests.kits.pi.pi_world import PiWorld
from tests.kits.waiting import until
from tools.pi.house import EXAMPLE, write_house

PATIENCE_S: Final = 1200.0
"""The end of every wait: an emulated second takes ten and more of a busy machine."""
SAYS_S: Final = 600.0
KEY_PRESS_MS: Final = 600
"""How long a key is down at the least: a contact counts after 15 ms of the machine's time, which
may be ten times as many here. From 800 ms of that on it is a long press."""
PASSPHRASE: Final = "quatre roues motrices"  # noqa: S105


class PiTable(GuestTable):
    """The card's table, or that of another example, with a new card and a new stick, off.

    Its cards are blank ones, or `prepared`, which start sooner.
    """

    patience_s = PATIENCE_S

    def __init__(self, example: Path = EXAMPLE, *, prepared: bool = False) -> None:
        self._example = example
        self._make_card = built.prepared_card if prepared else built.blank_card
        bench = Bench(Seating(config=example), self._make_world, in_memory)
        self.machine: Machine = self.world.machine
        if example != EXAMPLE:
            self.machine.house = self.machine.folder / "house"
            write_house(self.machine.house, example)
        bench.hands.key_press_ms = KEY_PRESS_MS
        super().__init__(bench, self.machine.sh)

    def power_on(self) -> Status:
        """Switch the machine on, the first time its parts too; return the first status."""
        if self.bench.power.start_count:
            self.bench.power.switch_on()
        else:
            self.start()
        return self.look()

    def cut_power(self) -> None:
        """Pull the machine's plug; the parts stay as they are."""
        self.machine.power_off()

    def replace_card(self) -> None:
        """Put a new card of the image in, off."""
        self.machine.house = None
        self.machine.card = self._make_card(self.machine.folder / "new-card")

    def restart(self) -> None:
        """Start the service again; returns once it is ready."""
        self.sh("systemctl restart croupier")

    def until_logged(self, text: str) -> None:
        """Return once the service has logged it."""
        until(text, self.log, lambda log: text in log, most_s=self.patience_s)

    def close(self) -> None:
        """Pull every plug."""
        self.bench.close()

    # at the table

    @contextmanager
    def key_turned(self) -> Iterator[None]:
        """The supervisor's key, turned and taken back."""
        self._turn_key(on=True)
        try:
            yield
        finally:
            self._turn_key(on=False)

    def _turn_key(self, *, on: bool) -> None:
        self.bench.hands.turn_key_switch(is_on=on)
        self.until(lambda now: now.key_switch is on)

    def clear(self) -> None:
        """Clear every fault that only waits for the supervisor's key and CLEAR."""
        while faults(self.look()):
            with self.key_turned():
                self.until(lambda now: Key.CLEAR_FAULTS in now.keys)
                self.bench.hands.press_key(Key.CLEAR_FAULTS)

    def deal_until(self, seen: Callable[[Status], bool]) -> Status:
        """Do what is asked until the status is as wanted; return it."""
        end = time.monotonic() + self.patience_s
        while not seen(status := self.look()):
            assert time.monotonic() < end, self._in_vain(status)
            self.croupier.step()
        return status

    # at the console

    def say(self, text: str, wanted: str) -> str:
        """Type a line at the console until the answer has what is wanted; return what it showed."""
        return self.world.console.say(f"{text}\r", wanted, SAYS_S)

    def answer(self, text: str, wanted: str) -> str:
        """Answer a question of the console, once."""
        return self.world.console.say(f"{text}\r", wanted, SAYS_S, again=False)

    def enrol(self, name: str) -> None:
        """Make the first account, with the code on the dealer's display."""
        with self.key_turned():
            self.say("", ">")
            self.answer("enrol", "Nom du compte")
            self.answer(name, "Phrase de passe")
            self.answer(PASSPHRASE, "encore")
            self.answer(PASSPHRASE, "Code")
            self.answer(self._code(), name)

    def adopt(self, table: str) -> str:
        """Go on with the stick of a dead card; return what the console said at the end."""
        with self.key_turned():
            self.say("", ">")
            self.answer("adopt", "son nom")
            self.answer(table, "Code")
            return self.answer(self._code(), "login")

    def _code(self) -> str:
        """Read the code on the dealer's display."""
        display = self.bench.sim_table.displays.dealer_display
        assert isinstance(display, SimSsd1306)
        return str(until("a code", lambda: shown_code(display), most_s=SAYS_S))

    def log_in(self, name: str) -> str:
        """Open a session; return what the console said."""
        self.say("", ">")
        self.answer(f"login {name}", "Phrase de passe")
        return self.answer(PASSPHRASE, "session")

    def log(self) -> str:
        """Return what the service has logged since the boot, or what Linux said if that fails."""
        with suppress(Failed, TimeoutError, OSError):
            return super().log()
        return self.machine.console.read_text(errors="replace")

    def _make_world(self, table_dir: TableDir) -> PiWorld:
        self.world = PiWorld(table_dir, self._example, self._make_card)
        return self.world
