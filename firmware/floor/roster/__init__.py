"""Who is on the floor: the enrolments that two people have signed."""
