"""The virtual table in a browser: a whole table with no hardware, at which anybody can deal."""
