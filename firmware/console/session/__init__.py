"""A session of the console: what is typed, found, executed, answered."""
