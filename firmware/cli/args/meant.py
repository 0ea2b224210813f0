"""Suggestions for a misspelt word."""

from collections.abc import Iterable

from firmware.core.vocabulary.panel import Text


def meant(word: str, known: Iterable[str]) -> Text | None:
    """Ask whether the likest of those that are known was meant, if one is like it."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 1)
    return Text("command.meant", {"name": near[0]}) if near else None


def or_meant(word: str, known: Iterable[str], command: str) -> Text:
    """Ask whether the likest was meant, or else name the command that lists them all."""
    return meant(word, known) or see_help(command)


def see_help(command: str = "") -> Text:
    """Name the command that explains another, or lists them."""
    return Text("command.see", {"command": f"croupier help {command}".rstrip()})
