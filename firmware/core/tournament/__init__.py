"""The room of a tournament (123 to 127, 004): entries, clock, seats, prizes."""
