"""`croupier run` with people of another kind at its simulated table."""

from collections.abc import Sequence

from firmware.cli.args.commands import load_command
from firmware.cli.args.parser import parse_arguments
from firmware.cli.args.signature import call_with_values
from firmware.cli.serving.real_time import serve_table
from firmware.cli.serving.run_options import RunOptions
from sim.people.by_chance.people_kind import PeopleKind


def run_with_people(command_line: Sequence[str], people_kind: PeopleKind) -> int:
    """Serve the table of a command line that begins with `run`; return the exit status.

    Raises RequestFailed on a wrong command line.
    """
    command_name, *arguments = command_line
    given_values = parse_arguments(load_command(command_name), arguments)
    if given_values is None:
        return 0
    return serve_table(call_with_values(RunOptions, given_values), people_kind)
