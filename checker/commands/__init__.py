"""The commands of `tidemark`: every module here is one, and is found by being here.

The first line of its docstring is "`tidemark NAME`: what it does.", which `tidemark --help` shows. It has
`arguments(parser)`, which declares its options, and `run(options)`, which returns the exit status: 0 all promises
hold, 1 one is violated, 2 wrong usage or a broken model, 3 incomplete, 130 interrupted, 143 terminated.
`shared` has what several need.
"""
