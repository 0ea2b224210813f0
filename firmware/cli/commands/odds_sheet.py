"""The odds of a game in words: what each bet returns, each profit's probability, the decisions."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from firmware.cli.commands.odds_rows import Row, advised, rows
from firmware.core.vocabulary.cards import CARDS
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import base_name, bet_name
from firmware.odds.figure import BEST, Figure
from firmware.odds.shapes import OTHERS
from firmware.odds.store import written
from firmware.shell.words.rounded import decimal, percent, signed
from firmware.shell.words.text_table import Section, Sheet
from firmware.shell.words.words import Words

LONGEST: Final = 36
"""A fraction that is longer is printed by its decimals alone; `--json` has it whole."""

CARD: Final = re.compile(r"\b[A2-9TJQK][SHDC]\b")
RANKS: Final = re.compile(r"\b[A2-9TJQK]+\b")
"""Ranks that a table of decisions names together; no total of two cards looks alike."""


def odds_sheet(game: str, figures: Sequence[Figure], words: Words) -> Sheet:
    """Return the odds of these bets as a sheet."""
    shown = rows(figures)
    sections = [summary(shown, words)]
    sections += [_lines(row, words) for row in shown if _leads(row, shown)]
    sections += [_advice(row, words, at_stake=at_stake) for row, at_stake in advised(shown)]
    return Sheet(
        words.say(Text(f"game.{game}")), tuple(notes(game, figures, words)), tuple(sections)
    )


def notes(game: str, figures: Sequence[Figure], words: Words) -> list[str]:
    """Return what these figures suppose, what more is known of the best play, and from which lot on
    a bet returns all that is bet.
    """
    shown = rows(figures)
    provisos = [words.say(Text(key)) for key in _provisos(game, figures)]
    bounds = [_least(row, words) for row in shown if row.figure.least is not None]
    lots = [_break_even(row, words) for row in shown if row.figure.break_even]
    return provisos + bounds + lots


def _provisos(game: str, figures: Sequence[Figure]) -> Iterator[str]:
    """Yield the keys of what these figures suppose."""
    supposed = any(figure.dealer for figure in figures)
    if supposed:
        yield f"chances.house_way.{game}"
    if any(figure.bound for figure in figures):
        yield "chances.bound_of_set" if supposed else "chances.bound"
    if _decided_together(figures):
        yield "chances.equal_bets"


def _decided_together(figures: Sequence[Figure]) -> bool:
    """Return whether places of one bet have figures of their own, though one decision is for all:
    at multi-action, if the dealer's second card comes at once.
    """
    bests = [figure for figure in figures if figure.play == BEST and figure.advice]
    places = {figure.bet: figure.ev for figure in bests}
    bases = {base_name(bet) for bet in places}
    return len(bases) < len(places) and len(set(places.values())) > 1


def _least(row: Row, words: Words) -> str:
    back = percent(1 + row.figure.least_ev, words)
    return words.say(Text("chances.least", {"on": _said(row.name, words), "back": back}))


def _break_even(row: Row, words: Words) -> str:
    lot = words.money(row.figure.break_even or NOTHING)
    return words.say(Text("chances.break_even", {"on": _said(row.name, words), "lot": lot}))


def _leads(row: Row, shown: Sequence[Row]) -> bool:
    """Return whether the lines of this row are shown: of its bet it is the first one, of those that
    depend on the stake the one with most stakes.
    """
    return row is max(
        (one for one in shown if one.figure.bet == row.figure.bet and one.figure.play == BEST),
        key=lambda one: len(one.stakes),
    )


def summary(shown: Sequence[Row], words: Words) -> Section:
    """Return what each bet returns by each way to play."""
    printed = tuple(
        (
            _said(row.name, words),
            _stakes(row.stakes, words),
            "" if row.figure.play == BEST else _do(row.figure.play, words),
            _exact(1 + row.figure.ev),
            percent(1 + row.figure.ev, words),
            percent(-row.figure.ev, words),
            decimal(row.figure.variance, 4, words),
        )
        for row in shown
    )
    names = ("bet", "stake", "play", "exactly", "back", "edge", "variance")
    return Section(words.say(Text("chances.returns")), _heads(words, *names), printed)


def _stakes(stakes: Sequence[Cents], words: Words) -> str:
    """Return the stakes of one figure: if it has many, the first two of them."""
    named = [words.money(stake) for stake in stakes[:2]]
    if len(stakes) > len(named):
        return words.say(Text("chances.stakes", {"first": named[0], "second": named[1]}))
    return ", ".join(named)


def _lines(row: Row, words: Words) -> Section:
    bet, figure = row.name, row.figure
    printed = tuple(
        (signed(profit, words), _exact(chance), percent(chance, words))
        for profit, chance in sorted(figure.chances.items(), reverse=True)
    )
    per = bet if figure.per == figure.bet else figure.per
    title = Text("chances.lines", {"on": _said(bet, words), "per": _said(per, words)})
    return Section(words.say(title), _heads(words, "profit", "exactly", "chance"), printed)


def _advice(row: Row, words: Words, *, at_stake: bool) -> Section:
    printed = tuple((_held(one.hand, words), _do(one.do, words)) for one in row.figure.advice)
    stake = _stakes(row.stakes, words) if at_stake else ""
    key = "chances.best_at" if stake else "chances.best"
    title = words.say(Text(key, {"on": _said(row.name, words), "stake": stake}))
    return Section(title, _heads(words, "held", "do"), printed)


def _held(hand: str, words: Words) -> str:
    """Return a row of a table of decisions in words: cards and ranks as faces show them."""
    if hand.count("|") == 2:
        shape, suits, ranks = hand.split("|")
        kind = words.say(Text(f"chances.shape.{shape or 'any'}"))
        group = ", ".join([kind, *_suited(suits, words)])
        of = {"group": group, "ranks": _listed(ranks, words)}
        return words.say(Text("chances.hands", of)) if ranks else group
    return _listed(hand, words)


def _suited(suits: str, words: Words) -> list[str]:
    """Return how many cards are of one suit, nothing if that does not matter."""
    if not suits:
        return []
    numbers = suits.split(",")
    key = "different" if suits == "1" else "at_most" if suits.endswith(",1") else "suited"
    shown = numbers[:1] if key == "at_most" else numbers
    return [words.say(Text(f"chances.suits.{key}", {"count": "/".join(shown)}))]


def _listed(ranks: str, words: Words) -> str:
    if ranks == OTHERS:
        return words.say(Text("chances.others"))
    named = CARD.sub(lambda found: words.card(CARDS[found[0]]), ranks)
    return RANKS.sub(lambda found: "-".join(map(words.rank, found[0])), named)


def _said(bet: str, words: Words) -> str:
    """Return a bet's name; one that the felt shows without its number, with it."""
    name = bet_name(bet)
    if words.knows(name.key):
        return words.say(name)
    base, _, argument = bet.partition(":")
    return f"{words.say(bet_name(base))} {argument}"


def _do(play: str, words: Words) -> str:
    """Return the words of one decision or of several."""
    keys = ((f"chances.play.{one}", f"do.{one}") for one in play.split("/"))
    return "/".join(words.say(Text(own if words.knows(own) else other)) for own, other in keys)


def _heads(words: Words, *names: str) -> tuple[str, ...]:
    return tuple(words.say(Text(f"chances.head.{name}")) for name in names)


def _exact(ratio: Fraction) -> str:
    exact = written(ratio)
    return exact if len(exact) <= LONGEST else ""
