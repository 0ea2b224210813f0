"""The two copies, and which of them are still in use."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from firmware.shell.journal.errors import JournalLost, JournalTaken
from firmware.shell.journal.files import JournalFile
from firmware.shell.journal.findings import CopyLost, Finding

P = ParamSpec("P")


class Copies:
    """A copy that fails once is out of use: after a failed sync nobody knows what it holds."""

    def __init__(self, first: JournalFile, second: JournalFile) -> None:
        if first.name == second.name:
            raise JournalTaken(f"both copies are {first.name}: name two files, on two disks")
        self.both = (first, second)
        self.live = [first, second]
        self.findings: list[Finding] = []
        self.names = f"{first.name} and {second.name}"

    def attempt(
        self,
        act: Callable[Concatenate[JournalFile, P], object],
        copy: JournalFile,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Do `act` to the copy; False, and it is out of use, where that raises OSError."""
        try:
            act(copy, *args, **kwargs)
        except OSError as error:
            self.drop(copy, error)
            return False
        return True

    def drop(self, copy: JournalFile, error: OSError) -> None:
        """The copy is out of use."""
        self.live.remove(copy)
        self.findings.append(CopyLost(copy.name, str(error)))

    def read(self) -> dict[JournalFile, bytes | None]:
        """Every copy that can be read, with its octets, None where the file does not exist."""
        images: dict[JournalFile, bytes | None] = {}
        for copy in tuple(self.live):
            self.attempt(lambda file: images.update({file: file.read_all()}), copy)
        self.check()
        return images

    def check(self) -> None:
        """Raise JournalLost where no copy is left."""
        if not self.live:
            reasons = "; ".join(
                f"{lost.copy}: {lost.reason}"
                for lost in self.findings
                if isinstance(lost, CopyLost)
            )
            raise JournalLost(
                f"no copy of the journal can be used ({reasons}): "
                "free or replace the disks, then start the table again"
            )

    def close(self) -> None:
        """Let go of both files, in use or not."""
        for copy in self.both:
            copy.close()
