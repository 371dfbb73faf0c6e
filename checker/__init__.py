"""The engines that find out whether a protocol keeps its promises, the counterexamples, and the command line."""

if __name__ == "checker":
    raise ImportError("checker is a part of tidemark: write `from tidemark import check`", name="checker")
