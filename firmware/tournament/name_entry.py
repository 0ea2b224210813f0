"""Acts as people type them: names, whether there can be so many chips, and the words of an act."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final
from unicodedata import normalize

from msgspec.structs import replace

from firmware.core.tournament import acts
from firmware.core.tournament.tournament import Room, Stage
from firmware.core.tournament.undo import Course
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone

LONGEST_NAME: Final = 60


def name(typed: str) -> str:
    """Return a name as it is kept. Raises CannotBeDone if no screen can show it."""
    found = " ".join(normalize("NFC", typed).split())
    if not (found.isprintable() and 0 < len(found) <= LONGEST_NAME):
        raise CannotBeDone(Text("hall.name", {"most": LONGEST_NAME}))
    return found


def folded(typed: str) -> str:
    """Return the key that all spellings of a name share. Raises CannotBeDone."""
    return normalize("NFC", name(typed).casefold())


def speller(known: Iterable[str]) -> Callable[[str], str]:
    """Return a function from a name as it is typed to the name as it is known; it raises
    CannotBeDone.
    """
    spelt = {folded(one): one for one in known}
    return lambda typed: spelt.get(folded(typed)) or name(typed)


def meant(act: acts.AnyHallAct, who: Callable[[str], str]) -> acts.AnyHallAct:
    """Return an act with its names by a speller. Raises CannotBeDone."""
    match act:
        case acts.Register(player) | acts.BuyAgain(player):
            return replace(act, player=who(player))
        case acts.ReportOut(lost):
            return replace(act, lost=tuple(replace(one, player=who(one.player)) for one in lost))
        case acts.ReportStacks(stacks):
            return acts.ReportStacks({who(player): count for player, count in stacks.items()})
        case acts.ColourUp(counts=counts):
            return replace(act, counts={who(player): count for player, count in counts.items()})
    return act


def hold_chips(act: acts.AnyHallAct, course: Course) -> None:
    """Raise CannotBeDone if people have more chips than there can be; a race for odd chips may
    have brought half of a new one.
    """
    raced = sum(one.act.to for one in course.done if isinstance(one.act, acts.ColourUp))
    if course.room.stage is not Stage.SALE and _chips(act) > course.room.chips + raced // 2:
        raise CannotBeDone(Text("hall.too_many", {"most": course.room.chips}))


def _chips(act: acts.AnyHallAct) -> int:
    match act:
        case acts.ReportOut(lost):
            return sum(one.stack for one in lost)
        case acts.ReportStacks(stacks):
            return _sum(stacks)
        case acts.ColourUp(of, _, counts):
            return of * _sum(counts)
    return 0


def _sum(counts: Mapping[str, int]) -> int:
    return sum(counts.values())


def did_told(act: acts.AnyHallAct, room: Room) -> Iterator[Text]:
    """Yield the words of an act, if its rulings don't have them."""
    match act:
        case acts.Register(player, cents):
            sold: Values = {"who": player, "cents": cents, "count": len(room.paid)}
            yield Text("hall.did.register", sold)
            if room.seating.tables:
                yield Text("hall.status.draw")
        case acts.BuyAgain(player, cents):
            sold = {"who": player, "cents": cents, "count": room.rebuys}
            yield Text("hall.did.rebuy", sold)
        case acts.ReportStacks() if _chips(act) != room.chips:
            yield Text("hall.did.stacks", {"found": _chips(act), "sold": room.chips})
