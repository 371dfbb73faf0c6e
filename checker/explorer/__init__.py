"""The explorer: a machine in the browser, state by state: what can happen, what can't, and what each promise says."""
