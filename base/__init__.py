"""What every room uses and none is about: errors, names, files, temporary folders, signals, streams."""
