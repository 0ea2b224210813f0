"""Live views: the sensors and keys, and the wire trace."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
from rich.cells import cell_len
from rich.text import Text as Ink

from firmware.console.command.command import Command, Context, Takes
from firmware.console.command.outcome import line
from firmware.console.command.prompts import asked, part_named, parts
from firmware.console.text.clean import clean, said
from firmware.console.text.drawing import WIDTH, Mark, Told, fitted, folded
from firmware.core.vocabulary.rulings import bet_name
from firmware.core.vocabulary.status import BetStatus, SpotStatus
from firmware.shell.parts.tap import Frame
from firmware.shell.technician.answers import Frames
from firmware.shell.technician.requests import READERS, RIGHTS, Watch

EVERY_S: Final = 0.2
"""How often it is looked again."""
SHOE: Final = ("shoe",)
EVERYTHING: Final[tuple[str, ...]] = ()

TIME: Final = 10
PART: Final = 14
ARROWS: Final = {"out": "->", "in": "<-", "dropped": "x "}
STYLES: Final = {"out": "cyan", "in": "green", "dropped": Mark.WARN.style}


# the wires


class Lost(msgspec.Struct, frozen=True):
    """So many frames had to make room before they were fetched."""

    lost: int


def _watched(wanted: Sequence[str]) -> Callable[[Context, Sequence[str]], Iterator[Frame | Lost]]:
    def look(context: Context, _args: Sequence[str]) -> Iterator[Frame | Lost]:
        return carried(context, tuple(wanted))

    return look


def _watch(context: Context, args: Sequence[str]) -> Iterator[Frame | Lost]:
    return carried(context, (part_named(context, args[0]),))


def carried(context: Context, wanted: tuple[str, ...]) -> Iterator[Frame | Lost]:
    """Yield the wire trace of these parts from now on, of all parts if none is named."""
    after = -1
    while True:
        found = asked(context, Watch(parts=wanted, after=after), Frames)
        after = found.next
        if found.lost:
            yield Lost(found.lost)
        yield from found.frames
        if not context.pause(EVERY_S):
            return


def _tell(context: Context, what: Frame | Lost) -> Told:
    if isinstance(what, Lost):
        return tell_lost(context, what.lost)
    return (tell_frame(what),)


def tell_lost(context: Context, lost: int) -> Iterator[Ink]:
    """Yield how many frames are missing here, if any are."""
    if lost:
        yield line(Mark.WARN, said(context.words, "console.watch.lost", count=lost))


def tell_frame(frame: Frame) -> Ink:
    """Return a frame on one line, or more if its words need them; octets are cut first."""
    arrow, style = ARROWS[frame.way], STYLES[frame.way]
    head = f"{_seconds(frame.at_ms):>{TIME}} {fitted(clean(frame.part), PART)} {arrow} "
    words = clean(frame.said)
    octets = shortened(frame.octets, WIDTH - cell_len(head) - cell_len(words) - 2)
    at = cell_len(head) + cell_len(octets) + 1
    rows = folded(words, max(WIDTH - 1 - at, 1))
    told = Ink(head, Mark.FAINT.style).append(f"{octets} ").append(rows[0], style)
    for row in rows[1:]:
        told.append(f"\n{' ' * at}{row}", style)
    return told


def shortened(octets: str, room: int) -> str:
    """Return as many octets as fit, and how many more there are."""
    packed = clean("".join(octets.split()))
    pairs = [packed[at : at + 2] for at in range(0, len(packed), 2)]
    if len(whole := " ".join(pairs)) <= max(room, 0):
        return whole
    fit = max((room - len(f"+{len(pairs)}")) // 3, 0)
    return " ".join([*pairs[:fit], f"+{len(pairs) - fit}"])


def _seconds(millis: int) -> str:
    seconds, rest = divmod(millis, 1000)
    return f"{seconds}.{rest:03}"


# the felt


class Sensed(msgspec.Struct, frozen=True):
    """The covered places by their sensors, and the contacts of doors, key-switch and keys."""

    spots: dict[int, SpotStatus]
    doors_open: tuple[str, ...]
    key_switch: bool
    keys: tuple[str, ...]
    """Those that would be obeyed now."""


def _sensors(context: Context, _args: Sequence[str]) -> Iterator[Sensed]:
    yield (before := _sensed(context))
    while context.pause(EVERY_S):
        if (now := _sensed(context)) != before:
            yield now
            before = now


def _sensed(context: Context) -> Sensed:
    now = context.table.status()
    return Sensed(now.spots, now.doors_open, now.key_switch, now.keys)


def _tell_sensors(context: Context, found: Sensed) -> Iterator[Ink]:
    for number, spot in sorted(found.spots.items()):
        yield line(Mark.PLAIN, _spot(context, number, spot))
    yield from _contacts(context, found)


def _spot(context: Context, number: int, spot: SpotStatus) -> str:
    lying = ", ".join(_bet(context, bet) for bet in spot.bets)
    free = said(context.words, "console.watch.free")
    return said(context.words, "console.watch.spot", spot=number, what=lying or free)


def _bet(context: Context, bet: BetStatus) -> str:
    words = context.words
    amount = said(words, "console.watch.covered") if bet.cents is None else words.money(bet.cents)
    name = said(words, "console.watch.bet", on=bet_name(bet.on), what=amount)
    return f"{name} ({clean(bet.bettor)})" if bet.bettor else name


def _contacts(context: Context, found: Sensed) -> Iterator[Ink]:
    words = context.words
    doors = ", ".join(said(words, f"ui.door.{door}") for door in found.doors_open)
    shut = said(words, "console.watch.doors_shut")
    opened = said(words, "console.watch.doors_open", doors=doors)
    yield line(Mark.WARN if doors else Mark.GOOD, opened if doors else shut)
    switch = "console.watch.key_on" if found.key_switch else "console.watch.key_off"
    yield line(Mark.WARN if found.key_switch else Mark.PLAIN, said(words, switch))
    keys = ", ".join(said(words, f"ui.key.{key}") for key in found.keys) or "–"
    yield line(Mark.PLAIN, said(words, "console.watch.keys", keys=keys))


MAY: Final = RIGHTS[Watch]

COMMANDS: Final = (
    Command("watch sensors", _sensors, _tell_sensors, roles=READERS, live=True, redraws=True),
    Command("watch shoe", _watched(SHOE), _tell, roles=MAY, live=True),
    Command("watch bus", _watched(EVERYTHING), _tell, roles=MAY, live=True),
    Command("watch", _watch, _tell, (Takes("part", choices=parts),), MAY, live=True),
)
