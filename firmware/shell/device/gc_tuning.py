"""Freezes long-lived objects so that garbage collection pauses stay short."""

import gc


def freeze_objects() -> None:
    """Exclude all present objects from later collections, each of which would block the loop."""
    gc.collect()
    gc.freeze()


def unfreeze_objects() -> None:
    """Have the next collection look at all objects again: a table has ended."""
    gc.unfreeze()
