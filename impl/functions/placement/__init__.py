"""Where the controller puts replicas, and which of them it makes leader, as pure functions.

`replicas` has the rules of placement, `elections` the order of election, `failure` what the failure of one broker costs
under each rule. `python -m tidemark.impl.functions.placement` prints the last as a picture.
"""
