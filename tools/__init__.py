"""What developers run on the project itself."""
