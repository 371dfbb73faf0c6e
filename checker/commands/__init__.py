"""The commands of `tidemark`, one module each; `options` has what several of them declare."""
