"""The exit statuses of the command."""

from typing import Final

BAD_INPUT: Final = 2
"""A configuration, a script or a command line that can't be used."""
UNFIT: Final = 3
"""A machine, a journal or a control socket that can't be used; or no service answers."""
