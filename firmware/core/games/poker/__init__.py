"""Games of poker against the house."""
