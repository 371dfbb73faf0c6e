"""Where in Kafka's sources the rules of replication, and of elections, were read in each release."""

from pathlib import Path

from tidemark.impl.shared.sources import references_of

references = references_of(Path(__file__).with_suffix(".toml"))
"""For a protocol and its rules, the lines of `sources.toml` where each was read."""
