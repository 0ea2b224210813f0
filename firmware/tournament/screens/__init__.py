"""The public screens of a tournament: clock, seats and prizes."""
