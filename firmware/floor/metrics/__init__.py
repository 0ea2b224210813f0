"""The figures of a process for Prometheus, without a person and without a card."""
