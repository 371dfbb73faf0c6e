"""A soak: real brokers with KRaft under random faults, a history of each episode, and its evaluation.

`cluster` runs the brokers, `faults` disturbs them, `clients` works on them; `history` is what was recorded, read back.
`promises` evaluates a history, and `map` says what its events are in the model.
"""
