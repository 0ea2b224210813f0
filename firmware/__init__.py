"""The table's mind: the pure core, the shell around it, and the command line."""

__version__ = "0.1.0"
