"""The exit statuses of the command."""

from typing import Final

EXIT_FINDINGS: Final = 1
"""The command succeeded, and found faults, a difference or a refusal."""
EXIT_UNPROVEN: Final = 4
"""Nothing contradicts the evidence, but not all of it is proven."""
EXIT_INTERRUPTED: Final = 130
"""Ended by Ctrl-C, as shells have it."""
EXIT_BAD_INPUT: Final = 2
"""A configuration, a script or a command line that can't be used."""
EXIT_UNAVAILABLE: Final = 3
"""A machine, a journal or a control socket that can't be used; or no service answers."""
EXIT_BROKEN_PIPE: Final = 141
"""The reader of the output has closed the pipe; the status that shells use."""
