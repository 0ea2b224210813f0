"""Events: immutable facts in the past tense, as drivers report and the journal stores them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar, Final

import msgspec

from firmware.core.vocabulary.bets import place_values
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.disclosure import (
    UNTIMED,
    WITHHELD,
    EventDisclosure,
    RecallScope,
    immediate,
    settled,
)
from firmware.core.vocabulary.fault_text import UNKNOWN_VALUES, fault_words, part_words
from firmware.core.vocabulary.faults import check_fault_code
from firmware.core.vocabulary.keys import OVERRIDE_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.wheel_acts import (
    WHEEL_ACT_WORDS,
    WHEEL_REFUSAL_WORDS,
    WheelAct,
)

NO_RESULT_WORDS: Final[Mapping[str, str]] = {
    "same_direction": "no_result.same_direction",
    "ball_out": "no_result.ball_out",
    "object": "no_result.object",
    "failed_launch": "no_result.failed_launch",
    "rotor_speed": "no_result.rotor_speed",
    "wheel_void": "no_result.wheel_void",
    "between_parts": "no_result.between_parts",
    "turned_back": "no_result.turned_back",
}
"""Why a wheel reports a spin as void, with the message keys: the ball went the way of the rotor,
left the wheel, met an object, wasn't launched; the rotor was too slow or too fast; the wheel voided
the game itself; the pointer stopped between two parts; the wheel of fortune was turned back."""

_CODELESS_FAULTS: Final = frozenset({"printer_fault", "wheel_fault"})
"""Faults whose words leave out the part's own code, since not every such part has one."""

_ROUND, _JOURNAL, _HIDDEN = RecallScope


class Door(StrEnum):
    """A door with a contact."""

    LOGIC = "logic"
    SHOE = "shoe"


class DrawnFor(StrEnum):
    """The hand of a card, as reported by a shoe that follows the game."""

    PLAYER = "player"
    BANKER = "banker"
    BURN = "burn"
    OUTSIDE = "outside"
    """Drawn while the shoe was locked, in error or being set up."""


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """Something that happened outside the core."""

    DISCLOSURE: ClassVar[EventDisclosure]
    """Where it goes outside the core; every event declares its own (`disclosure`)."""

    def text(self) -> Text:
        """Return it in words, for the recall and the journal."""
        return Text(self.DISCLOSURE.words, self.text_values())

    def text_values(self) -> TextValues:
        """Return the values in its words."""
        return {"name": str(self.__struct_config__.tag)}

    @property
    def source_parts(self) -> tuple[str, ...]:
        """The parts, as configuration sections, on whose wires it can have come."""
        return self.DISCLOSURE.parts


class CardRead(Event, frozen=True):
    """A card has left the shoe; `drawn` and `index` are the hand and the place that a shoe reports
    if it follows the game.

    `tag` is the UID of the card's own tag in hexadecimal, where it has one.
    """

    DISCLOSURE: ClassVar = EventDisclosure(UNTIMED, _HIDDEN, "card", ("shoe",))

    card: Card
    drawn: DrawnFor | None = None
    index: int | None = None
    tag: str | None = None


class HandCompared(Event, frozen=True):
    """The reader under a seat has compared the cards that were named for its hand with those that
    it reads; `agrees` is None if it has not read that hand whole. No other card is named.
    """

    DISCLOSURE: ClassVar = EventDisclosure(UNTIMED, _HIDDEN, "card", ("seats",))

    spot: int
    cards: tuple[Card, ...]
    agrees: bool | None


class DeckDoubted(Event, frozen=True):
    """Readers have seen one card at two places of a poker game, or one that is not of its deck.

    It names neither the card nor a place.
    """

    DISCLOSURE: ClassVar = EventDisclosure(UNTIMED, _HIDDEN, "card", ("seats",))


class CutCardSeen(Event, frozen=True):
    """The cut card came out of the shoe."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _JOURNAL, "card", ("shoe",), words="console.happened.cut_card"
    )


class ShoeResult(Event, frozen=True):
    """The shoe's own result of the game: player, banker, tie or forced (ended by hand)."""

    DISCLOSURE: ClassVar = EventDisclosure(UNTIMED, _HIDDEN, "card", ("shoe",))

    winner: str


class ShoeRestarted(Event, frozen=True):
    """The shoe has started again, and its memory is empty."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _ROUND, "card", ("shoe",), words="console.happened.shoe_restarted"
    )


class ShuffleEnded(Event, frozen=True):
    """The shuffler has finished: how many cards it counted and could not recognise; never their
    faces.

    `cards` is None if it doesn't count.
    """

    DISCLOSURE: ClassVar = EventDisclosure(
        immediate("cards", "unread"), _ROUND, "card", ("shuffler",), words="recall.shuffled"
    )

    cards: int | None
    unread: int = 0

    def text_values(self) -> TextValues:
        return {"cards": "–" if self.cards is None else str(self.cards)}


class NoMoreBetsSeen(Event, frozen=True):
    """The wheel reports that no bet may be placed any more: the ball is about to fall."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _ROUND, "result", ("wheel",), words="recall.wheel_closes"
    )


class ResultSeen(Event, frozen=True):
    """An instrument's result, reported once: a wheel's number or symbol, or balls.

    Symbols are written as on the wheel: `("17",)`, `("00",)`, `("joker",)`. `revolutions` is the
    number of turns of the ball, or of the wheel of fortune, if the instrument counts.
    """

    DISCLOSURE: ClassVar = EventDisclosure(
        settled("symbols"), _ROUND, "result", ("wheel", "balls"), words="recall.result"
    )

    symbols: tuple[str, ...]
    revolutions: int | None = None

    def text_values(self) -> TextValues:
        return {"result": " ".join(self.symbols)}


class NoResultSeen(Event, frozen=True):
    """The instrument reports the spin under way as void; `reason` is a key of NO_RESULT_WORDS."""

    DISCLOSURE: ClassVar = EventDisclosure(settled("reason"), _JOURNAL, "result", ("wheel",))

    reason: str

    def text(self) -> Text:
        return Text(NO_RESULT_WORDS.get(self.reason, self.reason))


class WheelOrdered(Event, frozen=True):
    """A person has ordered an act of the wheel at the console or the page."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _JOURNAL, "table", words="console.happened.wheel_ordered"
    )

    act: WheelAct

    def text_values(self) -> TextValues:
        return {"act": Text(WHEEL_ACT_WORDS[self.act])}


class WheelRefused(Event, frozen=True):
    """The wheel has not done an act; `reason` is a key of WHEEL_REFUSAL_WORDS."""

    DISCLOSURE: ClassVar = EventDisclosure(WITHHELD, _JOURNAL, "fault", ("wheel",))

    act: WheelAct
    reason: str

    def text(self) -> Text:
        return Text(
            "why.wheel_refused",
            {
                "act": Text(WHEEL_ACT_WORDS[self.act]),
                "reason": Text(WHEEL_REFUSAL_WORDS[self.reason]),
            },
        )


class NumberDrawn(Event, frozen=True):
    """The random generator has drawn who is dealt to first, from 1 to 7 (48.1)."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _ROUND, "table", words="console.happened.number"
    )

    number: int

    def text_values(self) -> TextValues:
        return {"number": str(self.number)}


class TicketOrdered(Event, frozen=True, tag="TicketAsked"):
    """A player has ordered a ticket of Keno (80): his numbers, the stake a draw, the number of
    draws.

    `control` is the ticket's identifying number (82), drawn from the operating system's randomness
    before the table gets it, as are the `numbers` of a quick pick. `day` is the day of the sale, as
    the number of days since 1970.
    """

    DISCLOSURE: ClassVar = EventDisclosure(UNTIMED, _HIDDEN, "chips")

    spot: int
    numbers: tuple[int, ...]
    cents: Cents
    draws: int
    control: str
    paid: bool = True
    day: int = 0


class TicketClaimed(Event, frozen=True):
    """The holder of a ticket presents it for payment (86), on this day."""

    DISCLOSURE: ClassVar = EventDisclosure(UNTIMED, _HIDDEN, "chips")

    control: str
    day: int = 0


class StackRead(Event, frozen=True):
    """All the chips of one owner at a place are now worth `cents`; 0 is none left.

    `bettor` is None for the player seated at the spot. `colours` is the number of colour chips,
    whose worth their player sets (70); they are not included in `cents`. `values` are the different
    values of the other chips, lowest first, if the reader knows them; on a layout only.
    """

    DISCLOSURE: ClassVar = EventDisclosure(WITHHELD, _JOURNAL, "chips", ("chips",))

    place: Place
    cents: Cents
    bettor: str | None = None
    colours: int = 0
    values: tuple[Cents, ...] = ()

    def text(self) -> Text:
        values = {**place_values(self.place), "cents": self.cents, "colours": self.colours}
        key = "console.happened.colours" if self.colours else "console.happened.stack"
        if self.bettor is None:
            return Text(key, values)
        return Text("console.happened.behind", {"words": Text(key, values), "bettor": self.bettor})


class ChipsSwept(Event, frozen=True):
    """Every place was read since the chip reader's start: stacks that it didn't report are gone."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _JOURNAL, "chips", ("chips",), words="console.happened.swept"
    )


class PresenceSeen(Event, frozen=True):
    """The sensor under a place is now covered, or free."""

    DISCLOSURE: ClassVar = EventDisclosure(WITHHELD, _JOURNAL, "chips", ("presence",))

    place: Place
    covered: bool

    def text(self) -> Text:
        key = "console.happened.covered" if self.covered else "console.happened.freed"
        return Text(key, place_values(self.place))


class KeyPressed(Event, frozen=True):
    """A key of the panel went down."""

    DISCLOSURE: ClassVar = EventDisclosure(WITHHELD, _JOURNAL, "key", ("keys",))

    key: Key

    def text(self) -> Text:
        key = "recall.override" if self.key in OVERRIDE_KEYS else "console.happened.key"
        return Text(key, {"key": self.key.value})


class KeySwitchTurned(Event, frozen=True):
    """The supervisor's key was turned on or off."""

    DISCLOSURE: ClassVar = EventDisclosure(immediate("on"), _ROUND, "key", ("keys",))

    on: bool

    def text(self) -> Text:
        return Text("recall.key_on" if self.on else "recall.key_off")


class DoorMoved(Event, frozen=True):
    """A door was opened or shut."""

    DISCLOSURE: ClassVar = EventDisclosure(immediate("door", "open"), _ROUND, "fault", ("keys",))

    door: Door
    open: bool

    def text(self) -> Text:
        key = "recall.door_open" if self.open else "recall.door_shut"
        return Text(key, {"door": self.door.value})


class FaultRaised(Event, frozen=True):
    """A part reports a fault. Raises ValueError unless `code` is in the catalogue of faults."""

    DISCLOSURE: ClassVar = EventDisclosure(immediate("part", "code"), _JOURNAL, "fault")

    part: str
    code: str
    values: dict[str, str] = {}

    def __post_init__(self) -> None:
        check_fault_code(self.code)

    def text(self) -> Text:
        text, code = _fault_text(self.part, self.code, self.values), self.values.get("code")
        if code is None or self.code not in _CODELESS_FAULTS:
            return text
        return Text("console.happened.fault_by_code", {"fault": text, "code": code})

    @property
    def source_parts(self) -> tuple[str, ...]:
        return (self.part,)


class FaultEnded(Event, frozen=True):
    """The cause of a fault is gone; the table decides which confirmations are still needed."""

    DISCLOSURE: ClassVar = EventDisclosure(
        immediate("part", "code"), _JOURNAL, "fault", words="console.happened.fault_over"
    )

    part: str
    code: str

    def text_values(self) -> TextValues:
        return {"fault": _fault_text(self.part, self.code)}

    @property
    def source_parts(self) -> tuple[str, ...]:
        return (self.part,)


class PartAwaited(Event, frozen=True):
    """A part that is needed does not answer yet, at the program's start: it may be starting too."""

    DISCLOSURE: ClassVar = EventDisclosure(
        immediate("part"), _ROUND, "fault", words="console.happened.awaited"
    )

    part: str

    def text_values(self) -> TextValues:
        return {"part": part_words(self.part)}

    @property
    def source_parts(self) -> tuple[str, ...]:
        return (self.part,)


class PartAnswered(Event, frozen=True):
    """A part that was awaited has answered."""

    DISCLOSURE: ClassVar = EventDisclosure(
        immediate("part"), _ROUND, "fault", words="console.happened.answered"
    )

    part: str

    def text_values(self) -> TextValues:
        return {"part": part_words(self.part)}

    @property
    def source_parts(self) -> tuple[str, ...]:
        return (self.part,)


class ClearAllowed(Event, frozen=True):
    """A technician has allowed at the device that the supervisor clears a fault."""

    DISCLOSURE: ClassVar = EventDisclosure(
        immediate("part", "code"), _ROUND, "fault", words="recall.allowed"
    )

    part: str
    code: str

    def text_values(self) -> TextValues:
        return {"fault": _fault_text(self.part, self.code)}


class CorrectionMade(Event, frozen=True):
    """Two persons at the table have corrected the money of a bet of a closed round: so many cents
    more to the player, less if negative.
    """

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _JOURNAL, "table", words="console.happened.correction"
    )

    round: int
    place: Place
    cents: int
    reason: str
    persons: tuple[str, str]
    bettor: str | None = None

    def text_values(self) -> TextValues:
        return {"first": self.persons[0], "second": self.persons[1]}


class TestBegun(Event, frozen=True):
    """A technician has begun the service mode: test rounds that move no meter."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _JOURNAL, "table", words="console.happened.test_begun"
    )

    __test__ = False  # of pytest's: a class of this name is no case


class TestEnded(Event, frozen=True):
    """The technician has ended the test: the real table returns."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _JOURNAL, "table", words="console.happened.test_ended"
    )

    __test__ = False


class MetersReset(Event, frozen=True):
    """Two persons have begun the meters again at nothing."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _JOURNAL, "table", words="console.happened.meters_reset"
    )


class HeadTaken(Event, frozen=True):
    """The table has closed; the journal's last record then had this number and SHA-256 (hex)."""

    DISCLOSURE: ClassVar = EventDisclosure(WITHHELD, _ROUND, "table", words="console.happened.head")

    record: int
    digest: str

    def text_values(self) -> TextValues:
        return {"head": f"{self.record}-{self.digest[:8]}"}


class ClockStepped(Event, frozen=True):
    """The time of day went forward by so many seconds more than the time that has passed."""

    DISCLOSURE: ClassVar = EventDisclosure(
        immediate("seconds"), _ROUND, "table", words="console.happened.clock"
    )

    seconds: int

    def text_values(self) -> TextValues:
        return {"seconds": self.seconds}


class TimeUp(Event, frozen=True):
    """The time is over that the table gave: to key chips laid for a decision, or a second die."""

    DISCLOSURE: ClassVar = EventDisclosure(
        WITHHELD, _JOURNAL, "table", words="console.happened.time_up"
    )


class PowerLost(Event, frozen=True):
    """The power went, or the service died, without a word: found at the next start."""

    DISCLOSURE: ClassVar = EventDisclosure(immediate(), _ROUND, "table", words="recall.power_lost")


class PowerReturned(Event, frozen=True):
    """The service started on a journal that was not empty."""

    DISCLOSURE: ClassVar = EventDisclosure(
        immediate(), _ROUND, "table", words="recall.power_returned"
    )


class ServiceEnded(Event, frozen=True):
    """The service was ended in order."""

    DISCLOSURE: ClassVar = EventDisclosure(
        immediate(), _ROUND, "table", words="recall.service_ended"
    )


def _fault_text(part: str, code: str, values: Mapping[str, str] | None = None) -> Text:
    """Return the words of a fault of which only some values may be known."""
    words = fault_words(part, code, values or {})
    return Text(words.key, {**UNKNOWN_VALUES, **words.values})


AnyEvent = (
    CardRead
    | HandCompared
    | DeckDoubted
    | CutCardSeen
    | ShoeResult
    | ShoeRestarted
    | ShuffleEnded
    | NoMoreBetsSeen
    | ResultSeen
    | NoResultSeen
    | WheelOrdered
    | WheelRefused
    | NumberDrawn
    | TicketOrdered
    | TicketClaimed
    | StackRead
    | ChipsSwept
    | PresenceSeen
    | KeyPressed
    | KeySwitchTurned
    | DoorMoved
    | FaultRaised
    | FaultEnded
    | PartAwaited
    | PartAnswered
    | ClearAllowed
    | CorrectionMade
    | TestBegun
    | TestEnded
    | MetersReset
    | HeadTaken
    | ClockStepped
    | TimeUp
    | PowerLost
    | PowerReturned
    | ServiceEnded
)


def encode_plain(value: object) -> object:
    """Return a plain form for the codec: a card as its name."""
    if isinstance(value, Card):
        return value.name
    raise NotImplementedError(f"no plain form for {type(value).__name__}")


def decode_plain(target_type: type, value: object) -> object:
    """Convert the result of `to_plain` to a `kind`. Raises ValueError on an unknown card."""
    if target_type is Card:
        return parse_card(str(value))
    raise NotImplementedError(f"no plain form for {target_type.__name__}")
