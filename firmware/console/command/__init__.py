"""What a command of the console is, and how it asks and answers."""
