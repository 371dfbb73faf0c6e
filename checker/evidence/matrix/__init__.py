"""The durability table: a grid of conditions, one native search for each cell of it, and what the cells say together.

`grid` reads the grid, `cells` searches one cell and runs many side by side, `dataset` keeps them as Parquet,
`on_spark` hands them to executors, `tables` shows them, and `laws` finds the conditions that decide a promise.
"""
