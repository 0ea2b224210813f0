"""The wires of a table and the life of the parts on them."""
