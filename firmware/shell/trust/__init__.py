"""What the maker has signed and the device has sealed, and whether it still is so."""
