"""What was done in a tournament's room, so that the last act of a person can be taken back.

The room is then as if that act had never been: all the others are done again. Where one of them
would be ruled otherwise, the act stays. Only seats that were drawn since then are drawn once more.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from firmware.core.tournament import acts as a
from firmware.core.tournament.rulings import HandForHand, Moved, PaidBack, TakenBack
from firmware.core.tournament.terms import Terms
from firmware.core.tournament.tournament import Room, room_of
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.rulings import Refused, Ruling

Rulings = tuple[Ruling, ...]

FOR_GOOD: Final = (a.Start, a.Void)
"""What a person did before one of these stays."""


class Done(NamedTuple):
    """An act that was not refused."""

    act: a.Act
    ruled: Rulings
    by_hand: bool
    """Whether a person did it, and no table and no clock."""


class Course(msgspec.Struct):
    """A room, and the acts that made it."""

    room: Room
    done: list[Done] = []

    def handle(self, act: a.Act, *, by_hand: bool) -> Rulings:
        """Do what is done, or take back what was; return what follows from it, in order."""
        if isinstance(act, a.Undo):
            return self._undo()
        ruled = self.room.handle(act)
        if not any(isinstance(ruling, Refused) for ruling in ruled):
            self.done.append(Done(act, ruled, by_hand))
        return ruled

    def _undo(self) -> Rulings:
        at = self._last_by_hand()
        if at is None:
            return (Refused(Text("hall.nothing_to_undo")),)
        one, rest = self.done[at], self._without(at)
        again = room_of(self.room.terms)
        if any(again.handle(other.act) != other.ruled for other in rest):
            return (Refused(Text("hall.undo_late", {"what": undone(one.act)})),)
        before, self.room, self.done = self.room, again, rest
        return TakenBack(undone(one.act)), *_differs(before, again)

    def _last_by_hand(self) -> int | None:
        """Return where the act is that can be taken back."""
        for at in reversed(range(len(self.done))):
            act, _, by_hand = self.done[at]
            if isinstance(act, FOR_GOOD):
                return None
            if by_hand and type(act) in WORDS:
                return at
        return None

    def _without(self, at: int) -> list[Done]:
        """Return the acts but for this one, and for all draws if it was drawn."""
        rest = [*self.done[:at], *self.done[at + 1 :]]
        if any(isinstance(one.act, a.Draw) for one in self.done[at:]):
            return [one for one in rest if not isinstance(one.act, a.Draw)]
        return rest


def course_of(terms: Terms) -> Course:
    """Return a course in which nothing was done yet."""
    return Course(room_of(terms))


def _differs(before: Room, after: Room) -> Iterator[Ruling]:
    """Yield what people have to do, so that all is as it was."""
    for player, cents in before.paid.items():
        if back := cents - after.paid.get(player, 0):
            yield PaidBack(player, back)
    seats = after.seating.seats_of_all()
    for player, origin in before.seating.seats_of_all().items():
        if player in seats and seats[player] != origin:
            yield Moved(player, origin, seats[player])
    if before.hand_for_hand is not after.hand_for_hand:
        yield HandForHand(after.hand_for_hand)


def undone(act: a.Act) -> Text:
    """Return an act that can be taken back, in words."""
    match act:
        case a.Register(player) | a.BuyAgain(player):
            values: Values = {"who": player}
        case a.ReportButton(table, spot):
            values = {"table": table, "spot": spot}
        case a.ReportOut(lost):
            values = {"who": ", ".join(one.player for one in lost)}
        case _:
            values = {}
    return Text(f"hall.undone.{WORDS[type(act)]}", values)


WORDS: Final[dict[type[a.Act], str]] = {
    a.Register: "register",
    a.BuyAgain: "rebuy",
    a.ReportButton: "button",
    a.ReportOut: "out",
    a.ReportStacks: "stacks",
    a.ColourUp: "colour_up",
}
"""What can be taken back, by the last word of its words' key."""
