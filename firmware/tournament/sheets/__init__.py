"""The sheets of a tournament: rules and prizes before it, the final report after it."""
