"""Where the controller puts replicas, and which of them it makes leader, as pure functions.

`replicas` has the rules of placement, `elections` the order of election, `failure` what the failure of one broker costs
under each rule. `tidemark compute place` and `tidemark compute fail` print them.
"""
