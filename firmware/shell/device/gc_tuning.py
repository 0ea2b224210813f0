"""Keeps garbage collection from objects that live long: starts and pauses are shorter."""

import gc


def freeze_objects() -> None:
    """Exclude all present objects from later collections, each of which would block the loop."""
    gc.collect()
    gc.freeze()


def unfreeze_objects() -> None:
    """Have the next collection look at all objects again: a table has ended."""
    gc.unfreeze()


def start_collecting() -> None:
    """Begin to collect, if the start of this process has put that off: all but what is present."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
