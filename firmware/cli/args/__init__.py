"""The command line: read from the signatures of the commands, and explained from them."""
