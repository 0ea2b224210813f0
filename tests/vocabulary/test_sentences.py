"""Docstrings are in plain words: the trade's noun, who does what, and "if"."""

from tests.kits.offenders import each
from tools.vocabulary import rooms

ROOMS = {name: room for name, room in rooms().items() if room.words}
MOST_RIDDLES = 5.0
"""Riddling words in a thousand; well-kept projects of this field have 0.1 to 2.1."""
LEAST_COMMENTS = 0.8
"""Comments a hundred lines over the product: a reader is told why."""


@each("room", sorted(ROOMS))
def test_a_room_explains_itself_in_plain_words(room: str) -> None:
    found = ROOMS[room]
    allowed = max(1, MOST_RIDDLES * found.words / 1000)
    assert found.riddles <= allowed


def test_the_product_says_why() -> None:
    comments = sum(room.comments for room in ROOMS.values())
    lines = sum(room.lines for room in ROOMS.values())
    assert 100 * comments / lines >= LEAST_COMMENTS
