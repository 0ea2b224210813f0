"""What the table shows, as a function of its state."""
