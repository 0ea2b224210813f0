"""Recalled rounds for a person: a block for each round, a line for each event and ruling."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import asdict
from rich.text import Text as StyledText

from firmware.console.text.clean_text import clean_words
from firmware.console.text.measures import local_time_text
from firmware.core.vocabulary.events import ClearAllowed, KeyPressed, KeySwitchTurned, PowerLost
from firmware.core.vocabulary.keys import OVERRIDE_KEYS
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    BetMoved,
    BetSettled,
    DiceChanged,
    FaultShown,
    LateBet,
    LateResolved,
    MetersBegan,
    Refused,
    RoundVoided,
    TestClosed,
    TestOpened,
    Undone,
)
from firmware.shell.recall import RecalledRound, RoundAccount, RoundItem
from firmware.shell.recall.text import is_marked_undone, item_texts, setting_values
from firmware.shell.words.words import Words

ALARMING_TYPES: Final = (FaultShown, RoundVoided, LateBet, PowerLost)
NOTABLE_TYPES: Final = (
    *(Refused, Undone, LateResolved, TestOpened, TestClosed, MetersBegan),
    *(ClearAllowed, KeySwitchTurned, DiceChanged),
)


class RoundRenderer:
    """Renders rounds in one language, in local time."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def round_lines(self, recalled_round: RecalledRound) -> Iterator[StyledText]:
        """Yield the lines of one round; a test's are preceded by a note."""
        if recalled_round.test:
            yield StyledText(self._render("recall.test"), "bold yellow")
        game_text = game_label(recalled_round.game)
        date_text = _date_text(recalled_round.opened or recalled_round.ended)
        heading = self._render(
            "recall.head", number=recalled_round.number, game=game_text, date=date_text
        )
        yield StyledText(heading, "bold")
        yield StyledText(f"  {self._times_text(recalled_round)}")
        for story_entry in recalled_round.story:
            if not (recalled_round.closed and isinstance(story_entry.ruling, BetMoved)):
                yield from self.entry_lines(story_entry)
        if recalled_round.closed:
            yield StyledText(f"  {self._account_text(recalled_round.account)}", "bold")
        yield StyledText(
            f"  {self._render('recall.decided_by', **setting_values(recalled_round.decided_by))}",
            "dim",
        )
        if recalled_round.differs:
            yield StyledText(f"  {self._render('recall.differs')}", "yellow")

    def _times_text(self, recalled_round: RecalledRound) -> str:
        if recalled_round.voided:
            ending_key = "recall.voided"
        else:
            ending_key = "recall.ended" if recalled_round.ended else "recall.going_on"
        wall_times = {
            "opened": recalled_round.opened,
            "closed": recalled_round.closed,
            "ended": recalled_round.ended,
        }
        clock_texts = {
            time_name: _clock_text(wall_time) for time_name, wall_time in wall_times.items()
        }
        return self._render(ending_key, **clock_texts)

    def entry_lines(self, story_entry: RoundItem) -> Iterator[StyledText]:
        """Yield the lines of one item."""
        for entry_words in item_texts(story_entry):
            entry_text = self._render_text(entry_words)
            if is_marked_undone(story_entry):
                entry_text = self._render("recall.undone", words=entry_text)
            yield StyledText(f"  {_clock_text(story_entry.wall)}  ").append(
                entry_text, _entry_style(story_entry)
            )

    def _account_text(self, account: RoundAccount) -> str:
        if account.held is None:
            return self._render("recall.account", held_cents=UNCOUNTED)
        held_text = self._render("recall.account", held_cents=account.held)
        if account.bank_held is not None:
            placeholders = {"spot": account.bank, "held_cents": account.bank_held}
            held_text = f"{held_text}, {self._render('recall.bank_account', **placeholders)}"
        amount_placeholders = {
            f"{amount_name}_cents": cents or 0 for amount_name, cents in asdict(account).items()
        }
        return f"{held_text} ({self._render_text(Text('recall.account_of', amount_placeholders))})"

    def _render(self, text_key: str, **placeholders: str | int | Text) -> str:
        return clean_words(self._words, text_key, **placeholders)

    def _render_text(self, text: Text) -> str:
        """Render a text; a key of another program's words is shown as a key."""
        return clean_words(self._words, text.key, **text.values)


def _entry_style(story_entry: RoundItem) -> str:
    if story_entry.undone:
        return "dim"
    ruling_or_event = story_entry.ruling or story_entry.event
    if isinstance(ruling_or_event, ALARMING_TYPES):
        return "bold red"
    is_override = isinstance(ruling_or_event, KeyPressed) and ruling_or_event.key in OVERRIDE_KEYS
    if isinstance(ruling_or_event, NOTABLE_TYPES) or is_override or story_entry.note:
        return "yellow"
    is_paid = isinstance(ruling_or_event, BetSettled) and ruling_or_event.paid > 0
    return "green" if is_paid else "cyan" if story_entry.card else ""


def _clock_text(wall_time: str | None) -> str:
    """Return the local time of day, a dash if it is unknown."""
    return local_time_text(wall_time, "%H:%M:%S") if wall_time else "–"


def _date_text(wall_time: str | None) -> str:
    return local_time_text(wall_time, "%Y-%m-%d") if wall_time else "–"
