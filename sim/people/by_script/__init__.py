"""A person who plays the steps of a round script."""
