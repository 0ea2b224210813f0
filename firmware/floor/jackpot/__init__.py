"""A linked lot: its line, who keeps it, and how it is checked."""
