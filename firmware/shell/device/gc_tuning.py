"""What a process keeps for as long as it runs is not looked through for waste again."""

import gc


def take_for_lasting() -> None:
    """Spare all that there is now the collections to come: each would hold the loop up meanwhile.

    What a table that was served before has left is let go first.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
