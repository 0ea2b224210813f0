"""The command line: where the rooms are wired together."""
