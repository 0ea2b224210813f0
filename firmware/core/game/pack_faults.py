"""Checks a rule pack against its game: missing entries, unknown entries, numbers out of bounds."""

from collections.abc import Collection, Iterable

import msgspec

from firmware.core.game.bounds import bound_faults
from firmware.core.game.declared_bet import term_faults
from firmware.core.game.pack import GameRules, bet_of_table
from firmware.core.game.pack_terms import TOTALS
from firmware.core.game.traits import GameTraits
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.panel import Text


def pack_faults(rules: GameRules, game: type[GameTraits]) -> list[Text]:
    """Return the mistakes of the pack, compared with the game's bets and hands. A table may
    lack a line, which then loses.
    """
    missing, known_bets = rules.missing_bets(game), {*map(base_bet_name, game.BETS)}
    expected = {bet for bet in game.BETS_WITH_ODDS if bet not in missing}
    expected_tables = {
        name for name in game.PAY_TABLES if missing.isdisjoint((name, bet_of_table(name)))
    }
    mistakes = [
        *_absent("pays", expected, rules.pays),
        *_absent("tables", expected_tables, rules.tables),
        *_absent("sections", game.SECTIONS, rules.sections),
        *_surplus("sections", game.SECTIONS, rules.sections),
        *_surplus("pays", {*game.BETS_WITH_ODDS, *missing}, rules.pays),
        *_surplus("tables", {*game.PAY_TABLES, *missing}, rules.tables),
        *_surplus("pay_tables", game.PAY_TABLES, rules.pay_tables),
        *_surplus("without", known_bets, rules.without),
        *_surplus("limits", game.MULTIPLES, rules.limits),
        *_surplus("max_payout", _capped_names(game, rules.bets), rules.max_payout),
        *_surplus("bounds", game.BOUNDS, rules.bounds),
        *bound_faults(game.BOUNDS, rules.bounds),
        *_surplus("switches", {*game.SWITCHES, *game.OWN_OPTIONS}, rules.switches),
    ]
    mistakes += [*_limit_faults(rules, game), *_line_faults(rules, game)]
    mistakes += [
        _pack_fault("pack.nothing", place) for place, number in _numbers(rules) if number <= 0
    ]
    mistakes += [*_option_faults(rules, game), *_seat_faults(rules, game)]
    return mistakes + _switch_faults(rules, game) + _declared_faults(rules, game)


def _seat_faults(rules: GameRules, game: type[GameTraits]) -> Iterable[Text]:
    limits = {"seats": rules.seats}
    limits |= {f"seats_of_kind.{kind}": limit for kind, limit in rules.seats_of_kind.items()}
    for place, limit in limits.items():
        if not 1 <= limit.most <= game.MOST_SEATS:
            most = str(game.MOST_SEATS)
            yield Text("pack.range", {"where": f"{place}.most", "least": "1", "most": most})


def _limit_faults(rules: GameRules, game: type[GameTraits]) -> Iterable[Text]:
    for on, multiple in rules.limits.items():
        known_stakes = game.MULTIPLES.get(on, ())
        yield from _surplus(f"limits.{on}.times_of", known_stakes, [multiple.times_of])
        yield from _surplus(f"limits.{on}.by_point", game.POINTS, multiple.by_point)


def _line_faults(rules: GameRules, game: type[GameTraits]) -> Iterable[Text]:
    """Yield the mistakes in the lines of the pay tables."""
    for name, table in rules.tables.items():
        known_lines = game.PAY_TABLES.get(name, table.lines)
        yield from _surplus(f"tables.{name}", known_lines, table.lines)
        repeated_hands = (hand for hand in set(table.lines) if table.lines.count(hand) > 1)
        for hand in repeated_hands:
            yield _pack_fault("pack.twice", f"tables.{name}.{hand}")
    for on, named in rules.pay_tables.items():
        for name, lines in named.items():
            known_lines = game.PAY_TABLES.get(on, [*lines])
            yield from _surplus(f"pay_tables.{on}.{name}", known_lines, lines)


def _switch_faults(rules: GameRules, game: type[GameTraits]) -> list[Text]:
    known_values = {**game.OWN_OPTIONS, **game.SWITCHES}
    return [
        Text("pack.switch", {"where": f"switches.{name}", "values": _written(known_values[name])})
        for name, switch in rules.switches.items()
        if name in known_values
        and not (
            switch.allowed
            and all(_is_among(value, known_values[name]) for value in switch.allowed)
            and _is_among(switch.usual, switch.allowed)
        )
    ]


def _declared_faults(rules: GameRules, game: type[GameTraits]) -> list[Text]:
    return [
        Text("pack.in_bet", {"where": ".".join(filter(None, ("bets", on, key))), "what": why})
        for on, bet in rules.bets.items()
        for key, why in term_faults(game, on, bet)
    ]


def _numbers(rules: GameRules) -> Iterable[tuple[str, int]]:
    """Yield each number that must be above nothing, by its place in the pack."""
    for bet, pays in rules.pays.items():
        yield f"pays.{bet}", min(pays.odds)
    for bet, stake in rules.stakes.items():
        yield f"stakes.{bet}", stake.cents
    for on, limit in rules.max_payout.items():
        yield f"max_payout.{on}", 1 if limit.cents is None else limit.cents
    for name, table in rules.tables.items():
        odds = {hand: min(odds) for hand, odds in table.odds.items()}
        for hand, number in (*odds.items(), *table.prizes.items(), *table.lot.items()):
            yield f"tables.{name}.{hand}", number


def _option_faults(rules: GameRules, game: type[GameTraits]) -> list[Text]:
    known_options = {*game.OWN_OPTIONS, *game.REQUIRED_OPTIONS}
    named_options = rules.articles.options if rules.articles else ()
    return _surplus("articles.options", known_options, named_options)


def _capped_names(game: type[GameTraits], bets: Collection[str]) -> set[str]:
    """Return the bets whose payment may have a maximum, and the names for several together."""
    known_bets = {*map(base_bet_name, game.BETS), *game.OPTION_BETS, *bets}
    return {*(known_bets - {*game.HIDDEN_SIDE_BETS}), *TOTALS}


def _is_among(value: object, values: Iterable[object]) -> bool:
    """Return whether a value is one of these, of the same type: true is no 1."""
    return any(type(value) is type(known) and value == known for known in values)


def _absent(place: str, expected: Collection[str], names: Collection[str]) -> list[Text]:
    return [
        _pack_fault("pack.missing", f"{place}.{name}") for name in sorted({*expected} - {*names})
    ]


def _surplus(place: str, known: Collection[str], names: Collection[str]) -> list[Text]:
    return [_pack_fault("pack.surplus", f"{place}.{name}") for name in sorted({*names} - {*known})]


def _written(values: Iterable[object]) -> str:
    return ", ".join(msgspec.json.encode(value, enc_hook=str).decode() for value in values)


def _pack_fault(key: str, location: str) -> Text:
    return Text(key, {"where": location})
