"""`croupier clear` and `inspect`: a technician's acts on the device of a running table."""

from collections.abc import Iterator

from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.types import SocketPath
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.answers import ActDone, AnyAnswer, ClearedFaults, Refusal
from firmware.shell.technician.client import TECHNICIAN_SOCKET, send_technician_request
from firmware.shell.technician.requests import ClearFaults, InspectDevice, TechnicianRequest
from firmware.shell.words.words import Words


def clear_faults(words: Words, *, socket: SocketPath | None = None) -> int:
    """Allow the supervisor to clear faults that need two persons; return 1 if there are none."""
    return _ask_table(ClearFaults(), words, socket)


def inspect_table(words: Words, *, socket: SocketPath | None = None) -> int:
    """Have the running table check its journal, program and configuration; return 1 if refused."""
    return _ask_table(InspectDevice(), words, socket)


def _ask_table(
    technician_request: TechnicianRequest, words: Words, socket: SocketPath | None
) -> int:
    technician_answer = send_technician_request(
        socket or default_socket().with_name(TECHNICIAN_SOCKET), technician_request
    )
    for answer_text in _answer_texts(technician_answer):
        print(words.render(answer_text))
    has_succeeded = isinstance(technician_answer, ActDone) or (
        isinstance(technician_answer, ClearedFaults) and technician_answer.faults
    )
    return 0 if has_succeeded else EXIT_FINDINGS


def _answer_texts(technician_answer: AnyAnswer) -> Iterator[Text]:
    match technician_answer:
        case ClearedFaults(cleared_faults, remaining_faults):
            for shown_fault in cleared_faults:
                yield Text("technician.allowed", {"words": shown_fault.words})
            for shown_fault in remaining_faults:
                yield Text(
                    "technician.still", {"words": shown_fault.words, "remedy": shown_fault.remedy}
                )
            if cleared_faults or not remaining_faults:
                yield Text("technician.clear" if cleared_faults else "technician.nothing")
        case ActDone(done_notes):
            yield from done_notes
        case Refusal(refusal_text):
            yield refusal_text
