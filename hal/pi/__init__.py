"""A Raspberry Pi: its serial ports, I2C buses and header lines."""
