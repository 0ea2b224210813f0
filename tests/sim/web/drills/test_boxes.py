"""Leitner's boxes: which subject is due, and how stakes grow."""

from hypothesis import given
from hypothesis import strategies as st

from sim.web.drills.boxes import INTERVALS, RECENT, Boxes, subject_name, subject_of
from sim.web.drills.question_source import HIGHEST_LEVEL, Subject
from sim.web.messages.school_messages import MarkMessage

COLOUR = Subject("roulette", "colour")
COMMISSION = Subject("baccarat", "commission")


def mark(subject: Subject, *, right: bool, millis: int = 1000) -> MarkMessage:
    verdict = "right" if right else "short"
    return MarkMessage(
        "pay_bet", "done", millis=millis, bet_name=subject_name(subject), verdict=verdict
    )


def test_a_right_payment_moves_to_the_next_box() -> None:
    boxes = Boxes(mark(COLOUR, right=True) for _ in range(7))
    assert boxes.records[COLOUR].box == len(INTERVALS)


def test_a_wrong_payment_moves_back_to_the_first_box() -> None:
    boxes = Boxes([*(mark(COLOUR, right=True) for _ in range(4)), mark(COLOUR, right=False)])
    assert boxes.records[COLOUR].box == 1


def test_a_missed_subject_returns_before_one_that_was_right() -> None:
    boxes = Boxes([mark(COLOUR, right=True), mark(COLOUR, right=True)])
    boxes.add(mark(COMMISSION, right=False))
    games = ("roulette", "baccarat")
    seen = []
    while len(seen) < 8:
        due = boxes.due_subject(games)
        seen.append(due)
        boxes.add(mark(due or Subject("keno", "odds"), right=True))
    assert seen.index(COMMISSION) < seen.index(COLOUR)


def test_a_subject_rests_for_the_interval_of_its_box() -> None:
    boxes = Boxes([mark(COLOUR, right=True)])
    others = 0
    while boxes.due_subject(["roulette"]) is None:
        boxes.add(mark(COMMISSION, right=True))
        others += 1
    assert others == INTERVALS[0] - 1


def test_a_due_subject_is_of_the_drilled_games() -> None:
    boxes = Boxes(mark(COLOUR, right=False) for _ in range(9))
    assert boxes.due_subject(["baccarat"]) is None


def test_stakes_grow_with_success_and_shrink_after_mistakes() -> None:
    boxes = Boxes(mark(COLOUR, right=True) for _ in range(5))
    assert boxes.level == 2
    for _ in range(2):
        boxes.add(mark(COLOUR, right=False))
    assert boxes.level == 1


@given(st.lists(st.tuples(st.sampled_from([COLOUR, COMMISSION]), st.booleans()), max_size=80))
def test_boxes_and_level_stay_in_their_ranges(done: list[tuple[Subject, bool]]) -> None:
    boxes = Boxes(mark(subject, right=right) for subject, right in done)
    assert 1 <= boxes.level <= HIGHEST_LEVEL
    for record in boxes.records.values():
        assert 1 <= record.box <= len(INTERVALS)
        assert len(record.rights) == len(record.millis) <= RECENT


def test_the_mean_time_is_of_right_payments() -> None:
    boxes = Boxes([mark(COLOUR, right=True, millis=2000), mark(COLOUR, right=False, millis=9000)])
    assert boxes.records[COLOUR].mean_millis == 2000


def test_a_mark_names_its_subject() -> None:
    assert subject_of(mark(COLOUR, right=True)) == COLOUR
    assert subject_of(MarkMessage("pay_bet", "done", bet_name="main")) is None
