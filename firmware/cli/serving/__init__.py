"""A table in service, wired together."""
