"""The answers of `tidemark ask` as others than a terminal show them: one page, and the test cases of a CI server."""
