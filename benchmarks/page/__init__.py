"""From result files to docs/performance.md and the table of the README."""
