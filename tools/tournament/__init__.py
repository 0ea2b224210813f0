"""A tournament on one machine: its hall, and three simulated tables."""
