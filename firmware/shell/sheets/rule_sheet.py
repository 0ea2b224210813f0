"""The rules of a game as the public may read them (article 2): bets, pay tables, limits."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.game.pack import GameRules
from firmware.core.game.pack_terms import PackChoice, PayTable, SeatLimit
from firmware.core.games.craps.bets import NUMBERS, charged
from firmware.core.games.craps.craps import Craps
from firmware.core.returns import BetWorth, paid_as_bets, table_worths
from firmware.core.vocabulary.bets import base_bet_name, bet_words
from firmware.core.vocabulary.cards import TILE_SET
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.money import EVEN_ODDS, NO_CENTS, Cents, Direction
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.pay_line_keys import LINE_KEYS
from firmware.shell.config.bets import wired_bets
from firmware.shell.config.settings import Config
from firmware.shell.rules.rule_book import book_sentences
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.sheets.book_sheet import book_sections
from firmware.shell.sheets.options_sheet import (
    game_option_lines,
    options_in_force,
    table_option_lines,
)
from firmware.shell.sheets.returns_sheet import game_returns, table_returns, table_sections
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
from firmware.shell.words.words import Words

DICE_COUNT_TABLE: Final = "single"
"""The pay table whose lines are counts of dice."""


class BetOffer(NamedTuple):
    """The bets on offer, at one table or at any."""

    game_class: type[Game]
    rules: GameRules
    bets: tuple[str, ...]
    limits: Mapping[str, BetLimits]
    returns_by_place: Mapping[str, BetWorth]
    """By place, if the table has set all options on which it depends."""
    table_game: Game | None = None
    """The game as the table has it."""


def rule_sheet(
    name: str, words: Words, rule_pack: RulePack, table_config: Config | None = None
) -> PrintedSheet:
    """Return the sheet of a game; for a given table, with its bets and its limits."""
    house = table_config.house_words if table_config else rule_pack.words
    game_type, words = rule_pack.game_class(name), words.for_house(house).for_game(name)
    title = words.render(game_label(name))
    options: Mapping[str, object] = {}
    if table_config is None:
        rules = rule_pack.rules(name).with_pay_tables({})
        offer, tables = _game_offer(game_type, rules), _tables_of_house(rules)
        returns = game_returns(game_type, rules, words)
    else:
        offer, options = _table_offer(table_config), table_config.game_options
        bets = set(map(base_bet_name, offer.bets))
        tables = _offered_tables(game_type, offer.rules, bets, options)
        returns = table_returns(offer.returns_by_place, offer.bets, words)
    effective_options = options_in_force(game_type, offer.rules, options)
    offered = {*map(base_bet_name, offer.bets)}
    sentences = [
        sentence for sentence in book_sentences(rule_pack, name) if sentence.concerns(offered)
    ]
    sections = (
        *book_sections(sentences, effective_options, words, of_one_table=table_config is not None),
        *_bet_sections(offer, words),
        *_pay_table_sections(game_type, tables, words),
        *table_sections(options, offer.rules, words),
        *returns,
    )
    return PrintedSheet(title, tuple(_sheet_lines(offer, words, table_config)), sections)


def _sheet_lines(offer: BetOffer, words: Words, table_config: Config | None) -> Iterator[str]:
    """Yield what the sheet says before its tables: packs, spots, options."""
    yield from _deck_lines(offer.game_class, offer.rules, words, table_config)
    options = table_config.game_options if table_config else {}
    yield _seats_line(offer.rules.seats_at(options), words)
    if table_config and table_config.table.seats:
        yield words.render(Text("sheet.seat_names", {"seats": ", ".join(table_config.table.seats)}))
    if table_config:
        yield from table_option_lines(offer.game_class, offer.rules, options, words)
    else:
        yield from game_option_lines(offer.game_class, offer.rules, words)


def _table_offer(table_config: Config) -> BetOffer:
    options, table_game = table_config.game_options, table_config.open_game()
    game_class, rules = type(table_game), table_game.rules
    bets = tuple(wired_bets(game_class, rules, table_config.limits, options))
    returns = table_worths(table_game)
    return BetOffer(game_class, rules, bets, table_config.limits, returns, table_game)


def _game_offer(game_class: type[Game], rules: GameRules) -> BetOffer:
    """Return every bet that a table may have; of a layout also those that it need not show."""
    bets = (*game_class.places_with({}), *(rules.pays if game_class.SHARED_LAYOUT else ()))
    return BetOffer(game_class, rules, bets, {}, {})


def _tables_of_house(rules: GameRules) -> dict[str, PayTable]:
    """Return the pay tables of a game, but those of bets that the house doesn't offer."""
    return {
        name: pay_table
        for name, pay_table in rules.tables.items()
        if not {name, name.rpartition("_")[0]} & {*rules.without}
    }


def _offered_tables(
    game_class: type[Game], rules: GameRules, bets: set[str], options: Mapping[str, Any]
) -> dict[str, PayTable]:
    """Return the pay tables of the bets that a table offers, and of several the one in force;
    without the lines that it does not pay.
    """
    tables = rules.tables
    in_force = options_in_force(game_class, rules, options)
    number = str(options.get("progressive_table", 1))
    # BET_1, BET_2: tables of one bet, of which the option chooses one
    bet_by_table = {name: name if name in bets else name.rpartition("_")[0] for name in tables}
    return {
        name: pay_table.without(game_class.unpaid_lines(name, in_force))
        for name, pay_table in tables.items()
        if bet_by_table[name] in bets
        and name
        in (bet_by_table[name], f"{bet_by_table[name]}_{number}", f"{bet_by_table[name]}_bonus")
    }


def _deck_lines(
    game_class: type[Game], rules: GameRules, words: Words, table_config: Config | None
) -> Iterator[str]:
    """Yield the packs or tiles of a game that deals any."""
    if rules.decks is not None and game_class.REDEALS_IMPOSSIBLE:
        values: TextValues = {"tiles": str(len(TILE_SET)), "article": rules.decks.article}
        yield words.render(Text("sheet.tiles", values))
    elif rules.decks is not None:
        yield _deck_line(
            rules.decks, words, table_config.game_options["decks"] if table_config else None
        )


def _deck_line(decks: PackChoice, words: Words, table_decks: object) -> str:
    numbers = [str(number) for number in decks.allowed]
    if table_decks is not None or len(numbers) == 1:
        number = numbers[0] if table_decks is None else str(table_decks)
        return words.render(Text("sheet.packs_here", {"decks": number, "article": decks.article}))
    allowed_decks = (
        ", ".join(numbers) if decks.only else "–".join(dict.fromkeys((numbers[0], numbers[-1])))
    )
    values = {"decks": allowed_decks, "usual": str(decks.usual), "article": decks.article}
    return words.render(Text("sheet.packs", values))


def _seats_line(seats: SeatLimit, words: Words) -> str:
    if seats.article is None:
        return words.render(Text("sheet.own_seats", {"spots": seats.most}))
    return words.render(Text("sheet.seats", {"spots": seats.most, "article": seats.article}))


# bets


def _bet_sections(offer: BetOffer, words: Words) -> Iterator[SheetSection]:
    """Yield the table of the bets; tickets are none."""
    has_steps = offer.table_game is not None and offer.table_game.has_steps
    rows = tuple(
        (
            words.render(bet_words(name)),
            words.render(_stake_text(base_bet_name(bet), step, offer)),
            *([_step_text(step, words)] if has_steps else ()),
            *_payment_and_article(bet, offer, words),
            _commission_text(base_bet_name(bet), offer, words),
        )
        for bet in dict.fromkeys(_place_or_bet(place_name, offer) for place_name in offer.bets)
        for name, step in _named_steps(bet, offer).items()
    )
    columns = column_headings(
        words,
        *("sheet.bet", "sheet.stake", *(["sheet.steps"] if has_steps else ())),
        *("sheet.pays", "sheet.article", "sheet.commission"),
    )
    if rows:
        yield SheetSection(words.render(Text("sheet.bets")), columns, rows)


def _step_text(step: Cents, words: Words) -> str:
    return words.render(Text("sheet.by", {"step_cents": step})) if step else ""


def _place_or_bet(place_name: str, offer: BetOffer) -> str:
    """Return the name for a place: its bet's, unless only the place itself has a payment."""
    base_bet = base_bet_name(place_name)
    has_payment = base_bet in offer.rules.pays or base_bet in offer.rules.tables
    return (
        place_name
        if not has_payment
        and place_name in offer.returns_by_place
        and offer.returns_by_place[place_name].wins
        else base_bet
    )


def _named_steps(bet: str, offer: BetOffer) -> Mapping[str, Cents]:
    """Return the step of a bet, of its arguments if it differs; no cents where none is shown."""
    game, base_bet = offer.table_game, base_bet_name(bet)
    if game is None or not game.has_steps or base_bet in offer.rules.stakes:
        return {bet: NO_CENTS}
    if base_bet in game.DECISION_PLACES and not game.has_free_amounts(game.options):
        return {bet: NO_CENTS}
    return game.named_steps(bet) if bet == base_bet else {bet: game.bet_step(bet)}


def _stake_text(bet: str, step: Cents, offer: BetOffer) -> Text:
    if bet in offer.rules.stakes:
        return Text("sheet.fixed", {"cents": offer.rules.stakes[bet].cents})
    if bet in offer.limits:
        bet_limits = offer.limits[bet].by_step(step) if step else offer.limits[bet]
        return Text(
            "sheet.limits",
            {"least_cents": bet_limits.min_cents, "most_cents": bet_limits.max_cents},
        )
    return Text(
        "sheet.in_play" if bet in offer.game_class.DECISION_PLACES else "sheet.of_the_table"
    )


SHARE_KEYS: Final[Mapping[Direction, str]] = {
    "up": "sheet.share",
    "down": "sheet.share_down",
    "nearest": "sheet.share_nearest",
}
ROUNDED_KEYS: Final[Mapping[Direction, str]] = {
    "down": "sheet.rounded_down",
    "nearest": "sheet.rounded_nearest",
}


def _payment_and_article(bet: str, offer: BetOffer, words: Words) -> tuple[str, str]:
    """Return the payments of a win and their articles; this table's own come first."""
    paid_wins = {
        paid_win
        for place_name, place_return in offer.returns_by_place.items()
        if bet in (place_name, base_bet_name(place_name))
        for paid_win in place_return.wins
    }
    if bet in offer.rules.pays:
        paid_wins = paid_wins or {(str(offer.rules.pays[bet].odds), offer.rules.pays[bet].article)}
    if len(paid_wins) == 1:
        ((odds, article),) = paid_wins
        odds_key = offer.game_class.PAYMENT_TERMS.get(bet, "sheet.odds")
        return words.render(Text(odds_key, {"odds": odds})), article
    other_bets = [
        words.render(bet_words(other_bet)) for other_bet in paid_as_bets(offer.game_class, bet)
    ]
    if other_bets:
        return words.render(Text("sheet.paid_as", {"others": ", ".join(other_bets)})), ""
    return words.render(Text(offer.game_class.PAYMENT_TERMS.get(bet, "sheet.by_table"))), ""


def _commission_text(bet: str, offer: BetOffer, words: Words) -> str:
    commission = offer.rules.commission.get(bet)
    if commission is None:
        return ""
    values: TextValues = {
        "percent": words.format_number(f"{commission.percent:g}"),
        "step_cents": commission.step_cents,
    }
    values = {**values, "article": commission.article}
    if commission.step_cents > 1:
        return words.render(Text(SHARE_KEYS[commission.rounding], values))
    on_winnings = (
        issubclass(offer.game_class, Craps)
        and charged(offer.rules, f"{bet}:{NUMBERS[0]}") != EVEN_ODDS
    )
    share = Text("sheet.share_of_win" if on_winnings else "sheet.share_of_stake", values)
    rounded_key = ROUNDED_KEYS.get(commission.rounding)
    return words.render(Text(rounded_key, {"what": share}) if rounded_key else share)


# pay tables


def _pay_table_sections(
    game_class: type[Game], tables: Mapping[str, PayTable], words: Words
) -> Iterator[SheetSection]:
    columns = column_headings(
        words, "sheet.shown" if game_class.INSTRUMENT else "sheet.hand", "sheet.pays"
    )
    bets = set(map(base_bet_name, game_class.places_with({})))
    for name, pay_table in tables.items():
        bet, _, number = name.rpartition("_")
        numbered = name not in bets and bet in bets
        bet_text = bet_words(bet if numbered else name)
        values: TextValues = {"on": bet_text, "number": number, "article": pay_table.article}
        title = Text("sheet.table_n" if numbered else "sheet.table", values)
        rows = tuple(
            (_line_name(name, pay_table, line_key, words), payment)
            for line_key, payment in _pay_lines(pay_table, words)
        )
        yield SheetSection(words.render(title), columns, rows)


def _line_name(table: str, pay_table: PayTable, line_key: str, words: Words) -> str:
    """Return the name of a line in a pay table; a number is its own name."""
    key_in_pack = f"line.{table}.{line_key}"
    if words.has_key(key_in_pack):
        return words.render(Text(key_in_pack))
    if line_key == "straight_flush" and "royal_flush" not in pay_table.lines:
        line_key = "suited_straight"
    if not line_key.isdecimal():
        return words.render(Text(LINE_KEYS.get(line_key, f"line.{line_key}")))
    return (
        words.render(Text("line.dice", {"count": int(line_key)}))
        if table == DICE_COUNT_TABLE
        else line_key
    )


def _pay_lines(pay_table: PayTable, words: Words) -> Iterable[tuple[str, str]]:
    line_payments = {
        **{
            line_key: Text("sheet.lot", {"percent": percent})
            for line_key, percent in pay_table.lot.items()
        },
        **{
            line_key: Text("sheet.prize", {"cents": cents})
            for line_key, cents in pay_table.prizes.items()
        },
        **{
            line_key: Text("sheet.odds", {"odds": str(odds)})
            for line_key, odds in pay_table.odds.items()
        },
    }
    return ((line_key, words.render(payment)) for line_key, payment in line_payments.items())
