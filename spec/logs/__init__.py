"""What the events of a log are in a machine: the map beside it, by which `checker.validation` searches."""
