"""The device under the table: disk, clock, directories, program."""
