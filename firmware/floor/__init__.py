"""The floor: what tables have recorded is moved, held and watched. No table ever waits for it."""
