"""An audit of real directories: any auditor's units, scanned in this process or on Spark, and what was found, shown.

`run` scans and settles here, `on_spark` on executors; both write to a `dataset`. `summary` and `page` show it; both
begin with the `incident`: a `comparison` with an earlier audit, what is lost, and what to do.
"""
