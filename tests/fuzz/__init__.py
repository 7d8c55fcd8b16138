"""Random calls in NumPy and in cuprum, side by side: `make fuzz SECONDS=60`, or `python -m fuzz --help` from tests/."""
