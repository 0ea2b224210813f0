"""A path's page: its rooms, and its steps in their order with the values of a scenario."""

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Final, NamedTuple

from tools.paths.trace import Step, StepMissing, TracedCall, traced_path
from tools.vocabulary import room_of

NOTICE: Final = (
    "Written by `python -m tools.path_pages` from the calls of a scenario; don't edit "
    "([how to read it](README.md))."
)
Scenario = Callable[[], AbstractContextManager[Callable[[], object]]]
"""Sets everything up, and gives the act whose calls are traced."""

_SENTENCE: Final = re.compile(r".+?\.(?=\s|$)")
_LONGEST_VALUE: Final = 300
"""Letters of a value that are shown."""


class TracedPath(NamedTuple):
    """A path through the program, and what is played to draw it."""

    word: str
    """Its word in the glossary; the page has its name."""
    title: str
    introduction: str
    steps: Sequence[Step]
    scenario: Scenario
    closing: str = ""
    """What is beside the path."""


def path_page(path: TracedPath) -> str:
    """Play a path's scenario and return its page. Raises StepMissing."""
    with path.scenario() as act:
        try:
            calls = traced_path(path.steps, act)
        except StepMissing as missing:
            raise StepMissing(f"{path.word}.md: {missing}") from None
    rooms = ("```text", *_room_lines(calls), "```")
    steps = [line for number, call in enumerate(calls, 1) for line in _step_lines(number, call)]
    closing = ("", path.closing) if path.closing else ()
    head = (f"# {path.title}", "", NOTICE, "", path.introduction, "")
    return "\n".join((*head, *rooms, "", *steps, *closing)) + "\n"


def _room_lines(calls: Sequence[TracedCall]) -> Iterator[str]:
    """Yield a line a room, with a mark under each step that is in it."""
    step_rooms = [room_of(_file_of(call.step)) for call in calls]
    rooms = list(dict.fromkeys(step_rooms))
    width = max(map(len, rooms))
    yield " " * width + "".join(f"{number:3}" for number in range(1, len(calls) + 1))
    for room in rooms:
        marks = "".join("  ●" if at == room else "  ·" for at in step_rooms)
        yield f"{room:{width}}{marks}"


def _step_lines(number: int, call: TracedCall) -> Iterator[str]:
    step = call.step
    yield f"{number}. [`{step.name}`](../../../{_file_of(step)}): {step_text(step)}"
    yield from (
        f"    - {word}: `{_shortened(value)}`"
        for word, value in (("takes", call.takes), ("gives", call.gives))
        if value
    )


def step_text(step: Step) -> str:
    """Return the docstring's first sentence, and the caption. Raises LookupError without both."""
    docstring = " ".join(inspect.cleandoc(step.plain_function.__doc__ or "").split())
    sentence = _SENTENCE.match(docstring)
    texts = (sentence.group() if sentence else docstring, step.caption)
    if not any(texts):
        raise LookupError(f"{step.name} has neither a docstring nor a caption")
    return " ".join(filter(None, texts))


def _shortened(value: str) -> str:
    return value if len(value) <= _LONGEST_VALUE else f"{value[:_LONGEST_VALUE]} …"


def _file_of(step: Step) -> str:
    module = step.plain_function.__module__
    return f"{module.replace('.', '/')}.py"
