"""Wires, and how badly they can carry."""
