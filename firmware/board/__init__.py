"""The public's board of a table, on a display of its own: a process that only reads its status."""
