"""All that runs at a table or in a house: the pure core, the services around it, the commands."""

__version__ = "0.1.0"
