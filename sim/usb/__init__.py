"""Simulated USB devices, and how another machine's kernel reaches them."""
