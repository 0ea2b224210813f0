"""The backup on the stick, and the adoption of a stick by another device."""
