"""Cells of a file for a spreadsheet."""


def dollars(cents: int) -> str:
    """Return an amount in dollars, with a point and no sign of money."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def harmless(text: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    # a spreadsheet runs a cell that begins so: a player's name could be a formula
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
