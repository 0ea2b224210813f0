"""What a property gives its head office: sealed days and alarms, and nothing else."""
