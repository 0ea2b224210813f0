"""The state of a bank, all of which comes back after a power cut."""

from typing import Final, Literal

import msgspec

from drivers.sas.answers import Identity, Reading
from firmware.core.games.slot_bank import THOUSANDTHS
from firmware.slots.terms import WHOLE, BankTerms

Link = Literal["new", "up", "doubtful", "deaf", "lost"]
"""Never heard; well; not understood; it hears nobody; not heard for half a minute."""
Doubt = Literal["ran_back", "jumped", "reset"]
UNKNOWN: Final = -1
HAND_PAY: Final = "hand_pay"
"""The sign that the machine waits until a win is paid by hand."""
LOT_AMOUNT: Final = "lot_amount"
"""The sign of a win of the lot that can't be: nothing was moved."""
LOT_TWICE: Final = "lot_twice"
"""The sign of a win of a lot that another machine has won before it was heard of."""
LOOKED_AT: Final = frozenset({LOT_AMOUNT, LOT_TWICE, "overflow", "opened_dark", "lot_unheard"})
"""Signs that last until two people have looked; the others end by themselves."""


class Track(msgspec.Struct):
    """The meters of a game: as they were last read, and their counts since the first reading, in
    credits or plays, across every rollover.
    """

    readings: dict[int, Reading] = {}
    totals: dict[int, int] = {}


class Feeding(msgspec.Struct):
    """The coins in of a machine of which the lot has its part, in cents."""

    fed: int = 0
    held: int = 0
    """Counted while the meters were in doubt, or the machine not as registered."""
    doubt: Doubt | None = None
    looked: tuple[str, ...] = ()
    """Who has looked at the doubt, or at the signs."""
    read_at: int = 0
    """Milliseconds since 1970 of the last reading that was journaled."""


class Play(msgspec.Struct):
    """A game in progress: the machine's totals before it, None if they are not known."""

    at: int
    coin_in: int | None
    played: int | None
    coin_out: int | None
    won: int = 0
    """The cents of the lot that it has won, or would have won."""
    from_reserve: bool = False
    """Whether the lot was won before by another."""


class Defect(msgspec.Struct):
    """A game in which the machine was disturbed, and which pays nothing (94, 95)."""

    at: int
    code: int
    play: Play
    stake: int | None = None
    """In cents; None until the meters are read, UNKNOWN if they do not give it."""
    credited: int | None = None
    """The cents that the machine has credited for it all the same; None until the meters have its
    end, UNKNOWN if they do not give them.
    """
    waits: Literal["decision", "look", "nothing"] = "decision"
    """The steps that people must still take: decide; look, if it has won something after the
    decision.
    """

    @property
    def is_done(self) -> bool:
        """Whether nobody has to do anything, and nothing will change that."""
        return self.waits == "nothing" and self.credited is not None


class Apart(msgspec.Struct):
    """Counts that are no part of a machine's return: void games, and lots; in credits."""

    coin_in: int = 0
    paid: int = 0
    plays: int = 0


class Playing(msgspec.Struct):
    """The play at a machine."""

    play: Play | None = None
    settled: bool = False
    """Whether the meters were read since the last game has ended."""
    won: dict[int, int] = {}
    """The cents of a win that was taken, by the command that asked for it, as long as the machine
    may tell it again.
    """
    asks: tuple[int, ...] = ()
    """The commands that ask for a win, still to be sent."""
    voids: list[Defect] = []
    """The defective games, the oldest first, until they are done."""
    in_void: bool = False
    """Whether the last of them is the machine's last game."""
    unpaid: list[int] = []
    """The cents of the lots that it has won, until they are paid by hand."""
    hand_paid: bool = False
    """Whether a win was paid by hand since it was told."""

    @property
    def defects(self) -> list[Defect]:
        """The defective games that a person must decide."""
        return [void for void in self.voids if void.waits == "decision"]

    @property
    def awaits_meters(self) -> bool:
        """Whether even a reading without change is news."""
        ended = self.play is None and not self.settled
        return ended or any(void.stake is None for void in self.voids)


class Signs(msgspec.Struct):
    """How a machine is, beside its money."""

    link: Link = "new"
    doors: list[int] = []
    """The exceptions by which doors that are open were opened."""
    standing: list[str] = []
    """Meanings of exceptions that are not over, or that two people must look at."""
    shut: bool = False
    """Whether the host has shut it down."""


class MachineState(msgspec.Struct):
    """A machine of the bank."""

    identities: dict[int, Identity] = {}
    tracks: dict[int, Track] = {}
    feeding: Feeding = msgspec.field(default_factory=Feeding)
    playing: Playing = msgspec.field(default_factory=Playing)
    signs: Signs = msgspec.field(default_factory=Signs)
    apart: Apart = msgspec.field(default_factory=Apart)

    @property
    def waits_for_two(self) -> bool:
        """Whether two people must look at it."""
        standing = {*self.signs.standing}
        lots = self.playing.unpaid and HAND_PAY not in standing
        late = any(void.waits == "look" for void in self.playing.voids)
        return bool(self.feeding.doubt or LOOKED_AT & standing or lots or late)

    def total(self, meter: int, game: int = WHOLE) -> int | None:
        """Return the count of a meter since its first reading."""
        track = self.tracks.get(game)
        return track.totals.get(meter) if track else None


class BankState(msgspec.Struct):
    """All machines, and the lot in thousandths of a cent: *lot + reserve = what it began with + all
    fed − each win, as far as it was above the base*.
    """

    terms: BankTerms
    machines: dict[int, MachineState]
    lot: int
    hits: int = 0
    before: int = 0
    """The most cents of the lot when it was won: a machine that is told late may have won that."""
    reserve: int = 0
    """The house's debt, never above 0: the wins of machines that were still shown the lot when
    another had won it.
    """

    @property
    def lot_cents(self) -> int:
        """The lot as it is shown (91)."""
        return self.lot // THOUSANDTHS


def founded(terms: BankTerms, lot: int | None = None) -> BankState:
    """Return a bank that nobody has heard yet; its lot begins with so many cents, or its base."""
    machines = {address: MachineState() for address in terms.machine}
    return BankState(terms, machines, (terms.base if lot is None else lot) * THOUSANDTHS)
