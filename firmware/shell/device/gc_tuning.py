"""Freeze long-lived objects so that garbage collection pauses stay short."""

import gc


def take_for_lasting() -> None:
    """Exclude all present objects from later collections, each of which would block the loop."""
    gc.collect()
    gc.freeze()


def let_go() -> None:
    """Have the next collection look at all objects again: a table has ended."""
    gc.unfreeze()
