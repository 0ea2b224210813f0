"""Exact ratios in decimals, rounded and not cut, as the language writes them."""

from fractions import Fraction

from firmware.shell.words.words import Words


def percentage(ratio: Fraction, words: Words) -> str:
    """Return a ratio as per cent, rounded to four decimals."""
    return words.format_percent(_rounded_digits(100 * ratio, 4))


def signed_decimal(profit: Fraction, words: Words) -> str:
    """Return a profit with its sign: a whole number, or rounded to four decimals."""
    decimals = 0 if profit.denominator == 1 else 4
    return ("+" if profit > 0 else "") + rounded_decimal(profit, decimals, words)


def rounded_decimal(ratio: Fraction, decimals: int, words: Words) -> str:
    """Return a ratio rounded to so many decimals."""
    return words.format_number(_rounded_digits(ratio, decimals))


def _rounded_digits(ratio: Fraction, decimals: int) -> str:
    # of a Fraction: exact, and half to even
    units = round(ratio * 10**decimals)
    whole, fraction_digits = divmod(abs(units), 10**decimals)
    return (
        ("-" if units < 0 else "")
        + f"{whole:,}"
        + (f".{fraction_digits:0{decimals}}" if decimals else "")
    )
