"""The dealer's school: exercises as data, and how a trainee's acts at a table are marked."""
