"""The commands of the console: definition, questions and answers."""
