"""The virtual table in a browser: a whole table without hardware."""
