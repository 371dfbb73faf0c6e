"""The benchmark: Tidemark beside other model checkers on the same protocol, at the same bounds."""
