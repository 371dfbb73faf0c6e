"""A run explained to a person: what was lost, a sentence a step, and the same events under another protocol."""
