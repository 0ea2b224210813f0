"""What surrounds the core: the loop, the journal, configuration, words, the control socket."""
