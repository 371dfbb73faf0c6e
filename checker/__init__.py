"""The engines that find out whether a protocol keeps its promises, the counterexamples, and the command line."""

__version__ = "0.1.0"
