"""A model drives somebody's code by an adapter (`tidemark.spec.families.adapters`), and compares what is observed."""
