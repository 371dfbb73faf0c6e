"""Whether what a system has logged is a run of a model: logs, maps from them, the search, the reason of a refusal.

Its own room because nothing in it searches all of a machine: a log leads, and the machine follows. Nothing here knows
which system it is.
"""
