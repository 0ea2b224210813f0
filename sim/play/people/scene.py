"""Where the people of a script act: the table, its hands, and the lines that they see."""

from collections.abc import Callable

from firmware.core.table.alarms import stopped_by
from firmware.core.table.state import State
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import FaultShown, Refused, Ruling
from firmware.shell.script import BetPosition
from sim.people.layout import missing_place_reason
from sim.play.virtual_table import VirtualTable


class ScriptScene:
    """A table and the hands at it; `rulings` collects those of the current step."""

    def __init__(self, table: VirtualTable, rulings: list[Ruling]) -> None:
        self.table = table
        self.hands = table.hands
        self.rulings = rulings

    @property
    def state(self) -> State:
        return self.table.core_table.state

    @property
    def refused(self) -> bool:
        return any(isinstance(ruling, Refused) for ruling in self.rulings)

    def place(self, place_step: BetPosition) -> Place | None:
        """Return the place; refuse, and return None, if the table has no such one."""
        place = Place(place_step.spot, self.state.game.canonical_name(place_step.on))
        if self.table.sim_table.has_place(place):
            return place
        if place_step.spot in self.state.felt.spots:
            self.rulings.append(
                Refused(missing_place_reason(self.state.game, place_step.spot, place_step.on))
            )
        else:
            self.refuse("why.no_such_spot", spot=place_step.spot)
        return None

    def refuse(self, key: str, /, **values: str | int | Text) -> None:
        self.rulings.append(Refused(Text(key, values)))

    def refuse_stopped(self) -> None:
        self.rulings.append(Refused(stopped_by(self.state)))

    def alarm(self, reason: Text) -> None:
        self.rulings.append(FaultShown("table", "impossible_result", reason))

    def without_lines(self, action: Callable[[], object]) -> None:
        """Act, and drop the rulings on it from the output."""
        length = len(self.rulings)
        action()
        del self.rulings[length:]

    def supervised(self, action: Callable[[], None]) -> None:
        """Act under the supervisor's key."""
        self.hands.turn_key_switch(is_on=True)
        action()
        self.hands.turn_key_switch(is_on=False)

    def press_key(self, key: Key) -> None:
        self.hands.press_key(key)
