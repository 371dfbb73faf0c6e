"""Promises about runs (`tidemark.spec.machines.temporal`): what an engine needs to check them.

`questions` parts them: some are questions about single states in disguise, which any search of an engine answers; the
others need the whole graph of states. `by_networkx` answers those, slowly and obviously: that is their meaning, as the
reference engine is that of a search. The native engine has its own way (`tidemark.checker.engines.native.liveness`).
`lasso` says what an endless run is, and whether it is fair and breaks a promise.
"""
