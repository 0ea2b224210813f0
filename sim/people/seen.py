"""What people at a simulated table see of it: its lights, displays and lit keys."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from firmware.core.vocabulary.money import Cents


class SeenBet(Protocol):
    """A bet as it lies on the felt, or as it was locked."""

    @property
    def on(self) -> str:
        """The bet's name."""
        ...

    @property
    def cents(self) -> Cents | None:
        """What lies there, None where nobody knows."""
        ...

    @property
    def bettor(self) -> str | None:
        """Whose it is; None is the player seated at the spot."""
        ...

    @property
    def outcome(self) -> str | None:
        """What it has come to, once that is settled."""
        ...

    @property
    def returned(self) -> Cents | None:
        """What of the stake goes back, where it is settled and known."""
        ...

    @property
    def paid(self) -> Cents | None:
        """What the house adds, where it is settled and known."""
        ...


class SeenSpot(Protocol):
    """A spot: its light, and its bets."""

    @property
    def light(self) -> str:
        """The name of a `firmware.core.vocabulary.panel.Light`."""
        ...

    @property
    def pulsing(self) -> bool:
        """Whether it is the spot's turn."""
        ...

    @property
    def bets(self) -> Sequence[SeenBet]:
        """The bets of the spot."""
        ...


class SeenDue(Protocol):
    """The card that is due."""

    @property
    def spot(self) -> int | None:
        """Whose it is, 0 being the dealer; None where hands are of no spot."""
        ...

    @property
    def burnt(self) -> bool:
        """Whether it is burnt."""
        ...


class SeenStake(Protocol):
    """Chips that a decision costs."""

    @property
    def on(self) -> str:
        """The bet's name."""
        ...

    @property
    def least(self) -> Cents | None:
        """The least that may be laid, None where nobody counts."""
        ...

    @property
    def most(self) -> Cents | None:
        """The most that may be laid, None where nobody counts."""
        ...

    @property
    def laid(self) -> Cents | None:
        """What is laid so far, None where nobody counts."""
        ...


class SeenChoice(Protocol):
    """Something that may be decided."""

    @property
    def spot(self) -> int:
        """Who may decide it; 0 is the dealer."""
        ...

    @property
    def do(self) -> str:
        """The name of its key."""
        ...

    @property
    def hand(self) -> int | None:
        """Which of the spot's hands, where it has several."""
        ...

    @property
    def bettor(self) -> str | None:
        """Who decides; None is the player seated at the spot."""
        ...

    @property
    def picks(self) -> bool:
        """Whether cards must be named with it."""
        ...

    @property
    def stakes(self) -> Sequence[SeenStake]:
        """The chips that it costs."""
        ...


class SeenStanding(Protocol):
    """A bet that stands over to the next round."""

    @property
    def spot(self) -> int:
        """Whose it is."""
        ...

    @property
    def on(self) -> str:
        """The bet's name."""
        ...

    @property
    def cents(self) -> Cents | None:
        """What it is worth, None where nobody knows."""
        ...

    @property
    def bettor(self) -> str | None:
        """Whose it is; None is the player seated at the spot."""
        ...


class SeenInstrument(Protocol):
    """A wheel, dice or balls."""

    @property
    def starts(self) -> int:
        """How often it was started."""
        ...


class SeenFault(Protocol):
    """A fault that stands."""

    @property
    def part(self) -> str:
        """The part that it is of."""
        ...

    @property
    def gone(self) -> bool:
        """Whether it waits for the supervisor alone."""
        ...


class SeenShoe(Protocol):
    """The shoe."""

    @property
    def left(self) -> int:
        """How many cards are in it."""
        ...

    @property
    def cut(self) -> bool:
        """Whether the cut card has come."""
        ...


class Seen(Protocol):
    """The whole table at one moment."""

    @property
    def act(self) -> str:
        """The key of what the dealer is asked to do next."""
        ...

    @property
    def dealer(self) -> Sequence[str]:
        """The lines of the dealer's display."""
        ...

    @property
    def phase(self) -> str:
        """What the table does: closed, open, round or shoe_change."""
        ...

    @property
    def stopped(self) -> bool:
        """Whether the deal is stopped."""
        ...

    @property
    def round(self) -> int:
        """The number of the round."""
        ...

    @property
    def spots(self) -> Mapping[int, SeenSpot]:
        """The spots by their numbers."""
        ...

    @property
    def cards(self) -> Mapping[str, Sequence[str]]:
        """The cards on the felt, hand by hand, by their names."""
        ...

    @property
    def shoe(self) -> SeenShoe:
        """The shoe."""
        ...

    @property
    def figures(self) -> Cents | None:
        """The amount on the figures; None is dark."""
        ...

    @property
    def faults(self) -> Sequence[SeenFault]:
        """The faults, oldest first."""
        ...

    @property
    def keys(self) -> Collection[str]:
        """The keys that are lit."""
        ...

    @property
    def keying(self) -> tuple[int, str] | None:
        """The spot and bet whose amount the dealer keys next."""
        ...

    @property
    def late(self) -> Sequence[tuple[int, str]]:
        """The places, spot and bet, where chips moved after the close."""
        ...

    @property
    def due(self) -> SeenDue | None:
        """The card that is due."""
        ...

    @property
    def choices(self) -> Sequence[SeenChoice]:
        """What may be decided now; the first is whose turn it is."""
        ...

    @property
    def focus(self) -> int | None:
        """The spot that a decision's key counts for."""
        ...

    @property
    def paying(self) -> tuple[int, str, str | None] | None:
        """The spot, bet and bettor to be paid."""
        ...

    @property
    def instrument(self) -> SeenInstrument | None:
        """The wheel, the dice or the balls, where there are any."""
        ...

    @property
    def results(self) -> Sequence[str]:
        """The last results, oldest first."""
        ...

    @property
    def standing(self) -> Sequence[SeenStanding]:
        """What stands over from the rounds before or, once this one is settled, from it."""
        ...

    @property
    def moving(self) -> tuple[int, str, str | None, str] | None:
        """The spot, bet and bettor to be moved, and the bet that it becomes."""
        ...

    @property
    def told(self) -> Mapping[str, Mapping[str, str | int]]:
        """What is always shown of the game: its point, its shooter, the draw on sale."""
        ...
