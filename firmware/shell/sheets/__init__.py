"""The rule sheet of a table, for the public."""
