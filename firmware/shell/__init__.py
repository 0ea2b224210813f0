"""The surroundings of the core: loop, journal, configuration, words, control socket."""
