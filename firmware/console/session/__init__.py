"""A session of the console: read a line, find its command, execute it, print the answer."""
