"""Chips as registers at the far end of an I2C bus."""
