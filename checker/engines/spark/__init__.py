"""The Spark engine: the native engine's compiled functions, on as many machines as Spark has.

`records` sorts and compares many states at once, `workdir` keeps finished levels in files, `level` is what the
tasks of a level do, `session` gets them to the executors, and `search` goes from level to level.
"""

from checker.engines.spark.search import search

__all__ = ["search"]
