"""The types of a state, and their values: numbers, labels, ids, sets, records, arrays, sequences, networks."""
