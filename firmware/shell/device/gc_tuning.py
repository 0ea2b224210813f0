"""Freeze long-lived objects so that garbage collection pauses stay short."""

import gc


def take_for_lasting() -> None:
    """Exclude all present objects from later collections, each of which would block the loop.

    Objects left by a previous table are freed first.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
