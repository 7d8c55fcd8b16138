"""What all benchmarks share: cases, clocks, libraries, the record of a run and where it comes from."""
