"""The commands of `croupier`, a file for each group."""
