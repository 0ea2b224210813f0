"""The players' board of a table, on a display of its own: a process that only reads the status."""
