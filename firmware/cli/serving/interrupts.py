"""Signals that end a command that serves: both are its Ctrl-C."""

import signal
from contextlib import ExitStack


def interrupted_by_signals(exit_stack: ExitStack) -> None:
    """Have SIGINT and SIGTERM raise KeyboardInterrupt until the stack is closed."""
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        exit_stack.callback(signal.signal, signal_number, signal.signal(signal_number, _interrupt))


def ignore_signals() -> None:
    """Ignore further signals while tables close."""
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.SIG_IGN)


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt
