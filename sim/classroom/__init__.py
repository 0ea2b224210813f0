"""A class: a trainer's page over the tables of his trainees, each a process of its own."""
