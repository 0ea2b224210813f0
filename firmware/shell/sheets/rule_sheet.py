"""The rules of a game as the public may read them (article 2): bets, pay tables, limits."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.game.pack import Decks, GameRules, PayTable, Seats
from firmware.core.games.craps.bets import NUMBERS, charged
from firmware.core.games.craps.craps import Craps
from firmware.core.returns import Worth, paid_as, worths
from firmware.core.vocabulary.cards import TILE_SET
from firmware.core.vocabulary.money import EVEN
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.rulings import base_name, bet_name
from firmware.shell.config.bets import wired
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import game_kind, game_rules
from firmware.shell.sheets.options_sheet import defaults, options_anywhere, options_here
from firmware.shell.sheets.returns_sheet import anywhere, here, of_the_table
from firmware.shell.words.text_table import Section, Sheet, headings
from firmware.shell.words.words import Words

DICE_ALIKE: Final = "single"
"""The pay table whose lines are counts of dice."""


class Offer(NamedTuple):
    """The bets on offer, at one table or at any."""

    kind: type[Game]
    rules: GameRules
    bets: tuple[str, ...]
    limits: Mapping[str, BetLimits]
    worth: Mapping[str, Worth]
    """By place, if the table has set all options on which it depends."""


def rule_sheet(name: str, words: Words, table: Config | None = None) -> Sheet:
    """Return the sheet of a game; for a given table, with its bets and its limits."""
    kind, rules, words = game_kind(name), game_rules(name), words.at(name)
    offer = _offer_of(kind, rules, table) if table else _any_offer(kind, rules)
    tables, options = rules.tables, table.game_options if table else {}
    if table:
        tables = _shown(kind, rules.tables, set(map(base_name, offer.bets)), options)
    returns = here(offer.worth, offer.bets, words) if table else anywhere(kind, rules, words)
    return Sheet(
        words.say(Text(f"game.{name}")),
        (
            *_dealt(kind, rules, words, table),
            _seats(rules.seats_at(options), words),
            *(options_here(kind, options, words) if table else options_anywhere(kind, words)),
        ),
        (
            *_bets(offer, words),
            *_tables(kind, tables, words),
            *of_the_table(options, words),
            *returns,
        ),
    )


def _offer_of(kind: type[Game], rules: GameRules, table: Config) -> Offer:
    options = table.game_options
    bets = tuple(wired(kind, rules, table.limits, options))
    return Offer(kind, rules, bets, table.limits, worths(kind, rules, options))


def _any_offer(kind: type[Game], rules: GameRules) -> Offer:
    """Return every bet that a table may have; of a layout also those that it need not show."""
    bets = (*kind.bets_of({}), *(rules.pays if kind.LAYOUT else ()))
    return Offer(kind, rules, bets, {}, {})


def _shown(
    kind: type[Game], tables: Mapping[str, PayTable], bets: set[str], options: Mapping[str, Any]
) -> dict[str, PayTable]:
    """Return the pay tables of the bets that a table offers, and of several the one in force;
    without the lines that it does not pay.
    """
    unpaid = kind.unpaid({**defaults(kind), **options})
    number = str(options.get("progressive_table", 1))
    of = {name: name if name in bets else name.rpartition("_")[0] for name in tables}
    return {
        name: table.without(unpaid)
        for name, table in tables.items()
        if of[name] in bets and name in (of[name], f"{of[name]}_{number}", f"{of[name]}_bonus")
    }


def _dealt(kind: type[Game], rules: GameRules, words: Words, table: Config | None) -> Iterator[str]:
    """Yield the packs or tiles of a game that deals any."""
    if rules.decks is not None and kind.REDEALS:
        values: Values = {"tiles": str(len(TILE_SET)), "article": rules.decks.article}
        yield words.say(Text("sheet.tiles", values))
    elif rules.decks is not None:
        yield _packs_of(rules.decks, words, table.game_options["decks"] if table else None)


def _packs_of(decks: Decks, words: Words, here: object) -> str:
    if here is not None:
        return words.say(Text("sheet.packs_here", {"decks": str(here), "article": decks.article}))
    numbers = [str(number) for number in decks.allowed]
    among = ", ".join(numbers) if decks.only else "–".join(dict.fromkeys((numbers[0], numbers[-1])))
    values = {"decks": among, "usual": str(decks.usual), "article": decks.article}
    return words.say(Text("sheet.packs", values))


def _seats(seats: Seats, words: Words) -> str:
    spots = str(seats.most)
    if seats.article is None:
        return words.say(Text("sheet.own_seats", {"spots": spots}))
    return words.say(Text("sheet.seats", {"spots": spots, "article": seats.article}))


# bets


def _bets(offer: Offer, words: Words) -> Iterator[Section]:
    """Yield the table of the bets; tickets are none."""
    rows = tuple(
        (
            words.say(bet_name(bet)),
            words.say(_stake(base_name(bet), offer)),
            *_pays(bet, offer, words),
            _commission(base_name(bet), offer, words),
        )
        for bet in dict.fromkeys(_named(on, offer) for on in offer.bets)
    )
    columns = headings(words, "bet", "stake", "pays", "article", "commission")
    if rows:
        yield Section(words.say(Text("sheet.bets")), columns, rows)


def _named(on: str, offer: Offer) -> str:
    """Return the name for a place: its bet's, unless only the place itself has a payment."""
    base = base_name(on)
    said = base in offer.rules.pays or base in offer.rules.tables
    return on if not said and on in offer.worth and offer.worth[on].wins else base


def _stake(bet: str, offer: Offer) -> Text:
    if bet in offer.rules.stakes:
        return Text("sheet.fixed", {"cents": offer.rules.stakes[bet].cents})
    if bet in offer.limits:
        ends = offer.limits[bet]
        return Text("sheet.limits", {"least_cents": ends.min_cents, "most_cents": ends.max_cents})
    return Text("sheet.in_play" if bet in offer.kind.IN_PLAY else "sheet.of_the_table")


def _pays(bet: str, offer: Offer, words: Words) -> tuple[str, str]:
    """Return the payments of a win and their articles; this table's own come first."""
    wins = {
        win for on, worth in offer.worth.items() if bet in (on, base_name(on)) for win in worth.wins
    }
    if bet in offer.rules.pays:
        wins = wins or {(str(offer.rules.pays[bet].odds), offer.rules.pays[bet].article)}
    if len(wins) == 1:
        ((odds, article),) = wins
        return words.say(Text("sheet.odds", {"odds": odds})), article
    others = [words.say(bet_name(other)) for other in paid_as(offer.kind, bet)]
    if others:
        return words.say(Text("sheet.paid_as", {"others": ", ".join(others)})), ""
    return words.say(Text("sheet.by_table")), ""


def _commission(bet: str, offer: Offer, words: Words) -> str:
    share = offer.rules.commission.get(bet)
    if share is None:
        return ""
    values: Values = {"percent": share.percent, "step_cents": share.step_cents}
    values = {**values, "article": share.article}
    if share.step_cents > 1:
        return words.say(Text("sheet.share", values))
    of_win = offer.kind is Craps and charged(offer.rules, f"{bet}:{NUMBERS[0]}") != EVEN
    return words.say(Text("sheet.share_of_win" if of_win else "sheet.share_of_stake", values))


# pay tables


def _tables(kind: type[Game], tables: Mapping[str, PayTable], words: Words) -> Iterator[Section]:
    columns = headings(words, "shown" if kind.INSTRUMENT else "hand", "pays")
    bets = set(map(base_name, kind.bets_of({})))
    for name, table in tables.items():
        bet, _, number = name.rpartition("_")
        numbered = name not in bets and bet in bets
        on = Text(f"bet.{bet if numbered else name}")
        values: Values = {"on": on, "number": number, "article": table.article}
        title = Text("sheet.table_n" if numbered else "sheet.table", values)
        rows = tuple((_line(name, hand, words), pays) for hand, pays in _lines(table, words))
        yield Section(words.say(title), columns, rows)


def _line(table: str, hand: str, words: Words) -> str:
    """Return the name of a line in a pay table; a number is its own name."""
    if not hand.isdecimal():
        return words.say(Text(f"line.{hand}"))
    return words.say(Text("line.dice", {"count": int(hand)})) if table == DICE_ALIKE else hand


def _lines(table: PayTable, words: Words) -> Iterable[tuple[str, str]]:
    worth = {
        **{hand: Text("sheet.lot", {"percent": percent}) for hand, percent in table.lot.items()},
        **{hand: Text("sheet.prize", {"cents": cents}) for hand, cents in table.prizes.items()},
        **{hand: Text("sheet.odds", {"odds": str(odds)}) for hand, odds in table.odds.items()},
    }
    named = {"straight_flush": "suited_straight"} if "royal_flush" not in worth else {}
    return ((named.get(hand, hand), words.say(pays)) for hand, pays in worth.items())
