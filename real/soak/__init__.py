"""A soak: real brokers with KRaft under random faults, a history of each episode, and its evaluation.

`episodes` runs the brokers, `faults` disturbs them, `clients` works on them; `history` reads what was recorded.
`promises` evaluates a history, and `map` says what its events are in the model.
"""
