"""The tournament engine (123 to 127, 004): entries, clock, seats, places and prizes."""
