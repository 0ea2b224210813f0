"""The floor: the tables' records are sent, stored and watched. No table ever waits for it."""
