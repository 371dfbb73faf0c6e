"""Promises about runs (`tidemark.spec.machines.temporal`): what an engine needs to check them.

`questions` parts them: some are questions about single states in disguise, which any search of an engine answers; the
others need the whole graph of states. `lasso_search` answers those with networkx, slowly and obviously: that is their
meaning, and `by_reference` is the engine that does so. The native engine has another way:
`tidemark.checker.engines.native.liveness`. `lasso_check` looks at a lasso that was found: is it fair, and what does it
break?
"""
