"""What is derived from a machine or a run: the smallest, the plainest, the cause, the state graph, a replay."""
