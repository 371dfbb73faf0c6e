"""What a run is: results and verdicts, trace files, ITF, and numbered steps."""
