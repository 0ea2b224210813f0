"""The hall of a tournament in service: its journal, its clock, its tables over the floor (123)."""
