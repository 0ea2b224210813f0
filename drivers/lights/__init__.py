"""The lights of bet spots and keys, and the chips that drive them."""
