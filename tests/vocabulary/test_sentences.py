"""Docstrings are in plain words: the trade's noun, who does what, and "if"."""

from tests.kits.offenders import each
from tools.vocabulary import Room, rooms

MOST_RIDDLES = 5.0
"""Riddling words in a thousand; well-kept projects of this field have 0.1 to 2.1."""
LEAST_COMMENTS = 0.8
"""Comments a hundred lines over the product: a reader is given the reason."""


def explained_rooms() -> list[Room]:
    return [room for room in rooms().values() if room.words]


@each("room", explained_rooms)
def test_package_words_are_plain(room: Room) -> None:
    allowed = max(1, MOST_RIDDLES * room.words / 1000)
    assert room.riddles <= allowed


def test_comments_are_frequent_enough() -> None:
    comments = sum(room.comments for room in rooms().values())
    lines = sum(room.lines for room in rooms().values())
    assert 100 * comments / lines >= LEAST_COMMENTS
