"""The traits of a game before it is opened: its bets, keys, options and parts."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from firmware.core.game.bounds import Bound
from firmware.core.game.conditions import FactKind
from firmware.core.vocabulary.instruments import Instrument
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Odds
from firmware.core.vocabulary.panel import Text


def card_names(**hands: int) -> tuple[str, ...]:
    """Return the names of the first so many cards of each hand."""
    return tuple(f"{hand}.{nth}" for hand, most in hands.items() for nth in range(1, most + 1))


class GameTraits:
    """The traits of a game; each game overrides those that differ."""

    BETS: Sequence[str]
    """Every place of a spot, in the order in which they are wired."""
    SECTIONS: Sequence[str] = ()
    """The names of the articles that the rule pack gives, where the code names none."""
    CLOSES_ON_FIRST_CARD: bool = False
    SOLE_BETTOR_ARTICLE: str | None = None
    """The article that forbids two bettors at one spot."""
    LIMITED_TOGETHER: str = "9"
    """The article by which one limit holds all who bet at a place."""
    PANEL_KEYS: Collection[Key] = ()
    """The keys of its panel, if they are not those of the house's tables."""
    DECISIONS: Sequence[Key] = ()
    """The keys of its players' decisions."""
    HAND_SHUFFLED: bool = False
    """Whether one or two packs may be shuffled by hand (7), and one is after each round (8)."""
    FREE_AMOUNTS: bool = False
    """Whether a decision may cost any amount within limits."""
    FOLLOWED_BY_SHOE: bool = False
    """Whether some shoes follow the game and report the winner."""
    BETS_WITH_ODDS: Sequence[str] = ()
    """The bets whose odds the rule pack gives by name."""
    PAYMENT_TERMS: Mapping[str, str] = {}
    """By bet that not every win pays: the message key of its odds or its table, with that
    condition.
    """
    PAY_TABLES: Mapping[str, Sequence[str]] = {}
    """The pay tables of the rule pack, each with every hand that has a line in it."""
    PAID_AS: Mapping[str, Sequence[str]] = {}
    """By bet: the names that the rule pack has for what it is paid, if not the bet's own."""
    HALF_GIVEN_UP: Mapping[str, str] = {}
    """Bets of which a player may give up one half and keep the other, with the article."""
    STAKES_BY_MAIN: Mapping[str, Mapping[str, Odds]] = {}
    """By main bet: the other stakes that the articles fix by it, and how they are to it."""
    SIDE_BETS: Sequence[str] = ()
    """Bets in addition to the main ones, if the table offers them; without argument."""
    HIDDEN_SIDE_BETS: Sequence[str] = ()
    """Side bets that a table offers only if its configuration names them."""
    DECISION_PLACES: Sequence[str] = ()
    """Places for the chips of decisions, closed before the cards."""
    OWN_OPTIONS: Mapping[str, Sequence[object]] = {}
    """The other options: their allowed values, the default first."""
    OPTION_HINTS: Mapping[str, Text] = {}
    """By option: the allowed values in words, for its refusal."""
    MARK_KEYS: Sequence[Key] = ()
    """Keys that change a bet's state, for instance whether it works."""
    FACTS: Mapping[str, FactKind] = {}
    """The facts of a finished round, for the bets that a rule pack declares or amends."""
    AMENDED_BY_FACTS: bool = True
    """Whether its own bets are settled when the round is finished, so that a pack may amend them
    by these facts."""
    CARD_NAMES: Sequence[str] = ()
    """The cards on which such a bet may be decided, by their names: `dealer.2`."""
    ALWAYS_DEALT: Collection[str] = ()
    """Those that every round deals, whatever the decisions are."""
    MULTIPLES: Mapping[str, Sequence[str]] = {}
    """Bets that a rule pack may limit to a multiple of another stake, and of which."""
    POINTS: Sequence[str] = ()
    """The points by which that multiple may differ."""
    SWITCHES: Mapping[str, Sequence[object]] = {}
    """Options that a table has only where the rule pack allows them: the values that the course
    knows, first the one by which it plays without."""
    USUAL_SWITCHES: Mapping[str, object] = {}
    """The value of each switch at a table of this house that doesn't set it, if not the first."""
    REPLACED_BY: Mapping[str, str] = {}
    """Own options that a table has not where the rule pack has this switch."""
    BOUNDS: Mapping[str, Bound] = {}
    """Numbers that the law of a house may bound, within the program's own bounds."""
    OPTION_BETS: Sequence[str] = ()
    """Bets without argument whose places an option of the table gives."""
    MOST_SEATS: int = 16
    """The most spots that a rule pack may give it: a table has no more lights."""
    UNIT: int = 100
    """How many cents a unit of this house's currency has; 1 where a cent is worth several."""
    REQUIRED_OPTIONS: Sequence[str] = ()
    """Options without a default, which must be set."""
    INSTRUMENT: Instrument | None = None
    """The instrument of the result, if it is not cards."""
    THROW_CLOSES_BETS: bool = False
    """Whether bets are closed by the result itself: dice, balls."""
    REOPENS_SILENTLY: bool = False
    """Whether bets are open again without a word as soon as a throw is paid, as at craps."""
    REDEALS_IMPOSSIBLE: bool = False
    """Whether an impossible deal is gathered up and dealt again, as with tiles."""
    PAID_ON_CLAIM: bool = False
    """Whether winners are paid when they claim, not at the table after the round."""
    COLOUR_CHIPS: bool = False
    """Whether there are chips without value, in the colours of their players (70)."""
    SHARED_LAYOUT: bool = False
    """Whether all players bet on one layout, distinguished by their chips."""

    @classmethod
    def places_with(cls, options: Mapping[str, Any]) -> Sequence[str]:  # noqa: ARG003
        """Return every place that a table with these options has."""
        return cls.BETS

    @classmethod
    def switch_value(cls, name: str, options: Mapping[str, Any]) -> object:
        """Return the value of a switch at a table with these options."""
        return options.get(name, cls.USUAL_SWITCHES.get(name, cls.SWITCHES[name][0]))

    @classmethod
    def has_free_amounts(cls, options: Mapping[str, Any]) -> bool:  # noqa: ARG003
        """Return whether a decision may cost any amount within limits at such a table."""
        return cls.FREE_AMOUNTS

    @classmethod
    def marks_commission(cls, options: Mapping[str, Any]) -> bool:  # noqa: ARG003
        """Return whether such a table marks commissions and collects them when its shoe ends."""
        return False

    @classmethod
    def unneeded_keys(cls, options: Mapping[str, Any]) -> Collection[Key]:  # noqa: ARG003
        """Return the keys of its own panel that a table with these options does not need."""
        return ()

    def allows_option(self, name: str, value: object) -> bool:
        """Return whether one of its own options may have this value."""
        return any(
            type(value) is type(allowed_value) and value == allowed_value
            for allowed_value in self.OWN_OPTIONS.get(name, ())
        )

    def option_hint(self, name: str) -> Text | None:
        """Return the allowed values of an option in words, for its refusal; None if its words need
        none.
        """
        return self.OPTION_HINTS.get(name)

    @classmethod
    def unpaid_lines(
        cls,
        pay_table: str,  # noqa: ARG003
        options: Mapping[str, Any],  # noqa: ARG003
    ) -> Collection[str]:
        """Return the lines of a pay table that a table with these options does not pay."""
        return ()

    def options_refusal(self, options: Mapping[str, Any]) -> Text | None:  # noqa: ARG002
        """Return why the regulation forbids options of which each may have its value."""
        return None
