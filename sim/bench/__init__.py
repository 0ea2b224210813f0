"""The far ends of a whole table, wired as in its configuration."""
