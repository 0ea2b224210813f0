"""The games of the regulation, one file each."""
