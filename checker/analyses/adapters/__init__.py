"""A model drives somebody's code by an adapter (`tidemark.spec.adapters`), and compares what is observed."""
