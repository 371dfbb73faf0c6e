"""Many logs as a data set: tasks of a Spark job validate each log alone, and the results are kept as Parquet.

`recipe` builds the machine and the map wherever they are needed, `pieces` divides what is read, `results` keeps the
verdicts, and `on_spark` hands out the work.
"""
