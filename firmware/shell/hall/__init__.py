"""What the hall of a tournament says, at its table in service."""
