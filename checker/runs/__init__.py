"""What a run is: results and verdicts, trace files, ITF, and what differs from one state to the next."""
