"""A table of any game, by some options and rules; and all that it is and shows."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from firmware.core.display.panel import table_panel
from firmware.core.game.course import Choice
from firmware.core.game.limits import BetLimits
from firmware.core.poker_room.table.make_table import make_table
from firmware.core.table.amounts import Amounts
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.keys import AMOUNT_KEYS, CHIP_KEYS, INSTRUMENT_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import PanelSound
from tests.kits.games.reckoning.keno import PAYTABLES
from tests.kits.games.reckoning.wheel_of_fortune import WHEELS
from tests.kits.quebec import game_class, game_rules, open_game

STAND_TOGETHER: Final[Mapping[str, Mapping[str, int]]] = {
    "baccarat": {"banker": 1},
    "blackjack-multi-action": {"main:1": 1, "main:2": 1, "main:3": 1},
    "poker-grand-prix": {"first": 1, "second": 1, "third": 1},
    "caribbean-stud": {"ante": 1},
    "three-card-poker": {"ante": 1},
    "poker-3-5-7": {"three": 1, "five": 1},
    "boston-poker": {"ante": 1, "first": 2},
    "four-card-poker": {"ante": 1},
    "crazy-four-poker": {"ante": 1, "super_bonus": 1},
    "ultimate-holdem": {"ante": 1, "blind": 1},
}
"""The bets that need each other, and their proportion; only `main` if none are named."""

DENOMINATIONS: Final = (Cents(10000), Cents(2500), Cents(500), Cents(100))
STAKES: Final = (500, 1000, 2500, 1505)
PARTS: Final = ("shoe", "chips", "table", "doors", "keys", "journal", "shuffler")


REQUIRED: Final[Mapping[str, Sequence[Any]]] = {"segments": WHEELS, "paytable": PAYTABLES[:1]}


# the table


def some_options(rng: Random, game: str) -> dict[str, Any]:
    kind, rules = game_class(game), game_rules(game)
    found: dict[str, Any] = {
        name: rng.choice(values) for name, values in kind.OWN_OPTIONS.items() if rng.random() < 0.5
    }
    if game == "blackjack-multi-action":
        found.pop("hole_card", None)
    found |= {name: rng.choice(REQUIRED[name]) for name in kind.REQUIRED_OPTIONS}
    if rules.decks and rng.random() < 0.3:
        found["deal"] = "one-by-one"
    if rules.decks and rng.random() < 0.5:
        found["decks"] = rng.choice(list(rules.decks.allowed))
    if rules.max_payout and rng.random() < 0.5:
        found["max_payout"] = dict.fromkeys(rules.max_payout, 1500)
    if kind.HIDDEN_SIDE_BETS and rng.random() < 0.8:
        found["side_bets"] = [*kind.SIDE_BETS, *kind.HIDDEN_SIDE_BETS]
        found |= {"progressive_meter": 1_000_000, "progressive_increment": 50}
        found["progressive_reset"] = 500_000
    return found


def a_table(game: str, options: dict[str, Any], rules: TableRules) -> Table:
    return make_table(open_game(game, options), rules)


def some_rules(rng: Random, game: str, decks: int, amounts: Amounts) -> TableRules:
    kind = game_class(game)
    keys = {*kind.DECISIONS, *kind.PANEL_KEYS, Key.NEXT_PLACE}
    keys |= {Key.CUT_CARD, Key.START_SHUFFLER} if decks else {*INSTRUMENT_KEYS, *CHIP_KEYS}
    keys |= {Key.PICK_CARD} if Key.SET_LOW_HAND in kind.DECISIONS else set()
    keys |= AMOUNT_KEYS if amounts is Amounts.KEYED else set()
    limits = {base_bet_name(bet): BetLimits(Cents(100), Cents(5000)) for bet in kind.BETS}
    return TableRules(
        spots=rng.randint(2, min(7, game_rules(game).seats.most)),
        limits=limits if rng.random() < 0.5 else {},
        late_entry=rng.choice(("allow", "allow", "refuse", "minimum")),
        sensed=amounts is Amounts.UNSEEN or rng.random() < 0.5,
        amounts=amounts,
        keys=tuple(sorted(keys)),
        denominations=DENOMINATIONS,
    )


Laid = Callable[[], Table]


def a_new_table(game: str, rng: Random, amounts: Amounts, **more: Any) -> Laid:
    """Return a constructor of the same table, with random options and rules."""
    options = some_options(rng, game)
    rules = some_rules(rng, game, open_game(game, options).decks, amounts)
    rules = replace(rules, **more)
    return lambda: a_table(game, options, rules)


def shown_choices(table: Table) -> tuple[Choice, ...]:
    """Return the open choices, without their checks."""
    return tuple(choice._replace(check=None) for choice in table.state.game.choices)


def state(table: Table) -> Any:
    """Return a table's state and panel, except for the sound, whose number never goes back, and
    whether another undo is possible.
    """
    game, bets, shown = table.state.game, table.state.round.bets, table_panel(table)
    keys, now = shown.keys - {Key.UNDO}, table.checkpoint()
    return msgspec.to_builtins(
        {
            "panel": replace(shown, sound=PanelSound(), keys=keys),
            "going": table.state.running_phase and table.state.running_phase.name,
            "kept": replace(now, device=replace(now.device, sound=PanelSound())),
            "wait": [game.due and game.due.words, game.due and game.due.nth, game.finished],
            "choices": shown_choices(table),
            "cards": {name: list(cards) for name, cards in game.cards.items()},
            "bets": [list(game.bets.items()), list(game.bet_moves.items())],
            "lines": [game.lines, bets.lines],
            "lot": [game.jackpot.cents, game.jackpot.won],
            "locked": [
                list(bets.locked_bets.items()),
                list(bets.late_stacks.items()),
                bets.settled,
            ],
            "returning": sorted(bets.returning_stacks, key=str),
            "keyed": [
                table.state.key_entry.low,
                table.state.key_entry.keying,
                table.state.key_entry.focus,
                table.state.round.offered_at_ms,
            ],
            "shown": [
                table.state.key_entry.keyed,
                table.state.key_entry.pricing,
                game.MARK_KEYS and table.state.round.last_laid,
            ],
        },
        enc_hook=str,
        str_keys=True,
        order="deterministic",
    )
