"""What of a part a person must know who wires it, one row a kind of part."""
