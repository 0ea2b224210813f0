"""Long-lived objects are not collected again while a table is served."""

import subprocess
import sys

BEGUN = """
import gc, weakref
from firmware.shell.device.gc_tuning import freeze_objects, unfreeze_objects

class Kept:
    '''Something that holds itself, so that only a collection lets it go.'''

    def __init__(self):
        self.itself = self

"""


def proves(acts: str) -> None:
    """Do this in a process of its own: in that of the tests everything of theirs is collected."""
    done = subprocess.run([sys.executable, "-c", BEGUN + acts], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_command_begins_with_what_was_loaded_left_out() -> None:
    proves("""
import sys
from firmware.cli.main import main
sys.argv = ["croupier", "rules", "baccarat"]
assert main() == 0
assert gc.isenabled()
assert gc.get_freeze_count() > len(gc.get_objects())
""")


def test_earlier_objects_are_skipped() -> None:
    proves("""
before = len(gc.get_objects())
freeze_objects()
assert gc.get_freeze_count() > before / 2
assert len(gc.get_objects()) < before / 100
""")


def test_objects_of_earlier_table_freed() -> None:
    proves("""
item = Kept()
left = weakref.ref(item)
freeze_objects()
del item
gc.collect()
freeze_objects()
assert left() is not None, "it was not spared"
unfreeze_objects()
freeze_objects()
assert left() is None
""")
