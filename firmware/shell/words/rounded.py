"""Exact ratios in decimals, rounded and not cut, as the language writes them."""

from fractions import Fraction

from firmware.shell.words.words import Words


def percent(ratio: Fraction, words: Words) -> str:
    """Return a ratio as per cent, rounded to four decimals."""
    return words.percent(_rounded(100 * ratio, 4))


def signed(profit: Fraction, words: Words) -> str:
    """Return a profit with its sign: a whole number, or rounded to four decimals."""
    places = 0 if profit.denominator == 1 else 4
    return ("+" if profit > 0 else "") + decimal(profit, places, words)


def decimal(ratio: Fraction, places: int, words: Words) -> str:
    """Return a ratio rounded to so many decimals."""
    return words.number(_rounded(ratio, places))


def _rounded(ratio: Fraction, places: int) -> str:
    units = round(ratio * 10**places)
    whole, rest = divmod(abs(units), 10**places)
    return ("-" if units < 0 else "") + f"{whole:,}" + (f".{rest:0{places}}" if places else "")
