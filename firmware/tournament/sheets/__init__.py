"""The sheets of a tournament: its rules and prizes before it, its final report after it."""
