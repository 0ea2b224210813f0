"""The public screens of a tournament: its clock, its seats and its prizes."""
