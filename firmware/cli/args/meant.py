"""Suggestions for a misspelt word."""

from collections.abc import Iterable

from firmware.core.vocabulary.panel import Text


def did_you_mean(typed_word: str, known_words: Iterable[str]) -> Text | None:
    """Return "did you mean …?" with the most similar known word, None if none is similar."""
    from difflib import get_close_matches

    closest_words = get_close_matches(typed_word, list(known_words), 1)
    return Text("command.meant", {"name": closest_words[0]}) if closest_words else None


def did_you_mean_or_help(typed_word: str, known_words: Iterable[str], command_name: str) -> Text:
    """Return "did you mean …?", or else the hint to the help."""
    return did_you_mean(typed_word, known_words) or help_hint(command_name)


def help_hint(command_name: str = "") -> Text:
    """Return the hint to `croupier help`."""
    return Text("command.see", {"command": f"croupier help {command_name}".rstrip()})
