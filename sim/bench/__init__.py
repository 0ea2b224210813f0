"""The far ends of a whole table, wired as its configuration says."""
