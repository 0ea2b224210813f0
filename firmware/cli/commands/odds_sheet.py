"""The odds of a game in words: what each bet returns, each profit's probability, the decisions."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from firmware.core.vocabulary.cards import CARDS
from firmware.core.vocabulary.money import NOTHING
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import base_name, bet_name
from firmware.odds.figure import BEST, Figure
from firmware.odds.shapes import OTHERS
from firmware.odds.store import written
from firmware.shell.words.text_table import Section, Sheet
from firmware.shell.words.words import Words

LONGEST: Final = 36
"""A fraction that is longer is printed by its decimals alone; `--json` has it whole."""

BETWEEN: Final = " · "

CARD: Final = re.compile(r"\b[A2-9TJQK][SHDC]\b")
RANKS: Final = re.compile(r"\b[A2-9TJQK]+\b")
"""Ranks that a table of decisions names together; no total of two cards looks alike."""


def odds_sheet(game: str, figures: Sequence[Figure], words: Words) -> Sheet:
    """Return the odds of these bets as a sheet."""
    grouped = list(_alike(figures))
    sections = [_summary(grouped, words)]
    sections += [_lines(bet, figure, words) for bet, figure in grouped if _leads(figure, grouped)]
    sections += [_advice(bet, figure, words) for bet, figure in grouped if figure.advice]
    notes = [words.say(Text(key)) for key in _provisos(game, figures)]
    notes += [_break_even(bet, figure, words) for bet, figure in grouped if figure.break_even]
    return Sheet(words.say(Text(f"game.{game}")), tuple(notes), tuple(sections))


def _provisos(game: str, figures: Sequence[Figure]) -> Iterator[str]:
    """Yield the keys of what these figures suppose."""
    supposed = any(figure.dealer for figure in figures)
    if supposed:
        yield f"chances.house_way.{game}"
    if any(figure.bound for figure in figures):
        yield "chances.bound_of_set" if supposed else "chances.bound"


def _break_even(bet: str, figure: Figure, words: Words) -> str:
    lot = words.money(figure.break_even or NOTHING)
    return words.say(Text("chances.break_even", {"on": _said(bet, words), "lot": lot}))


Named = tuple[str, Figure]
"""A bet's name for people, and its figure."""


def _alike(figures: Sequence[Figure]) -> Iterator[Named]:
    """Yield each figure once for all places of a layout that have it."""
    places: dict[object, list[Figure]] = {}
    for figure in figures:
        chances = frozenset(figure.chances.items())
        alike = base_name(figure.bet), chances, figure.play, figure.stake
        places.setdefault(alike, []).append(figure)
    for first, *others in places.values():
        base = base_name(first.bet)
        every = sum(base_name(figure.bet) == base for figure in figures)
        if not others or every == 1:
            yield first.bet, first
        elif every == 1 + len(others):
            yield base, first
        else:
            named = (figure.bet.partition(":")[2] for figure in (first, *others))
            yield f"{base}:{BETWEEN.join(named)}", first


def _leads(figure: Figure, grouped: Sequence[Named]) -> bool:
    """Return whether a figure is the first of its bet: its lines are shown."""
    return figure is next(one for _, one in grouped if one.bet == figure.bet)


def _summary(grouped: Sequence[Named], words: Words) -> Section:
    rows = tuple(
        (
            _said(bet, words),
            words.money(figure.stake) if figure.stake else "",
            "" if figure.play == BEST else _do(figure.play, words),
            _exact(1 + figure.ev),
            percent(1 + figure.ev, words),
            percent(-figure.ev, words),
            decimal(figure.variance, 4, words),
        )
        for bet, figure in grouped
    )
    names = ("bet", "stake", "play", "exactly", "back", "edge", "variance")
    return Section(words.say(Text("chances.returns")), _heads(words, *names), rows)


def _lines(bet: str, figure: Figure, words: Words) -> Section:
    rows = tuple(
        (signed(profit, words), _exact(chance), percent(chance, words))
        for profit, chance in sorted(figure.chances.items(), reverse=True)
    )
    per = bet if figure.per == figure.bet else figure.per
    title = Text("chances.lines", {"on": _said(bet, words), "per": _said(per, words)})
    return Section(words.say(title), _heads(words, "profit", "exactly", "chance"), rows)


def _advice(bet: str, figure: Figure, words: Words) -> Section:
    rows = tuple((_held(row.hand, words), _do(row.do, words)) for row in figure.advice)
    stake = words.money(figure.stake) if figure.stake else ""
    key = "chances.best_at" if stake else "chances.best"
    title = words.say(Text(key, {"on": _said(bet, words), "stake": stake}))
    return Section(title, _heads(words, "held", "do"), rows)


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


def percent(ratio: Fraction, words: Words) -> str:
    """Return a ratio as per cent, rounded to four decimals."""
    return words.percent(_rounded(100 * ratio, 4))


def signed(profit: Fraction, words: Words) -> str:
    """Return a profit with its sign: a whole number, or rounded to four decimals."""
    places = 0 if profit.denominator == 1 else 4
    return ("+" if profit > 0 else "") + decimal(profit, places, words)


def decimal(ratio: Fraction, places: int, words: Words) -> str:
    """Return a ratio rounded, not cut, to so many decimals, as the language writes it."""
    return words.number(_rounded(ratio, places))


def _rounded(ratio: Fraction, places: int) -> str:
    units = round(ratio * 10**places)
    whole, rest = divmod(abs(units), 10**places)
    return ("-" if units < 0 else "") + f"{whole:,}" + (f".{rest:0{places}}" if places else "")
