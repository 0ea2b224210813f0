"""The figures of a process for Prometheus: none of a person, of a card, or of an unseen one."""
