"""The kill campaign's poker table: its people, and what is held to its journal.

Its dealer keys what players do as chance has it, and the supervisor names the cards, so that
nothing but keys and displays lies between them and the table. After each kill the table must be
where the journal ends, with every stack, pot and card that anybody may see; and an independent
count of the pots must find the same meters.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.status import Status
from firmware.shell.history.journal_entries import decode
from firmware.shell.history.recount import MeterRecount
from sim.people.actor import Actor
from sim.people.by_chance.room_croupier import RoomCroupier
from sim.people.hands import TableHands
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.people.rack import Rack
from tests.campaigns.kill.chip_box import ChipBox
from tests.campaigns.kill.floor import Floor
from tests.campaigns.kill.history import Difference, Moment, Replica, Segment, WrongAmount
from tests.campaigns.kill.judge import Judge
from tests.campaigns.kill.lit import Renderer
from tests.campaigns.kill.powered_table import PoweredTable
from tests.campaigns.kill.scene import Scene
from tests.campaigns.kill.truth import Round
from tests.kits.paths import EXAMPLES

ACTS: Final = (
    *(
        Act.POST_BLINDS,
        Act.DEAL_CARD,
        Act.DEAL_CARD,
        Act.BURN_CARD,
        Act.TAKE_DECISION,
        Act.TAKE_DECISION,
        Act.TAKE_DECISION,
    ),
    *(Act.SHOW_HANDS, Act.SHOW_HANDS, Act.CONFIRM_PAID, Act.TAKE_CARD_BACK),
)
MISHAPS: Final = 0.03
HASTE: Final = 50.0
"""How much quicker than people these are."""


def poker_scene(room: Path, seed: str) -> Scene:
    """Return a poker table whose service is to be killed."""
    power = PoweredTable(room, {}, _source())
    renderer, replica = Renderer(power.config), Replica(power.config)
    judge = PokerJudge(power.table, renderer, replica)
    chance = Random(f"{seed} people")
    floor = Floor(power.table, ChipBox(Random(0)), power, judge.reads, chance)
    people = PokerPeople(floor, power, Deliberate(power.table, {}, power.rest, 0), chance)
    return Scene(power, replica, judge, floor, people, _nothing, ACTS)


def _nothing() -> None:
    """Nobody meddles with the cards or chips of a poker table that is off."""


def _source() -> str:
    """Return the example's table without readers, and with figures beside its displays."""
    source = (EXAMPLES / "poker.toml").read_text(encoding="utf-8")
    remaining = [
        part for part in source.split("\n\n") if not part.startswith(("[shoe]", "[chips]"))
    ]
    return changed("\n\n".join(remaining), (('amounts = "read"', 'amounts = "keyed"'),))


def changed(source: str, changes: Iterable[tuple[str, str]] = ()) -> str:
    """Return a poker table's configuration as the campaign needs it, with these changes."""
    for before, after in (
        *changes,
        ('["/var/lib/croupier/journal", "/media/croupier/journal"]', COPIES),
        ('"/run/croupier/control.sock"', '"croupier.sock"'),
        ("[sounder]", '[figures]\npart = "ht16k33"\naddress = 0x73\n\n[sounder]'),
    ):
        assert before in source
        source = source.replace(before, after)
    return source


COPIES: Final = '["journal/first", "journal/second"]\nsegment_mib = 1'


class Deliberate(TableHands):
    """Hands that hold a key long enough for a busy machine to feel it."""

    key_press_ms = 60


class PokerPeople:
    """The dealer, the players and the supervisor, who act on what they see."""

    def __init__(
        self,
        floor: Floor,
        power: PoweredTable,
        hands: TableHands,
        chance: Random,
        rack: Rack | None = None,
    ) -> None:
        self.number = 0
        self.archive: dict[int, Round] = {}
        self._floor, self._hands = floor, hands
        person = Person(
            Actor(hands, power.look, HASTE),
            layout_of(power.config),
            chance,
            rack=rack,
        )
        self._croupier = RoomCroupier(person, chance, mishap_rate=MISHAPS)

    def step(self) -> None:
        """Do the next thing. Raises PowerOff."""
        seen = self._floor.look()
        if not seen.stopped and seen.round > self.number:
            self._floor.counts["games of poker"] += self.number > 0
            self.number = seen.round
        if seen.ask.do is Act.CONFIRM_FELT:
            self._floor.press(Key.CONFIRM, seen)
        elif seen.ask.fault == "two_cards":
            # the one that lay at the reader when the power failed, and the next
            self._hands.table.shoe.remove_card()
            self._floor.wait_for(lambda now: now.ask.fault != seen.ask.fault, 1.0)
        else:
            self._croupier.step()


class PokerJudge(Judge):
    """Holds the money to a count of its own; no chip is locked here, and none is late."""

    def __init__(self, table: object, renderer: Renderer, replica: Replica) -> None:
        super().__init__(table, renderer, replica)  # type: ignore[arg-type]
        self._recount = MeterRecount()
        self._counted = 0

    def kill(self, found: Sequence[Segment], status: Status | None, dealer: object) -> list[Moment]:
        moments = super().kill(found, status, dealer)  # type: ignore[arg-type]
        for record in chain(*found):
            if record.number < self._counted:
                continue
            self._counted = record.number + 1
            if difference := self._recount.take(decode(record.payload)):
                raise WrongAmount(f"the meters are not those of the rulings: {difference}")
        return moments

    def phase(self) -> str:
        """Name the moment at which the service was killed."""
        state = self.replica.table.state
        room = getattr(state.game, "poker_state", None)
        if room is None:
            raise Difference("no poker table")
        game = room.game
        at = state.phase.name.lower() if game is None else game.stage.value
        return ("stopped, " if state.stopped else "") + ("alarm" if room.alarm else at)

    def _hold_to_money(self, dealer: object) -> None:
        """The count of the pots is taken with the records."""

    def _hold_to_late(self, moments: list[Moment]) -> None:
        """No chip of a poker table is locked."""
