"""Exact values of functions, by many digits."""
