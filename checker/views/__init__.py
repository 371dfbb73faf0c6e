"""Views of a counterexample: terminal, Markdown, HTML. They print an `Explanation`; none knows a protocol."""
