"""The hall of a tournament in service."""
