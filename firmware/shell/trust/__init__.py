"""The maker's signature and the device's seal, and their verification."""
