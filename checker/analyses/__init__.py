"""What is worked out of a machine or a run: the smallest, the plainest, the cause, the state graph, a replay."""
