"""Where the people of a script act: the table, its hands, and the lines that they see."""

from collections.abc import Callable

from firmware.core.table.alarms import stopped_by
from firmware.core.table.state import State
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import FaultShown, Refused, Ruling
from firmware.shell.script import At
from sim.play.virtual_table import VirtualTable


class Scene:
    """A table and hands at it; `heard` takes the rulings that the people of the script see."""

    def __init__(self, table: VirtualTable, heard: list[Ruling]) -> None:
        self.table = table
        self.hands = table.hands
        self.heard = heard

    @property
    def state(self) -> State:
        return self.table.core.state

    @property
    def refused(self) -> bool:
        return any(isinstance(ruling, Refused) for ruling in self.heard)

    def place(self, at: At) -> Place | None:
        """Return the place; refuse, and return None, if the table has no such one."""
        place = Place(at.spot, self.state.game.canonical(at.on))
        if self.table.sim.has(place):
            return place
        if at.spot in self.state.felt.spots:
            self.refuse("why.no_such_bet", on=at.on)
        else:
            self.refuse("why.no_such_spot", spot=at.spot)
        return None

    def refuse(self, key: str, /, **values: str | int | Text) -> None:
        self.heard.append(Refused(Text(key, values)))

    def refuse_stopped(self) -> None:
        self.heard.append(Refused(stopped_by(self.state)))

    def alarm(self, why: Text) -> None:
        self.heard.append(FaultShown("table", "impossible_result", why))

    def quietly(self, act: Callable[[], object]) -> None:
        """Act, and leave no line of it."""
        length = len(self.heard)
        act()
        del self.heard[length:]

    def supervised(self, act: Callable[[], None]) -> None:
        """Act under the supervisor's key."""
        self.hands.turn_key_switch(on=True)
        act()
        self.hands.turn_key_switch(on=False)

    def press(self, key: Key) -> None:
        self.hands.press(key)
