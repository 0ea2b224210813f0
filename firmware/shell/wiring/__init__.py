"""How the parts of a table are supplied and connected."""
