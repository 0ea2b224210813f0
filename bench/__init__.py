"""What `make bench` measures: ratios, each of two things that took turns in one run."""
